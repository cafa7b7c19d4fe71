// How the edits of WER and TER turn one text into another, and which runs of words the F-measure matches.
#include <nanobind/stl/tuple.h>

#include "arrays.h"
#include "core/edit_script.h"
#include "core/gtm.h"
#include "core/ter.h"

namespace {

// Shifts as start, length and place before which they go, one after the other; and the steps.
auto arrays_of(const core::EditScript& script) {
  std::vector<std::int32_t> shifts;
  for (const core::PhraseShift& shift : script.shifts)
    shifts.insert(shifts.end(), {shift.start, shift.length, shift.before});
  std::vector<std::uint8_t> steps;
  for (const core::EditStep step : script.steps) steps.push_back(static_cast<std::uint8_t>(step));
  return std::tuple(array(std::move(shifts)), array(std::move(steps)));
}

}  // namespace

void bind_scripts(nb::module_& m) {
  m.def(
      "edit_script",
      [](Ids ids, Offsets offsets, std::size_t hypothesis, std::size_t reference) {
        return arrays_of(
            unlocked([&] { return core::edit_script(batch(ids, offsets), hypothesis, reference); }));
      },
      "ids"_a.noconvert(), "offsets"_a.noconvert(), "hypothesis"_a, "reference"_a,
      "No shifts, and the steps of a cheapest way from one row to another: 0 keep, 1 substitute, 2 insert, "
      "3 remove.");
  m.def(
      "ter_script",
      [](Ids ids, Offsets offsets, std::size_t hypothesis, std::size_t reference, bool tercom) {
        const core::TerRules rules = tercom ? core::TerRules::tercom : core::TerRules::sacrebleu;
        return arrays_of(
            unlocked([&] { return core::ter_script(batch(ids, offsets), hypothesis, reference, rules); }));
      },
      "ids"_a.noconvert(), "offsets"_a.noconvert(), "hypothesis"_a, "reference"_a, "tercom"_a = false,
      "The shifts of TER as rows of three (start, length, place before which the words go), laid end to end, "
      "and the steps that are left, as edit_script gives them.");
  m.def(
      "gtm_runs",
      [](Ids ids, Offsets offsets, std::size_t hypothesis, std::size_t reference, double exponent,
         int exact_up_to) {
        const auto found = unlocked([&] {
          return core::gtm_runs(batch(ids, offsets), hypothesis, reference, {exponent, exact_up_to});
        });
        std::vector<std::int32_t> columns;
        for (const core::WordRun& run : found)
          columns.insert(columns.end(), {run.hyp_start, run.ref_start, run.length});
        return array(std::move(columns));
      },
      "ids"_a.noconvert(), "offsets"_a.noconvert(), "hypothesis"_a, "reference"_a, "exponent"_a,
      "exact_up_to"_a,
      "The runs of the matching behind the match size, as rows of three laid end to end: start in the "
      "hypothesis, start in the reference, length.");
}
