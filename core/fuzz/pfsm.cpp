// The edit automaton with jumps against a lattice of all its configurations; pairs of any numbers are refused
// or edited.
#include "pfsm/pfsm.h"

#include <array>
#include <set>

#include "fuzz/input.h"
#include "reference/pfsm/pfsm.h"

namespace {

struct Problem {
  reference::EditProblem twin;
  std::vector<std::int32_t> ref_lengths, hyp_lengths, substitutions;
  std::vector<std::int64_t> offsets{0};

  core::EditPairs pairs() const { return {ref_lengths, hyp_lengths, {substitutions, offsets}, {}, {}}; }
  core::EditMachine machine() const {
    return {twin.transitions,     {twin.relations[0], twin.relations[1], twin.relations[2]},
            twin.max_jump,        twin.max_block,
            twin.over_hypothesis, twin.over_reference};
  }
};

Problem read(fuzz::Input& input, int longest) {
  Problem made;
  reference::EditProblem& twin = made.twin;
  constexpr int kJumps[] = {0, 1, 2, 5, 10};
  twin.ref_length = input.below(longest + 1);
  twin.hyp_length = input.below(longest + 1);
  twin.max_jump = kJumps[input.below(5)];
  twin.max_block = input.below(3);
  twin.over_hypothesis = input.flag();
  twin.over_reference = input.flag();
  twin.relations = {0, 0, 0};
  // Weights from one number: what matters is that they differ.
  std::uint32_t state = input.byte() + 1U;
  const double scale = input.below(8) == 0 ? 95.0 : 2.0;
  for (std::size_t i = 0; i < core::kTransitions; ++i) {
    state = state * 1664525U + 1013904223U;
    twin.transitions.push_back(scale * (static_cast<double>(state >> 8) / 8388608.0 - 1.0));
  }
  std::set<std::array<int, 3>> chosen;
  const int n = input.below(4 * longest);
  for (int i = 0; i < n; ++i) {
    const auto kind = static_cast<core::EditState>(3 + input.below(13));
    const int ref = twin.ref_length - core::reference_words(kind),
              hyp = twin.hyp_length - core::hypothesis_words(kind);
    if (ref >= 0 && hyp >= 0)
      chosen.insert({input.below(ref + 1), input.below(hyp + 1), static_cast<int>(kind)});
  }
  twin.substitutions.assign(chosen.begin(), chosen.end());
  for (const auto& row : chosen) made.substitutions.insert(made.substitutions.end(), row.begin(), row.end());
  made.ref_lengths = {twin.ref_length};
  made.hyp_lengths = {twin.hyp_length};
  made.offsets.push_back(static_cast<std::int64_t>(made.substitutions.size()));
  return made;
}

void edit_any(fuzz::Input& input) {
  Problem made = read(input, 3);
  made.ref_lengths = input.numbers<std::int32_t>(3);
  made.hyp_lengths = input.numbers<std::int32_t>(3);
  made.substitutions = input.numbers<std::int32_t>(12);
  made.offsets = input.numbers<std::int64_t>(4);
  // Lengths without an end are not for a search: they are what the arrays say, and take as long.
  for (auto* lengths : {&made.ref_lengths, &made.hyp_lengths})
    for (std::int32_t& length : *lengths) length = std::min(length, 60);
  fuzz::accepted([&] {
    for (const double score : core::edit_scores(made.pairs(), made.machine(), 1))
      DEMAND(std::isfinite(score));
  });
}

void compare(fuzz::Input& input) {
  const Problem made = read(input, 6);
  const core::EditPairs pairs = made.pairs();
  const core::EditMachine machine = made.machine();
  const reference::EditResult expected = reference::edits_by_lattice(made.twin);
  DEMAND(fuzz::is_close(core::edit_scores(pairs, machine, 1)[0], expected.score));
  std::vector<std::int32_t> columns(core::kTransitions + core::kRelations);
  for (std::size_t i = 0; i < columns.size(); ++i) columns[i] = static_cast<std::int32_t>(i);
  const core::EditCounts counted = core::edit_counts(pairs, machine, columns, false, 1);
  DEMAND(fuzz::is_close(counted.scores[0], expected.score));
  for (std::size_t i = 0; i < columns.size(); ++i)
    DEMAND(std::abs(counted.counts.values[i] - expected.counts[i]) <= 1e-6);
  const std::vector<double> posteriors = core::edit_posteriors(pairs, machine, 1);
  for (std::size_t i = 0; i < posteriors.size(); ++i)
    DEMAND(std::abs(posteriors[i] - expected.posteriors[i]) <= 1e-6);
  const core::EditSequences best = core::best_edits(pairs, machine, 1);
  double sum = 0;
  for (const double weight : best.weights) sum += weight;
  DEMAND(fuzz::is_close(sum, expected.best));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  if (input.below(4) == 0)
    edit_any(input);
  else
    compare(input);
  return 0;
}
