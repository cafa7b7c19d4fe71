#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/batch.h"

namespace core {

// Two rankings of the same n things, as dense ranks 0, 1, 2 ... that equal scores share.
struct Ranking {
  std::span<const std::int32_t> first;
  std::span<const std::int32_t> second;
};

// Samples of the n things with repetition: counts[s * n + i] is how often thing i is in sample s,
// not negative; a sample has at most 2^31 - 1 things.
using Counts = std::span<const std::int32_t>;

// Spearman's coefficient of each sample, with the mean rank for ties; NaN where either ranking is constant.
// O(n) for a sample: ranks in a sample follow from how often each dense rank was drawn, without sorting.
std::vector<double> resampled_spearman(const Ranking& ranking, Counts counts, int threads);

// Pairs of each sample: concordant, discordant, tied in the first only, in the second only, in both. A thing
// drawn twice makes a pair tied in both. O(n log n) for a sample; the things are sorted once for all samples.
Table resampled_pair_counts(const Ranking& ranking, Counts counts, int threads);

}  // namespace core
