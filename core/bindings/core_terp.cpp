// TERp.
#include <nanobind/stl/array.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <string>

#include "core/terp.h"
#include "held_lexicon.h"

namespace {

core::TerpShifts shifts_named(std::string_view name) {
  if (name == "none") return core::TerpShifts::none;
  if (name == "exact") return core::TerpShifts::exact;
  if (name == "relaxed-words") return core::TerpShifts::relaxed_words;
  if (name == "relaxed") return core::TerpShifts::relaxed;
  throw nb::value_error(("no rule for shifts is called '" + std::string(name) + "'").c_str());
}

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

}  // namespace

void bind_terp(nb::module_& m) {
  m.def(
      "terp_statistics",
      [](Ids ids, Offsets offsets, Ids hyp, Ids ref, Offsets ref_offsets, const HeldLexicon& lexicon,
         Bytes stop_words, const Costs& costs, const std::array<double, 4>& phrase, double least_phrase,
         double beam, std::string_view shifts, int max_size, int max_distance, int threads) {
        const core::Lexicon looked_into = lexicon.view_of();
        const auto options = terp_options(costs, phrase, least_phrase, beam, shifts, max_size, max_distance);
        return array(unlocked([&] {
          return core::terp_statistics(batch(ids, offsets), pairing(hyp, ref, ref_offsets), looked_into,
                                       view(stop_words), options, threads);
        }));
      },
      "ids"_a.noconvert(), "offsets"_a.noconvert(), "hypotheses"_a.noconvert(), "references"_a.noconvert(),
      "reference_offsets"_a.noconvert(), "lexicon"_a, "stop_words"_a.noconvert(), "costs"_a, "phrase"_a,
      "least_phrase"_a, "beam"_a, "shifts"_a, "max_size"_a = 10, "max_distance"_a = 50, "threads"_a = 1,
      "Columns: cost, mean reference words, insertions, deletions, substitutions, stems, synonyms, "
      "paraphrases, shifts, shifted words. `costs` are those of a match, an insertion, a deletion, a "
      "substitution, a stem, a synonym and a shift.");
  m.def(
      "terp_alignments",
      [](Ids ids, Offsets offsets, Ids hyp, Ids ref, Offsets ref_offsets, const HeldLexicon& lexicon,
         Bytes stop_words, const Costs& costs, const std::array<double, 4>& phrase, double least_phrase,
         double beam, std::string_view shifts, int max_size, int max_distance) {
        const core::Lexicon looked_into = lexicon.view_of();
        const auto options = terp_options(costs, phrase, least_phrase, beam, shifts, max_size, max_distance);
        core::TerpAlignments found = unlocked([&] {
          return core::terp_alignments(batch(ids, offsets), pairing(hyp, ref, ref_offsets), looked_into,
                                       view(stop_words), options);
        });
        std::vector<std::int32_t> steps, moved;
        for (const core::TerpStep& s : found.steps)
          steps.insert(steps.end(), {static_cast<std::int32_t>(s.edit), s.hyp_start, s.hyp_length,
                                     s.ref_start, s.ref_length});
        for (const core::TerpShift& s : found.shifts)
          moved.insert(moved.end(), {s.start, s.length, s.before});
        return std::tuple(rows<5>(std::move(steps)), array(std::move(found.step_offsets)),
                          rows<3>(std::move(moved)), array(std::move(found.shift_offsets)),
                          array(std::move(found.orders.ids)), array(std::move(found.orders.offsets)),
                          array(std::move(found.references)));
      },
      "ids"_a.noconvert(), "offsets"_a.noconvert(), "hypotheses"_a.noconvert(), "references"_a.noconvert(),
      "reference_offsets"_a.noconvert(), "lexicon"_a, "stop_words"_a.noconvert(), "costs"_a, "phrase"_a,
      "least_phrase"_a, "beam"_a, "shifts"_a, "max_size"_a = 10, "max_distance"_a = 50,
      "How each segment's cost was computed: steps (edit, start and length in the shifted hypothesis, start "
      "and length in the reference) and their offsets; shifts (start, length, before) and their offsets; "
      "the old places of the shifted words and their offsets; and the number of its reference.");
}
