#pragma once
#include "base/batch.h"

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

// The parts of speech to which a dictionary's entries belong, as sets of bits. All lists are empty where the
// dictionary does not tell them apart.
struct PartsOfSpeech {
  std::span<const std::uint8_t> sets, bases;  // of each entry of the dictionary's lists of these names
  std::span<const std::uint8_t> rules;        // of each suffix; 0 for one that is not used by part of speech
};
constexpr int kPartsOfSpeech = 4;

// The sorted sets of each word: its own, and those of its bases if it is an irregular form or else of the
// word that the rules lead to, as METEOR 1.5 looks them up. Words of up to two letters and words in -ss are
// left as they are.
OwnedBatch synonym_sets(const Texts& words, const SynonymDictionary& dictionary);

// The same by part of speech, as TERp looks them up: the sets of a word, of all its irregular bases and of
// all words that the rules lead to, where a base counts only as the part of speech it is a base for. A set is
// numbered by its number in the dictionary times four plus its part of speech.
OwnedBatch synonym_sets_by_part(const Texts& words, const SynonymDictionary& dictionary,
                                const PartsOfSpeech& parts);

}  // namespace core
