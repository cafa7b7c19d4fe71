#pragma once
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/batch.h"

namespace core {

// Word alignments of sentence pairs: row i lists points first, second, first, second, ... (places of words
// from 0), sorted and each once.
using Alignments = Ragged<std::int32_t>;

// How many words the two sentences of each pair have.
struct PairLengths {
  std::span<const std::int32_t> first, second;

  std::size_t size() const { return first.size(); }
};

// Alignments as other aligners write them, one text for each sentence pair: `0-0 1-2 2-1`. Throws
// std::invalid_argument that begins with the number of the row (`3: ...`) where a point cannot be read or
// names a word that is not there. Points may come in any order and more than once.
OwnedBatch read_alignments(const Texts& texts, const PairLengths& lengths);

// One alignment from two, by the definitions of Och & Ney (2003) and Koehn et al. (2003).
//   intersection, union  the points in both, in either
//   grow_diag            the intersection, and then, row by row until nothing changes, every point of the
//   union
//                        beside a point already taken (diagonals too) one of whose words has no point yet
//   grow_diag_final_and  then the points of the first alignment and those of the second, row by row, neither
//   of
//                        whose words has a point yet
// O(p log p) for p points, for each pass of growing.
enum class Symmetrization { intersection, united, grow_diag, grow_diag_final_and };
Symmetrization symmetrization_named(std::string_view name);

OwnedBatch symmetrize(const Alignments& one, const Alignments& other, const PairLengths& lengths,
                      Symmetrization method);

// Two phrases that translate each other: words begin .. end of either sentence of pair `row`.
struct PhrasePair {
  std::int32_t row, first_begin, first_end, second_begin, second_end;
  bool operator==(const PhrasePair&) const = default;
};

// All phrase pairs of at most `max_words` words on either side that are consistent with the alignment: at
// least one point lies inside, and no point has one word inside and one outside (Och & Ney 2004). Sorted by
// row, then by the first phrase, then by the second. O(words * max_words^2) for a row, and what is found.
std::vector<PhrasePair> phrase_pairs(const Alignments& alignments, const PairLengths& lengths, int max_words);

// The different phrase pairs of some sentence pairs: texts of the phrases (words with spaces between), and
// for each pair the numbers of its phrases, how often it occurs, and the first row in which it does. Pairs
// are in the order in which they occur first.
struct PhraseCounts {
  OwnedTexts first_phrases, second_phrases;
  std::vector<std::int32_t> first, second, first_row;
  std::vector<std::int64_t> count;
  std::int64_t left_out = 0;  // occurrences of pairs with an unwanted word
};

// Sentences as ids of words; `words` names them, and a phrase with a word that is `unwanted` is left out.
struct Sentences {
  Batch ids;
  Texts words;
  std::span<const std::uint8_t> unwanted;
};

PhraseCounts count_phrase_pairs(const Sentences& first, const Sentences& second, const Alignments& alignments,
                                int max_words);

}  // namespace core
