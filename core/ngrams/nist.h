#pragma once
#include "base/batch.h"

namespace core {

// NIST's sufficient statistics (Doddington 2002; mteval-v13a), one row for each segment: hypothesis words,
// mean reference words, information of the clipped matches of order 1 .. N, hypothesis n-grams of order
// 1 .. N.
//
// The information of an n-gram is log2(count of its first n - 1 words / count of the n-gram), for n = 1
// log2(all words / count); the counts are over all references of all segments given here, so the rows of a
// segment depend on the whole test set. Time O(N * tokens).
Table nist_statistics(const Batch& batch, const Pairing& pairing, int max_order, int threads);

}  // namespace core
