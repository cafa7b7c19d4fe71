// How the edits of WER and TER turn one text into another, and which runs of words the F-measure matches.
#include "bindings/values.h"
#include "edits/edit_script.h"
#include "edits/ter.h"
#include "matching/gtm.h"

namespace {

struct EditScript {
  Columns<std::int32_t> shifts;
  Column<std::uint8_t> steps;

  static EditScript of(const core::EditScript& script) {
    std::vector<std::int32_t> shifts;
    for (const core::PhraseShift& shift : script.shifts)
      shifts.insert(shifts.end(), {shift.start, shift.length, shift.before});
    std::vector<std::uint8_t> steps;
    for (const core::EditStep step : script.steps) steps.push_back(static_cast<std::uint8_t>(step));
    return {rows<3>(std::move(shifts)), array(std::move(steps))};
  }
};

}  // namespace

void bind_scripts(nb::module_& m) {
  nb::class_<EditScript>(m, "EditScript",
                         "`shifts` as rows of start, length and place before which the words go, and the "
                         "`steps` that are left: 0 "
                         "keep, 1 substitute, 2 insert, 3 remove.")
      .def_ro("shifts", &EditScript::shifts, kNoCopy)
      .def_ro("steps", &EditScript::steps, kNoCopy);
  m.def(
      "edit_script",
      [](const HeldBatch& batch, std::size_t hypothesis, std::size_t reference) {
        return EditScript::of(
            unlocked([&] { return core::edit_script(batch.view_of(), hypothesis, reference); }));
      },
      "batch"_a, "hypothesis"_a, "reference"_a, "A cheapest way from one row to another, without shifts.");
  m.def(
      "ter_script",
      [](const HeldBatch& batch, std::size_t hypothesis, std::size_t reference, bool tercom) {
        const core::TerRules rules = tercom ? core::TerRules::tercom : core::TerRules::sacrebleu;
        return EditScript::of(
            unlocked([&] { return core::ter_script(batch.view_of(), hypothesis, reference, rules); }));
      },
      "batch"_a, "hypothesis"_a, "reference"_a, nb::kw_only(), "tercom"_a = false,
      "The shifts and steps that TER counts between one row and another.");
  m.def(
      "gtm_runs",
      [](const HeldBatch& batch, std::size_t hypothesis, std::size_t reference, double exponent,
         int exact_up_to) {
        const auto runs = unlocked(
            [&] { return core::gtm_runs(batch.view_of(), hypothesis, reference, {exponent, exact_up_to}); });
        std::vector<std::int32_t> columns;
        for (const core::WordRun& run : runs)
          columns.insert(columns.end(), {run.hyp_start, run.ref_start, run.length});
        return rows<3>(std::move(columns));
      },
      "batch"_a, "hypothesis"_a, "reference"_a, nb::kw_only(), "exponent"_a, "exact_up_to"_a,
      "The runs of the matching behind the match size: start in the hypothesis, start in the reference, "
      "length.");
}
