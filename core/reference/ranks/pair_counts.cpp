#include "reference/ranks/pair_counts.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace reference {

namespace {

int sign(double difference) { return (difference > 0) - (difference < 0); }

double mean_accuracy(const std::vector<Scores>& human, const std::vector<Scores>& metric, double epsilon) {
  double sum = 0;
  int groups = 0;
  for (std::size_t g = 0; g < human.size(); ++g) {
    const auto counts = pair_counts(human[g], metric[g], epsilon);
    const long all = counts[0] + counts[1] + counts[2] + counts[3] + counts[4];
    if (all == 0) continue;
    sum += static_cast<double>(counts[0] + counts[4]) / static_cast<double>(all);
    ++groups;
  }
  return groups == 0 ? std::numeric_limits<double>::quiet_NaN() : sum / groups;
}

Scores mean_ranks(const Scores& scores) {
  Scores ranks;
  for (const double score : scores) {
    double lower = 0, equal = 0;
    for (const double other : scores) {
      lower += other < score;
      equal += other == score;
    }
    ranks.push_back(lower + (equal + 1) / 2);
  }
  return ranks;
}

double mean(const Scores& scores) {
  double sum = 0;
  for (const double score : scores) sum += score;
  return sum / static_cast<double>(scores.size());
}

}  // namespace

std::array<long, 5> pair_counts(const Scores& human, const Scores& metric, double epsilon) {
  std::array<long, 5> counts{};
  for (std::size_t i = 0; i < human.size(); ++i) {
    for (std::size_t j = i + 1; j < human.size(); ++j) {
      const int h = sign(human[i] - human[j]);
      const int m = std::abs(metric[i] - metric[j]) <= epsilon ? 0 : sign(metric[i] - metric[j]);
      if (h == 0 && m == 0)
        ++counts[4];
      else if (h == 0)
        ++counts[2];
      else if (m == 0)
        ++counts[3];
      else if (h == m)
        ++counts[0];
      else
        ++counts[1];
    }
  }
  return counts;
}

std::pair<double, double> calibrate_ties(const std::vector<Scores>& human,
                                         const std::vector<Scores>& metric) {
  Scores epsilons{0.0};
  for (const Scores& scores : metric)
    for (const double a : scores)
      for (const double b : scores) epsilons.push_back(std::abs(a - b));
  std::sort(epsilons.begin(), epsilons.end());
  std::pair best{mean_accuracy(human, metric, 0.0), 0.0};
  for (const double epsilon : epsilons) {
    const double accuracy = mean_accuracy(human, metric, epsilon);
    if (accuracy > best.first + 1e-12) best = {accuracy, epsilon};
  }
  return best;
}

double spearman(const Scores& x, const Scores& y) {
  const Scores a = mean_ranks(x), b = mean_ranks(y);
  const double mean_a = mean(a), mean_b = mean(b);
  double aa = 0, bb = 0, ab = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    aa += (a[i] - mean_a) * (a[i] - mean_a);
    bb += (b[i] - mean_b) * (b[i] - mean_b);
    ab += (a[i] - mean_a) * (b[i] - mean_b);
  }
  return aa > 0 && bb > 0 ? ab / std::sqrt(aa * bb) : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace reference
