#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/batch.h"

namespace core {

// Scores by people and by a metric for the same things, in groups laid end to end: group g holds the
// scores offsets[g] .. offsets[g + 1]. Pairs are formed inside a group only. No score is missing.
struct ScoreGroups {
  std::span<const double> human;
  std::span<const double> metric;
  std::span<const std::int64_t> offsets;

  std::size_t size() const { return offsets.size() - 1; }
  // Throws std::invalid_argument unless lengths and offsets fit and every difference of scores is finite.
  void check() const;
};

// How the pairs of a group stand, as columns: ordered alike, ordered against each other, tied by people only,
// tied by the metric only, tied by both. The metric ties two things whose scores are at most epsilon apart.
//
// O(n log n) for a group of n: things are walked by rising metric score; those more than epsilon below the
// present one are a prefix of the walk, kept in a Fenwick tree over the ranks of human scores.
Table pair_counts(const ScoreGroups& groups, double epsilon, int threads);

struct TieCalibration {
  double accuracy;
  double epsilon;
};

// The epsilon >= 0 under which the mean over groups of the share of pairs that people and metric order alike
// or both tie is largest, and that mean (Deutsch, Foster & Freitag 2023). Of several such epsilons the
// smallest. Groups without a pair are left out; without any pair the accuracy is NaN.
//
// Exact, without sorting all pairs: one pass sums gains and losses in buckets of the metric's differences,
// and only buckets that could hold the maximum are sorted, a bounded number of pairs at a time. Sums are
// integers (shares over a common denominator) unless that denominator is too large.
TieCalibration calibrate_ties(const ScoreGroups& groups);

}  // namespace core
