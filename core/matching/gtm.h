#pragma once
#include "base/batch.h"

namespace core {

// The match size of the F-measure (Turian et al. 2003), one row for each segment: match size, hypothesis
// words, reference words, for the reference with the best F (of equals the shortest).
//
// A matching is a set of runs, equal stretches of both texts, in which no word is used twice; its size is
// (sum of |run|^e)^(1/e). For e = 1 the largest matching is the words in common. For e > 1 finding it is
// hard: where both texts have at most `exact_up_to` words all matchings are searched, otherwise runs are
// taken longest first (the earlier in the hypothesis, then in the reference, of equals).
// Time O(|h| * |r|) and a queue of runs for the greedy search, O(|h|^2 * |r| * 2^|r|) at worst for the exact
// one.
struct GtmOptions {
  double exponent = 1;
  int exact_up_to = 10;
};

constexpr int kLargestExactGtm = 16;

// A stretch of equal words.
struct WordRun {
  std::int32_t hyp_start, ref_start, length;
};

Table gtm_statistics(const Batch& batch, const Pairing& pairing, const GtmOptions& options, int threads);

// The runs of the matching behind the match size of one row of a batch against another.
std::vector<WordRun> gtm_runs(const Batch& batch, std::size_t hypothesis, std::size_t reference,
                              const GtmOptions& options);

}  // namespace core
