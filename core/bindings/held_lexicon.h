#pragma once
// The lexicon as Python holds it, and tables of small numbers as results.
#include "arrays.h"
#include "core/matching.h"

using Numbers = Array<std::uint32_t>;
using Floats = Array<float>;

// A lexicon that keeps the arrays it looks into.
struct HeldLexicon {
  Ids same, stems, synonyms;
  Offsets synonym_offsets;
  Numbers slots, words, entry_offsets, targets;
  Floats probabilities;
  Ids table_words;

  core::Lexicon view_of() const {
    return {view(same),
            view(stems),
            {view(synonyms), view(synonym_offsets)},
            {view(slots), view(words), view(entry_offsets), view(targets), view(probabilities)},
            view(table_words)};
  }
};

// Numbers as a table of so many columns.
template <std::size_t kColumns>
auto rows(std::vector<std::int32_t>&& values) {
  const std::size_t n_rows = values.size() / kColumns;
  auto* owned = new std::vector<std::int32_t>(std::move(values));
  nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<std::int32_t>*>(p); });
  return nb::ndarray<nb::numpy, std::int32_t, nb::ndim<2>>(owned->data(), {n_rows, kColumns}, owner);
}
