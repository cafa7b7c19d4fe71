#include "edits/edit_script.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace core {

namespace {

// The last step of the cheapest way to every cell, row by row; of equally cheap ways the one that keeps most
// words. An edit costs more than all words that could be kept are worth, so one number orders ways by both.
std::vector<EditStep> last_steps(Tokens hyp, Tokens ref) {
  const std::size_t columns = ref.size() + 1;
  const auto edit = static_cast<std::int64_t>(std::min(hyp.size(), ref.size())) + 1;
  std::vector<EditStep> steps((hyp.size() + 1) * columns, EditStep::insert);
  std::vector<std::int64_t> costs(columns);
  for (std::size_t j = 1; j < columns; ++j) costs[j] = costs[j - 1] + edit;
  for (std::size_t i = 1; i <= hyp.size(); ++i) {
    EditStep* row = steps.data() + i * columns;
    std::int64_t diagonal = costs[0];
    costs[0] += edit;
    row[0] = EditStep::remove;
    for (std::size_t j = 1; j < columns; ++j) {
      const bool same = hyp[i - 1] == ref[j - 1];
      std::int64_t best = diagonal + (same ? -1 : edit);
      EditStep step = same ? EditStep::keep : EditStep::substitute;
      if (costs[j] + edit < best) best = costs[j] + edit, step = EditStep::remove;
      if (costs[j - 1] + edit < best) best = costs[j - 1] + edit, step = EditStep::insert;
      diagonal = costs[j];
      costs[j] = best;
      row[j] = step;
    }
  }
  return steps;
}

}  // namespace

EditScript edit_script(const Batch& batch, std::size_t hypothesis, std::size_t reference) {
  check(batch, "tokens");
  if (hypothesis >= batch.size() || reference >= batch.size()) throw std::out_of_range("no such row");
  Tokens hyp = batch[hypothesis], ref = batch[reference];
  std::size_t front = 0, back = 0;
  while (!hyp.empty() && !ref.empty() && hyp.back() == ref.back())
    hyp = hyp.first(hyp.size() - 1), ref = ref.first(ref.size() - 1), ++back;
  while (!hyp.empty() && !ref.empty() && hyp.front() == ref.front())
    hyp = hyp.subspan(1), ref = ref.subspan(1), ++front;
  if (hyp.size() + 1 > kLargestEditMatrix / (ref.size() + 1))
    throw std::length_error("texts of " + std::to_string(hyp.size()) + " and " + std::to_string(ref.size()) +
                            " words are too long for an edit script");
  const std::vector<EditStep> last = last_steps(hyp, ref);
  EditScript script;
  script.steps.assign(back, EditStep::keep);
  for (std::size_t i = hyp.size(), j = ref.size(); i > 0 || j > 0;) {
    const EditStep step = last[i * (ref.size() + 1) + j];
    script.steps.push_back(step);
    if (step != EditStep::insert) --i;
    if (step != EditStep::remove) --j;
  }
  script.steps.insert(script.steps.end(), front, EditStep::keep);
  std::reverse(script.steps.begin(), script.steps.end());
  return script;
}

}  // namespace core
