#pragma once
#include "base/batch.h"
#include "learn/content.h"

namespace core {

// What is known about each word beside WordFacts, by the id that stands for it in lowercase.
struct ContrastFacts {
  WordFacts words;
  std::span<const std::int32_t> numbers;  // of the number that it stands for; -1 for none
  Ragged<std::int32_t> opposites;         // ids of words that say the opposite
  Ragged<std::int32_t> others;            // ids of words that cannot hold where it does, such as other days
  Ragged<std::int32_t> synonyms;          // sets of synonyms, rising
};

inline constexpr std::size_t kContrastColumns = 35;
// Texts with more words that differ than this are not aligned: the columns of edits are 0.
inline constexpr std::size_t kMostContrasted = 512;

// What turns a sentence into one that says something else, one row for each reference of each hypothesis.
//
// A word is found where the other side has as many of it, in lowercase. Punctuation marks are not looked at.
// An edit stands alone where at least two equal words, or an end, are on each side of it; words are aligned
// by the longest sequence that both sides have. Weights are in units of a number's, 4, and no edit counts
// more. Columns:
//    0- 1  negations that the hypothesis has less, and more
//    2- 4  numbers, whatever their spelling: missing, extra, the smaller of both
//    5- 7  names (capitals that do not begin the text, function words aside): those whose first letters are
//          missing, extra, the smaller of both
//    8- 9  words of the reference that are missing, for which the hypothesis has an opposite, or another of
//          their kind
//   10-20  edits that stand alone, each counted by how many equal words there are on both sides: the product
//          of their shares of six, at most 1. A word for a word: 11 another number, 12 another name, 13 an
//          opposite, 14 another of its kind, 15 the same by weight, 16 any other, by weight; 17 with first
//          letters in common, 18 with a set of synonyms in common. Up to three words for up to three that are
//          neither 13 nor 14: 10 another number of negations, with no other words than function words.
//          19 what is left out, 20 what is put in, by weight, at most 3
//   21     1 where all that differs is that two words, or two times two, stand in each other's places, two
//          of which are no function words
//   22-32  as 10-20, but of all edits, wherever they stand, each counted by how little differs elsewhere: 1
//          where nothing does, a sixth less for each word, 0 from six on
//   33     words that both have but not in this order, as a share of the longer side's, from .3 up to 1
//   34     words that the hypothesis has too often, said before in it, as a share of its words, from .2 up to
//   1
// Time O(words of the reference * words of the hypothesis).
Table contrast_features(const Batch& batch, const Pairing& pairing, const ContrastFacts& facts, int threads);

}  // namespace core
