#pragma once
#include "base/batch.h"

namespace core {

// What sort of word a word is; a word can be of several.
enum WordKind : std::uint16_t {
  kNumber = 1,
  kCapital = 2,  // begins with a capital letter
  kNegation = 4,
  kPunctuation = 8,
  kFunction = 16,
  kQuote = 32,
  kUnknown = 64,
  kRare = 128,
  kForeign = 256,  // written in another script
};

// What is known about each word, by its id.
struct WordFacts {
  std::span<const std::int32_t> folded;    // the id that stands for the word in lowercase
  std::span<const std::int32_t> prefixes;  // the number of its first letters, below the number of words
  std::span<const double> weights;         // how much it says; finite and not negative
  std::span<const std::uint16_t> kinds;
};

inline constexpr std::size_t kContentColumns = 36;

// What one side says and the other does not, one row for each reference of each hypothesis, in their order.
//
// The k-th occurrence of a word has a counterpart where the other side has k of it, whatever their case.
// Shares of nothing are 0. Columns:
//    0- 2 precision, recall and F1 of words by weight; 3-5 the same of first letters
//    6- 9 weight for each word of the reference that is missing and of the hypothesis that is too many; mean
//         weight of the words that only the hypothesis has, and only the reference
//   10-19 numbers, names (capitals that do not begin the text), negations, punctuation marks, function words:
//         of those of the reference the share that is missing, of those of the hypothesis that which is extra
//   20-22 words, bigrams and trigrams that the hypothesis repeats more often than the reference, as shares
//   23-26 words with a counterpart of other case; whether both end with the same mark; difference of the
//         numbers of quotes; words of another script that only the hypothesis has
//   27-30 logarithm of the ratio of lengths, its size, how much of it is too short; logarithm of the length
//         of the reference
//   31-33 unknown words of the hypothesis, of the reference, rare words of the hypothesis
//   34-35 precision and recall of bigrams
// Time O(words).
Table content_features(const Batch& batch, const Pairing& pairing, const WordFacts& facts, int threads);

}  // namespace core
