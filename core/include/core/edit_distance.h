#pragma once
#include "core/batch.h"

namespace core {

// Word errors of every segment against the reference with the lowest error rate, one row for each:
// edits, reference words. Of equal rates the one with fewer edits counts.
//
// Levenshtein distance by Hyyrö's bit-vector form of Myers' algorithm (Hyyrö 2003), 64 cells at a step;
// time O(|h| * |r| / 64) a pair.
Table wer_statistics(const Batch& batch, const Pairing& pairing, int threads);

// The same without regard to word order (Tillmann et al. 1997): max(|h|, |r|) less the words in common.
Table per_statistics(const Batch& batch, const Pairing& pairing, int threads);

// Levenshtein distance of row a[i] and row b[i] of a batch.
std::vector<std::int32_t> edit_distances(const Batch& batch, std::span<const std::int32_t> a,
                                         std::span<const std::int32_t> b, int threads);

}  // namespace core
