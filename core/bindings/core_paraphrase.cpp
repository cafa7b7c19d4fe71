// Word alignments, and the phrase pairs that they allow.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>

#include "arrays.h"
#include "core/phrase_objections.h"
#include "core/phrase_pairs.h"

namespace {

auto alignment_arrays(core::OwnedBatch&& batch) {
  return std::pair(array(std::move(batch.ids)), array(std::move(batch.offsets)));
}

auto columns_of(std::vector<core::PhrasePair>&& pairs) {
  static_assert(sizeof(core::PhrasePair) == 5 * sizeof(std::int32_t));
  const std::size_t rows = pairs.size();
  auto* owned = new std::vector<core::PhrasePair>(std::move(pairs));
  nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<core::PhrasePair>*>(p); });
  return nb::ndarray<nb::numpy, std::int32_t, nb::ndim<2>>(reinterpret_cast<std::int32_t*>(owned->data()),
                                                           {rows, 5}, owner);
}

}  // namespace

void bind_paraphrase(nb::module_& m) {
  m.def(
      "read_alignments",
      [](Bytes bytes, Offsets offsets, Ids first, Ids second) {
        return alignment_arrays(unlocked(
            [&] { return core::read_alignments(texts(bytes, offsets), {view(first), view(second)}); }));
      },
      "bytes"_a.noconvert(), "offsets"_a.noconvert(), "first_lengths"_a.noconvert(),
      "second_lengths"_a.noconvert(), "Points and offsets of alignments such as `0-0 1-2`.");
  m.def(
      "symmetrize",
      [](Ids one, Offsets one_offsets, Ids other, Offsets other_offsets, Ids first, Ids second,
         std::string_view method) {
        return alignment_arrays(unlocked([&] {
          return core::symmetrize(batch(one, one_offsets), batch(other, other_offsets),
                                  {view(first), view(second)}, core::symmetrization_named(method));
        }));
      },
      "one"_a.noconvert(), "one_offsets"_a.noconvert(), "other"_a.noconvert(), "other_offsets"_a.noconvert(),
      "first_lengths"_a.noconvert(), "second_lengths"_a.noconvert(), "method"_a,
      "Points and offsets of one alignment made of two.");
  m.def(
      "phrase_pairs",
      [](Ids points, Offsets offsets, Ids first, Ids second, int max_words) {
        return columns_of(unlocked([&] {
          return core::phrase_pairs(batch(points, offsets), {view(first), view(second)}, max_words);
        }));
      },
      "points"_a.noconvert(), "offsets"_a.noconvert(), "first_lengths"_a.noconvert(),
      "second_lengths"_a.noconvert(), "max_words"_a,
      "Columns: row, begin and end of the first phrase, begin and end of the second.");
  m.def(
      "count_phrase_pairs",
      [](Ids first, Offsets first_offsets, Bytes first_words, Offsets first_word_offsets,
         Bytes first_unwanted, Ids second, Offsets second_offsets, Bytes second_words,
         Offsets second_word_offsets, Bytes second_unwanted, Ids points, Offsets offsets, int max_words) {
        core::PhraseCounts counts = unlocked([&] {
          return core::count_phrase_pairs(
              {batch(first, first_offsets), texts(first_words, first_word_offsets), view(first_unwanted)},
              {batch(second, second_offsets), texts(second_words, second_word_offsets),
               view(second_unwanted)},
              batch(points, offsets), max_words);
        });
        return std::tuple(arrays(std::move(counts.first_phrases)), arrays(std::move(counts.second_phrases)),
                          array(std::move(counts.first)), array(std::move(counts.second)),
                          array(std::move(counts.count)), array(std::move(counts.first_row)),
                          counts.left_out);
      },
      "first"_a.noconvert(), "first_offsets"_a.noconvert(), "first_words"_a.noconvert(),
      "first_word_offsets"_a.noconvert(), "first_unwanted"_a.noconvert(), "second"_a.noconvert(),
      "second_offsets"_a.noconvert(), "second_words"_a.noconvert(), "second_word_offsets"_a.noconvert(),
      "second_unwanted"_a.noconvert(), "points"_a.noconvert(), "offsets"_a.noconvert(), "max_words"_a,
      "Phrases of both sides; of each different pair their numbers, its count, its first row; how many "
      "occurrences "
      "were left out.");
  m.def(
      "phrase_objections",
      [](Ids ids, Offsets offsets, Bytes kinds, Ids stems, std::uint8_t asked, int max_words) {
        return array(unlocked([&] {
          return core::phrase_objections(batch(ids, offsets), {view(kinds), view(stems)}, asked, max_words);
        }));
      },
      "ids"_a.noconvert(), "offsets"_a.noconvert(), "kinds"_a.noconvert(), "stems"_a.noconvert(), "asked"_a,
      "max_words"_a, "What speaks against each pair of phrases: a bit of `asked`, 1 for length, or 0.");
}
