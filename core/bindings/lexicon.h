#pragma once
// What is known about the words of a batch, as Python hands it to every kernel that matches words.
#include "arrays.h"
#include "core/matching.h"

using Numbers = Array<std::uint32_t>;
using Floats = Array<float>;

// A lexicon that keeps the arrays it looks into.
struct HeldLexicon {
  Ids same, stems, synonyms;
  Offsets synonym_offsets;
  Numbers child_offsets, words, entry_offsets, targets;
  Floats probabilities;
  Ids table_words;

  core::Lexicon view_of() const {
    return {view(same),
            view(stems),
            {view(synonyms), view(synonym_offsets)},
            {view(child_offsets), view(words), view(entry_offsets), view(targets), view(probabilities)},
            view(table_words)};
  }
};
