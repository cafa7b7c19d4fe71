#pragma once
#include "base/batch.h"

namespace core {

// BLEU's sufficient statistics (Papineni et al. 2002), one row for each segment, in sacreBLEU's order:
// hypothesis words, reference words, clipped matches of order 1 .. N, hypothesis n-grams of order 1 .. N.
//
// Matches are clipped by the largest count in any single reference; the reference length is the one closest
// to the hypothesis (the shorter of two equally close). Time O(N * tokens).
Table bleu_statistics(const Batch& batch, const Pairing& pairing, int max_order, int threads);

}  // namespace core
