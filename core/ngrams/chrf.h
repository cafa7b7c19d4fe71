#pragma once
#include "base/batch.h"

namespace core {

struct ChrfOptions {
  int char_order = 6;
  int word_order = 0;
  double beta = 2;
  bool eps_smoothing = false;
};

// chrF's sufficient statistics (Popović 2015, 2017), one row for each segment: for each character order,
// then each word order, the n-grams of the hypothesis, of the reference, and the clipped matches.
//
// Of several references the one with the best F counts (the first of equals). As in sacreBLEU the
// hypothesis n-grams of an order count only if the reference has n-grams of that order.
// `characters` and `words` have the same rows; `words` is not read when word_order is 0.
// Time O(orders * characters).
Table chrf_statistics(const Batch& characters, const Batch& words, const Pairing& pairing,
                      const ChrfOptions& options, int threads);

}  // namespace core
