// TERp.
#include "edits/terp.h"

#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string_view.h>

#include <algorithm>
#include <string>

#include "bindings/values.h"

namespace {

core::TerpShifts shifts_named(std::string_view name) {
  if (name == "none") return core::TerpShifts::none;
  if (name == "exact") return core::TerpShifts::exact;
  if (name == "relaxed-words") return core::TerpShifts::relaxed_words;
  if (name == "relaxed") return core::TerpShifts::relaxed;
  throw nb::value_error(("no rule for shifts is called '" + std::string(name) + "'").c_str());
}

using WritableBytes = nb::ndarray<std::uint8_t, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Costs = std::array<double, core::kTerpEdits>;

// The costs of the edits without phrases, then that of a shift.
core::TerpOptions terp_options(const Costs& costs, const std::array<double, 4>& phrase, double least_phrase,
                               double beam, std::string_view shifts, int max_size, int max_distance) {
  core::TerpOptions options{};
  std::copy_n(costs.begin(), options.costs.size(), options.costs.begin());
  options.shift = costs.back();
  options.phrase = phrase;
  options.least_phrase = least_phrase;
  options.beam = beam;
  options.shifts = shifts_named(shifts);
  options.max_size = max_size;
  options.max_distance = max_distance;
  return options;
}

struct TerpAlignments {
  Columns<std::int32_t> steps;
  Column<std::int64_t> step_offsets;
  Columns<std::int32_t> shifts;
  Column<std::int64_t> shift_offsets;
  HeldBatch orders;
  Column<std::int32_t> references;

  static TerpAlignments of(core::TerpAlignments&& made) {
    std::vector<std::int32_t> steps, moved;
    for (const core::TerpStep& s : made.steps)
      steps.insert(steps.end(),
                   {static_cast<std::int32_t>(s.edit), s.hyp_start, s.hyp_length, s.ref_start, s.ref_length});
    for (const core::TerpShift& s : made.shifts) moved.insert(moved.end(), {s.start, s.length, s.before});
    return {rows<5>(std::move(steps)),
            array(std::move(made.step_offsets)),
            rows<3>(std::move(moved)),
            array(std::move(made.shift_offsets)),
            HeldBatch::of(std::move(made.orders)),
            array(std::move(made.references))};
  }
};

}  // namespace

void bind_terp(nb::module_& m) {
  m.def(
      "terp_statistics",
      [](const HeldPairs& pairs, const HeldLexicon& lexicon, Bytes stop_words, const Costs& costs,
         const std::array<double, 4>& phrase, double least_phrase, double beam, std::string_view shifts,
         int max_size, int max_distance, int threads, std::optional<WritableBytes> cut_short) {
        const auto options = terp_options(costs, phrase, least_phrase, beam, shifts, max_size, max_distance);
        const std::span<std::uint8_t> cut =
            cut_short ? std::span(cut_short->data(), cut_short->size()) : std::span<std::uint8_t>();
        return array(unlocked([&] {
          return core::terp_statistics(pairs.batch(), pairs.pairing(), lexicon.view_of(), view(stop_words),
                                       options, threads, cut);
        }));
      },
      "pairs"_a, "lexicon"_a, nb::kw_only(), "stop_words"_a.noconvert(), "costs"_a, "phrase"_a,
      "least_phrase"_a, "beam"_a, "shifts"_a, "max_size"_a = 10, "max_distance"_a = 50, "threads"_a = 1,
      "cut_short"_a.noconvert() = nb::none(),
      "Columns: cost, mean reference words, insertions, deletions, substitutions, stems, synonyms, "
      "paraphrases, shifts, shifted words. `costs` are those of a match, an insertion, a deletion, a "
      "substitution, a stem, a synonym and a shift. `cut_short` gets 1 for each segment for which not all "
      "shifts could be tried.");
  nb::class_<TerpAlignments>(
      m, "TerpAlignments",
      "How each segment's cost was computed: `steps` (edit, start and length in the shifted hypothesis, "
      "start "
      "and length in the reference) and their offsets; `shifts` (start, length, before) and their offsets; "
      "`orders`, the old places of the shifted words; and the number of its reference.")
      .def_ro("steps", &TerpAlignments::steps, kNoCopy)
      .def_ro("step_offsets", &TerpAlignments::step_offsets, kNoCopy)
      .def_ro("shifts", &TerpAlignments::shifts, kNoCopy)
      .def_ro("shift_offsets", &TerpAlignments::shift_offsets, kNoCopy)
      .def_ro("orders", &TerpAlignments::orders)
      .def_ro("references", &TerpAlignments::references, kNoCopy);
  m.def(
      "terp_alignments",
      [](const HeldPairs& pairs, const HeldLexicon& lexicon, Bytes stop_words, const Costs& costs,
         const std::array<double, 4>& phrase, double least_phrase, double beam, std::string_view shifts,
         int max_size, int max_distance) {
        const auto options = terp_options(costs, phrase, least_phrase, beam, shifts, max_size, max_distance);
        return TerpAlignments::of(unlocked([&] {
          return core::terp_alignments(pairs.batch(), pairs.pairing(), lexicon.view_of(), view(stop_words),
                                       options);
        }));
      },
      "pairs"_a, "lexicon"_a, nb::kw_only(), "stop_words"_a.noconvert(), "costs"_a, "phrase"_a,
      "least_phrase"_a, "beam"_a, "shifts"_a, "max_size"_a = 10, "max_distance"_a = 50,
      "How each segment's cost was computed.");
}
