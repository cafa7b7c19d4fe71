#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/batch.h"

namespace core {

// What is known about each word: a bit for each kind that it is of, and the number of its stem.
struct WordFacts {
  std::span<const std::uint8_t> kinds;
  std::span<const std::int32_t> stems;
};

// Kinds of words.
inline constexpr std::uint8_t kFunctionWord = 1, kNumberWord = 2, kNegation = 4;

// What can speak against taking two phrases for paraphrases of each other; bits, asked in this order.
//   length          one has too many words; always asked
//   numbers         they do not have the same words with digits
//   function words  one has no other words, or both have the same other words in the same order
//   inclusion       the stems of the other words of one are among those of the other, and not the same
//   negation        one says no and the other does not
inline constexpr std::uint8_t kLength = 1, kNumbers = 2, kFunctionWords = 4, kInclusion = 8, kNegated = 16;

// For row i and row n + i of a batch of 2n phrases the first objection among `asked`, or 0. O(words log
// words).
std::vector<std::uint8_t> phrase_objections(const Batch& phrases, const WordFacts& facts, std::uint8_t asked,
                                            int max_words);

}  // namespace core
