#pragma once
#include "core/batch.h"

namespace core {

// Synonym sets by word, and how inflected words lead to the words listed. All lists of words are sorted.
struct SynonymDictionary {
  Texts words;
  Ragged<std::int32_t> sets;  // of each word
  Texts irregular;
  Ragged<std::int32_t> bases;  // of each irregular form, as numbers in `words`
  Texts suffixes,
      endings;  // a regular form loses suffix i and gets ending i; the first that gives a word holds
};

// The sorted sets of each word: its own, and those of its bases if it is an irregular form or else of the
// word that the rules lead to, as METEOR 1.5 looks them up. Words of up to two letters and words in -ss are
// left as they are.
OwnedBatch synonym_sets(const Texts& words, const SynonymDictionary& dictionary);

}  // namespace core
