// Word alignments, and the phrase pairs that they allow.
#include <nanobind/stl/string_view.h>

#include "bindings/values.h"
#include "bitext/phrase_objections.h"
#include "bitext/phrase_pairs.h"

namespace {

Columns<std::int32_t> columns_of(std::vector<core::PhrasePair>&& pairs) {
  static_assert(sizeof(core::PhrasePair) == 5 * sizeof(std::int32_t));
  const std::size_t n_rows = pairs.size();
  auto [data, owner] = held(std::move(pairs));
  return Columns<std::int32_t>(reinterpret_cast<std::int32_t*>(data), {n_rows, 5}, owner);
}

struct HeldSentences {
  HeldBatch batch;
  HeldTexts words;
  Bytes unwanted;

  core::Sentences view_of() const { return {batch.view_of(), words.view_of(), view(unwanted)}; }
};

struct PhraseCounts {
  HeldTexts first_phrases, second_phrases;
  Column<std::int32_t> first, second;
  Column<std::int64_t> counts;
  Column<std::int32_t> first_rows;
  std::int64_t left_out;

  static PhraseCounts of(core::PhraseCounts&& made) {
    return {HeldTexts::of(std::move(made.first_phrases)),
            HeldTexts::of(std::move(made.second_phrases)),
            array(std::move(made.first)),
            array(std::move(made.second)),
            array(std::move(made.count)),
            array(std::move(made.first_row)),
            made.left_out};
  }
};

void bind_counts(nb::module_& m) {
  nb::class_<HeldSentences>(m, "Sentences",
                            "Sentences as ids, what names the ids, and which words no phrase may have.")
      .def(
          "__init__",
          [](HeldSentences* self, const HeldBatch& batch, const HeldTexts& words, Bytes unwanted) {
            new (self) HeldSentences{batch, words, unwanted};
          },
          "batch"_a, nb::kw_only(), "words"_a, "unwanted"_a.noconvert());
  nb::class_<PhraseCounts>(m, "PhraseCounts",
                           "Phrases of both sides; of each different pair the numbers of its phrases "
                           "(`first`, `second`), its count "
                           "and its first row; how many occurrences were left out.")
      .def_ro("first_phrases", &PhraseCounts::first_phrases)
      .def_ro("second_phrases", &PhraseCounts::second_phrases)
      .def_ro("first", &PhraseCounts::first, kNoCopy)
      .def_ro("second", &PhraseCounts::second, kNoCopy)
      .def_ro("counts", &PhraseCounts::counts, kNoCopy)
      .def_ro("first_rows", &PhraseCounts::first_rows, kNoCopy)
      .def_ro("left_out", &PhraseCounts::left_out);
  m.def(
      "count_phrase_pairs",
      [](const HeldSentences& first, const HeldSentences& second, const HeldBatch& alignments,
         int max_words) {
        return PhraseCounts::of(unlocked([&] {
          return core::count_phrase_pairs(first.view_of(), second.view_of(), alignments.view_of(), max_words);
        }));
      },
      "first"_a, "second"_a, "alignments"_a, nb::kw_only(), "max_words"_a,
      "The different phrase pairs that the alignments of sentence pairs allow.");
}

}  // namespace

void bind_paraphrase(nb::module_& m) {
  m.def(
      "read_alignments",
      [](const HeldTexts& texts, Ids first, Ids second) {
        return HeldBatch::of(
            unlocked([&] { return core::read_alignments(texts.view_of(), {view(first), view(second)}); }));
      },
      "texts"_a, nb::kw_only(), "first_lengths"_a.noconvert(), "second_lengths"_a.noconvert(),
      "Points of alignments such as `0-0 1-2`.");
  m.def(
      "symmetrize",
      [](const HeldBatch& one, const HeldBatch& other, Ids first, Ids second, std::string_view method) {
        return HeldBatch::of(unlocked([&] {
          return core::symmetrize(one.view_of(), other.view_of(), {view(first), view(second)},
                                  core::symmetrization_named(method));
        }));
      },
      "one"_a, "other"_a, nb::kw_only(), "first_lengths"_a.noconvert(), "second_lengths"_a.noconvert(),
      "method"_a, "Points of one alignment made of two.");
  m.def(
      "phrase_pairs",
      [](const HeldBatch& alignments, Ids first, Ids second, int max_words) {
        return columns_of(unlocked([&] {
          return core::phrase_pairs(alignments.view_of(), {view(first), view(second)}, max_words);
        }));
      },
      "alignments"_a, nb::kw_only(), "first_lengths"_a.noconvert(), "second_lengths"_a.noconvert(),
      "max_words"_a, "Columns: row, begin and end of the first phrase, begin and end of the second.");
  bind_counts(m);
  m.def(
      "phrase_objections",
      [](const HeldBatch& phrases, Bytes kinds, Ids stems, std::uint8_t asked, int max_words) {
        return array(unlocked([&] {
          return core::phrase_objections(phrases.view_of(), {view(kinds), view(stems)}, asked, max_words);
        }));
      },
      "phrases"_a, nb::kw_only(), "kinds"_a.noconvert(), "stems"_a.noconvert(), "asked"_a, "max_words"_a,
      "What speaks against each pair of phrases: a bit of `asked`, 1 for length, or 0.");
}
