#include "pfsm/pfsm.h"

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>

#include "base/parallel.h"
#include "pfsm/details/pfsm_lattice.h"
#include "pfsm/details/pfsm_trace.h"

namespace core {

namespace {

constexpr double kLargestWeight = 100;
// Pairs with more words are beyond the range of a double at any weights.
constexpr int kMostPlainWords = 2000;

void check(const EditMachine& machine) {
  if (machine.transitions.size() != kTransitions)
    throw std::invalid_argument("transitions: expected " + std::to_string(kTransitions) + " weights, found " +
                                std::to_string(machine.transitions.size()));
  const auto good = [](double weight) { return std::abs(weight) <= kLargestWeight; };  // not NaN, either
  if (!std::ranges::all_of(machine.transitions, good) || !std::ranges::all_of(machine.relations, good))
    throw std::invalid_argument("transitions: a weight is not between -100 and 100");
  check_at_least(machine.max_jump, 0, "max_jump");
  check_at_least(machine.max_block, 0, "max_block");
}

// Below this, no plan of jumps can reach a limit: each substitution has at most 5 numbers for each place.
bool may_be_large(const EditPairs& pairs, std::size_t pair) {
  constexpr double kSurelySmall = kMostJumpMemory / (5 * sizeof(Wide));
  const double places = (pairs.ref_lengths[pair] + 1.0) * (pairs.hyp_lengths[pair] + 1.0);
  return places * static_cast<double>(pairs.substitutions[pair].size() / 3 + 4) > kSurelySmall;
}

// What to add for each word so that sequences of a long pair stay within the range of a double: it puts zero
// half-way between a pair of words that is deleted and inserted and the best substitution of one.
double centre(const EditMachine& machine) {
  const auto again = [&](EditState state) {
    const auto number = static_cast<std::size_t>(state);
    return machine.transitions[number * kEditStates + number];
  };
  double best = again(EditState::word);
  for (const EditState state : {EditState::lemma, EditState::punctuation, EditState::function_word})
    best = std::max(best, again(state));
  return -(again(EditState::remove) + again(EditState::insert) + best) / 4;
}

// Runs `work` with plain numbers; false where one of them left the range of a double, so that nothing it gave
// counts. The processor keeps watch: it raises a flag when a result is too large, or so small that digits are
// lost.
template <typename Work>
bool stays_in_range(Work work) {
  constexpr int kLeft = FE_OVERFLOW | FE_UNDERFLOW | FE_INVALID;
  std::feclearexcept(kLeft);
  work();
  return std::fetestexcept(kLeft) == 0;
}

// One lattice of plain numbers and one of wide ones for the pairs that need them; each thread has its own.
class Counter {
 public:
  explicit Counter(const EditMachine& machine)
      : for_each_word_(centre(machine)),
        plain_weights_(machine, for_each_word_),
        wide_weights_(machine),
        plain_(plain_weights_, machine),
        wide_(wide_weights_, machine) {}

  double score(const EditPairs& pairs, std::size_t pair) {
    double score = 0;
    if (may_fit(pairs, pair) && stays_in_range([&] { score = score_with(plain_, pairs, pair); }))
      return score - added(pairs, pair);
    return score_with(wide_, pairs, pair);
  }
  // Fills `counts` and `links`, too.
  double count(const EditPairs& pairs, std::size_t pair, bool arcs) {
    double score = 0;
    if (may_fit(pairs, pair) && stays_in_range([&] { score = count_with(plain_, pairs, pair, arcs); }))
      return score - added(pairs, pair);
    return count_with(wide_, pairs, pair, arcs);
  }

  TransitionCounts counts;
  std::vector<double> links;

 private:
  static bool may_fit(const EditPairs& pairs, std::size_t pair) {
    return pairs.ref_lengths[pair] <= kMostPlainWords && pairs.hyp_lengths[pair] <= kMostPlainWords;
  }
  double added(const EditPairs& pairs, std::size_t pair) const {
    return for_each_word_ * (static_cast<double>(pairs.ref_lengths[pair]) + pairs.hyp_lengths[pair]);
  }
  template <typename T>
  static double score_with(EditLattice<T>& lattice, const EditPairs& pairs, std::size_t pair) {
    lattice.lay_out(pairs, pair, false);
    return NumberOf<T>::log(lattice.run());
  }
  template <typename T>
  double count_with(EditLattice<T>& lattice, const EditPairs& pairs, std::size_t pair, bool arcs) {
    counts = TransitionCounts();
    counts.arcs = arcs;
    if (!lattice.lay_out(pairs, pair, true)) too_long(pairs, pair);
    const T total = lattice.run();
    lattice.reverse(total, counts, links);
    return NumberOf<T>::log(total);
  }

