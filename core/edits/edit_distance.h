#pragma once
#include "base/batch.h"

namespace core {

// Which of several references is the closest: the one with the lowest error rate, and of equal rates the one
// with fewer edits; or the one with the fewest edits, and of equal numbers the longest.
enum class Closest { by_rate, by_edits };

// Word errors of every segment against the closest reference, one row for each: edits, reference words.
//
// Levenshtein distance by Hyyrö's bit-vector form of Myers' algorithm (Hyyrö 2003), 64 cells at a step;
// time O(|h| * |r| / 64) a pair.
Table wer_statistics(const Batch& batch, const Pairing& pairing, Closest closest, int threads);

// The same without regard to word order (Tillmann et al. 1997): max(|h|, |r|) less the words in common.
Table per_statistics(const Batch& batch, const Pairing& pairing, Closest closest, int threads);

// Levenshtein distance of row a[i] and row b[i] of a batch.
std::vector<std::int32_t> edit_distances(const Batch& batch, std::span<const std::int32_t> a,
                                         std::span<const std::int32_t> b, int threads);

}  // namespace core
