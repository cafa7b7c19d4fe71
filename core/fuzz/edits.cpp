// Word errors, TER by both sets of rules, and the scripts behind them: as many edits as the twin finds, and
// scripts that make the reference of the hypothesis with as many.
#include "edits/edit_costs.h"
#include "edits/edit_distance.h"
#include "edits/edit_script.h"
#include "edits/ter.h"
#include "fuzz/input.h"
#include "matching/gtm.h"
#include "reference/reference.h"

namespace {

fuzz::Words shifted(fuzz::Words words, const core::PhraseShift& shift) {
  const auto at = [&](std::int32_t place) { return words.begin() + place; };
  DEMAND(shift.start >= 0 && shift.length > 0 && shift.before >= 0);
  DEMAND(static_cast<std::size_t>(shift.start + shift.length) <= words.size());
  DEMAND(static_cast<std::size_t>(shift.before) <= words.size());
  if (shift.before <= shift.start)
    std::rotate(at(shift.before), at(shift.start), at(shift.start + shift.length));
  else
    std::rotate(at(shift.start), at(shift.start + shift.length),
                at(std::max(shift.before, shift.start + shift.length)));
  return words;
}

// How many edits a script says there are, after a look whether it leads from one to the other.
std::size_t edits_of(const core::EditScript& script, fuzz::Words hyp, const fuzz::Words& ref) {
  for (const core::PhraseShift& shift : script.shifts) hyp = shifted(std::move(hyp), shift);
  std::size_t i = 0, j = 0, edits = script.shifts.size();
  for (const core::EditStep step : script.steps) {
    const bool is_both = step == core::EditStep::keep || step == core::EditStep::substitute;
    if (is_both) {
      DEMAND(i < hyp.size() && j < ref.size());
      DEMAND((hyp[i] == ref[j]) == (step == core::EditStep::keep));
    }
    i += is_both || step == core::EditStep::remove ? 1 : 0;
    j += is_both || step == core::EditStep::insert ? 1 : 0;
    edits += step == core::EditStep::keep ? 0 : 1;
  }
  DEMAND(i == hyp.size() && j == ref.size());
  return edits;
}

void compare_runs(const fuzz::Segment& pair, double exponent) {
  const core::Table greedy = core::gtm_statistics(pair.batch(), pair.pairing(), {exponent, 0}, 1);
  const auto root = [&](double sum) { return std::pow(sum, 1 / exponent); };
  DEMAND(fuzz::is_close(greedy.values[0], root(reference::greedy_match(pair.hyp, pair.refs[0], exponent))));
  if (pair.hyp.size() > 5 || pair.refs[0].size() > 5) return;
  const core::Table best = core::gtm_statistics(pair.batch(), pair.pairing(), {exponent, 5}, 1);
  DEMAND(fuzz::is_close(best.values[0], root(reference::best_match(pair.hyp, pair.refs[0], exponent))));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  const int vocabulary = 1 + input.below(9);
  const int longest = input.below(4) == 0 ? 120 : 14;
  const fuzz::Words hyp = input.words(longest, vocabulary), ref = input.words(longest, vocabulary);
  const fuzz::Segment pair(hyp, {ref});
  const auto edits = [&](core::TerRules rules) {
    return core::ter_statistics(pair.batch(), pair.pairing(), rules, 1).values[0];
  };
  const double by_sacrebleu = edits(core::TerRules::sacrebleu), by_tercom = edits(core::TerRules::tercom);
  DEMAND(by_sacrebleu == reference::translation_edits(hyp, ref));
  DEMAND(by_tercom >= 0 && by_tercom <= static_cast<double>(hyp.size() + ref.size()));
  for (const auto rules : {core::TerRules::sacrebleu, core::TerRules::tercom})
    DEMAND(static_cast<double>(edits_of(core::ter_script(pair.batch(), 0, 1, rules), hyp, ref)) ==
           edits(rules));

  const int distance = reference::edit_distance(hyp, ref);
  DEMAND(core::wer_statistics(pair.batch(), pair.pairing(), core::Closest::by_rate, 1).values[0] == distance);
  DEMAND(core::per_statistics(pair.batch(), pair.pairing(), core::Closest::by_rate, 1).values[0] ==
         reference::position_independent_distance(hyp, ref));
  DEMAND(edits_of(core::edit_script(pair.batch(), 0, 1), hyp, ref) == static_cast<std::size_t>(distance));
  const std::vector<core::EditCosts> settings{{1, 1, 1, 1}, {0.1, 1, 1.5, 0.3}, {0, 0, 0, 0}};
  fuzz::demand_finite(core::edit_cost_features(pair.batch(), pair.pairing(), settings, 1));
  if (longest < 20) compare_runs(pair, 1 + input.below(3) * 0.5);
  return 0;
}