 public:
  [[noreturn]] static void too_long(const EditPairs& pairs, std::size_t pair) {
    throw std::length_error("pair " + std::to_string(pair + 1) + ": " +
                            std::to_string(pairs.ref_lengths[pair]) + " x " +
                            std::to_string(pairs.hyp_lengths[pair]) +
                            " words are too many to keep the lattice of all edits in memory");
  }

 private:
  double for_each_word_;
  EditWeights<double> plain_weights_;
  EditWeights<Wide> wide_weights_;
  EditLattice<double> plain_;
  EditLattice<Wide> wide_;
};

// Calls `work(counter, pair)` for each pair on several threads.
template <typename Work>
void for_each_pair(const EditPairs& pairs, const EditMachine& machine, int threads, Work work) {
  check(pairs);
  check(machine);
  parallel_for(pairs.size(), threads, [&] {
    // Shared, because std::function copies what it holds, and a counter points into itself.
    return [&work, counter = std::make_shared<Counter>(machine)](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) work(*counter, i);
    };
  });
}

}  // namespace

std::vector<double> edit_scores(const EditPairs& pairs, const EditMachine& machine, int threads) {
  std::vector<double> scores(pairs.size());
  for_each_pair(pairs, machine, threads,
                [&](Counter& counter, std::size_t i) { scores[i] = counter.score(pairs, i); });
  return scores;
}

std::vector<std::uint8_t> edited_without_jumps(const EditPairs& pairs, const EditMachine& machine,
                                               int threads) {
  check(pairs);
  check(machine);
  const EditWeights<double> weights(machine);
  std::vector<std::uint8_t> found(pairs.size());
  parallel_for(pairs.size(), threads, [&] {
    return [&, lattice = std::make_shared<EditLattice<double>>(weights, machine)](std::size_t begin,
                                                                                  std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        if (may_be_large(pairs, i)) {
          lattice->lay_out(pairs, i, false);
          found[i] = lattice->lacks_jumps() ? 1 : 0;
        }
    };
  });
  return found;
}

EditCounts edit_counts(const EditPairs& pairs, const EditMachine& machine,
                       std::span<const std::int32_t> columns, bool arcs, int threads) {
  for (const std::int32_t column : columns)
    if (column < 0 || column >= static_cast<std::int32_t>(kTransitions + kRelations))
      throw std::invalid_argument("columns: there is no transition " + std::to_string(column));
  EditCounts result{std::vector<double>(pairs.size()), Table(pairs.size(), columns.size())};
  for_each_pair(pairs, machine, threads, [&](Counter& counter, std::size_t i) {
    result.scores[i] = counter.count(pairs, i, arcs);
    double* row = result.counts.row(i);
    for (const std::int32_t column : columns) {
      const auto c = static_cast<std::size_t>(column);
      *row++ = c < kTransitions ? counter.counts.between[c] : counter.counts.relation[c - kTransitions];
    }
  });
  return result;
}

std::vector<double> edit_posteriors(const EditPairs& pairs, const EditMachine& machine, int threads) {
  std::vector<double> posteriors(pairs.substitutions.values.size() / 3);
  for_each_pair(pairs, machine, threads, [&](Counter& counter, std::size_t i) {
    counter.count(pairs, i, false);
    std::ranges::copy(counter.links, posteriors.begin() + pairs.substitutions.offsets[i] / 3);
  });
  return posteriors;
}

EditSequences best_edits(const EditPairs& pairs, const EditMachine& machine, int threads) {
  check(pairs);
  check(machine);
  std::vector<EditSequences> found(pairs.size());
  const EditWeights<Best> weights(machine);
  parallel_for(pairs.size(), threads, [&] {
    return [&, trace = std::make_shared<EditTrace>(weights, machine)](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        if (!trace->lay_out(pairs, i, true)) Counter::too_long(pairs, i);
        trace->run();
        const EditTrace::Step* before = nullptr;
        for (const EditTrace::Step& step : trace->trace()) {
          found[i].steps.insert(found[i].steps.end(),
                                {static_cast<std::int32_t>(step.state), step.ref, step.hyp});
          found[i].weights.push_back(trace->weight(before, step, machine));
          before = &step;
        }
      }
    };
  });
  EditSequences result;
  for (const EditSequences& each : found) {
    result.steps.insert(result.steps.end(), each.steps.begin(), each.steps.end());
    result.weights.insert(result.weights.end(), each.weights.begin(), each.weights.end());
    result.offsets.push_back(static_cast<std::int64_t>(result.weights.size()));
  }
  return result;
}

}  // namespace core
