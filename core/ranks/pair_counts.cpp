#include "ranks/pair_counts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "base/parallel.h"
#include "ranks/details/fenwick.h"

namespace core {

namespace {

// Below this size comparing all pairs is faster than sorting.
constexpr std::size_t kSmall = 48;

struct Pairs {
  std::int64_t concordant = 0, discordant = 0, human_ties = 0, metric_ties = 0, both_tied = 0;
};

Pairs count_all(std::span<const double> human, std::span<const double> metric, double epsilon) {
  // Indexed by whether the metric ties, whether people tie, and whether the signs are alike.
  std::int64_t kinds[8] = {};
  for (std::size_t i = 1; i < human.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double h = human[i] - human[j], m = metric[i] - metric[j];
      const unsigned tied = std::abs(m) <= epsilon, human_tied = human[i] == human[j];
      ++kinds[tied << 2 | human_tied << 1 | static_cast<unsigned>((h > 0) == (m > 0))];
    }
  }
  return {kinds[1], kinds[0], kinds[2] + kinds[3], kinds[4] + kinds[5], kinds[6] + kinds[7]};
}

// A score and where it stands.
struct Place {
  double score;
  std::uint32_t at;
};

std::vector<Place> sorted(std::span<const double> scores) {
  std::vector<Place> places(scores.size());
  for (std::size_t i = 0; i < scores.size(); ++i) places[i] = {scores[i], static_cast<std::uint32_t>(i)};
  std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) { return a.score < b.score; });
  return places;
}

std::int64_t pairs_of(std::int64_t n) { return n * (n - 1) / 2; }

Pairs count_sorted(std::span<const double> human, std::span<const double> metric, double epsilon) {
  const std::size_t n = human.size();
  std::vector<std::uint32_t> rank(n);
  std::int64_t all_human_ties = 0, run = 0;
  std::uint32_t last = 0;
  const std::vector<Place> by_human = sorted(human);
  for (std::size_t i = 0; i < n; ++i) {
    const bool tied = i > 0 && by_human[i].score == by_human[i - 1].score;
    if (!tied && i > 0) ++last;
    run = tied ? run + 1 : 0;
    all_human_ties += run;
    rank[by_human[i].at] = last;
  }
  Pairs pairs;
  Fenwick below(last + std::size_t{1});
  const std::vector<Place> by_metric = sorted(metric);
  std::size_t start = 0;
  for (const Place& place : by_metric) {
    while (place.score - by_metric[start].score > epsilon) below.add(rank[by_metric[start++].at], 1);
    const std::size_t own = rank[place.at];
    const std::int64_t lower = below.sum(own), not_higher = below.sum(own + 1);
    pairs.concordant += lower;
    pairs.human_ties += not_higher - lower;
    pairs.discordant += static_cast<std::int64_t>(start) - not_higher;
  }
  pairs.both_tied = all_human_ties - pairs.human_ties;
  pairs.metric_ties =
      pairs_of(static_cast<std::int64_t>(n)) - pairs.concordant - pairs.discordant - all_human_ties;
  return pairs;
}

}  // namespace

void ScoreGroups::check() const {
  if (human.size() != metric.size())
    throw std::invalid_argument("human has " + std::to_string(human.size()) + " scores but metric has " +
                                std::to_string(metric.size()));
  if (human.size() > std::numeric_limits<std::uint32_t>::max())
    throw std::invalid_argument("human: too many scores");
  if (offsets.empty() || offsets.front() != 0 || offsets.back() != static_cast<std::int64_t>(human.size()))
    throw std::invalid_argument("offsets: expected to begin with 0 and to end with " +
                                std::to_string(human.size()));
  if (!std::is_sorted(offsets.begin(), offsets.end()))
    throw std::invalid_argument("offsets: not in rising order");
  for (const auto scores : {human, metric}) {
    if (scores.empty()) continue;
    for (std::size_t i = 0; i < scores.size(); ++i)
      if (!std::isfinite(scores[i]))
        throw std::invalid_argument("score " + std::to_string(i) + " is not finite");
    const auto [low, high] = std::minmax_element(scores.begin(), scores.end());
    if (!std::isfinite(*high - *low))
      throw std::invalid_argument("scores are too far apart for their difference");
  }
}

Table pair_counts(const ScoreGroups& groups, double epsilon, int threads) {
  groups.check();
  if (!(epsilon >= 0)) throw std::invalid_argument("epsilon: expected a number that is not negative");
  Table table(groups.size(), 5);
  parallel_for(groups.size(), threads, [&] {
    return [&](std::size_t begin, std::size_t end) {
      for (std::size_t g = begin; g < end; ++g) {
        const auto from = static_cast<std::size_t>(groups.offsets[g]);
        const auto size = static_cast<std::size_t>(groups.offsets[g + 1]) - from;
        const auto human = groups.human.subspan(from, size), metric = groups.metric.subspan(from, size);
        const Pairs pairs =
            size < kSmall ? count_all(human, metric, epsilon) : count_sorted(human, metric, epsilon);
        const std::int64_t columns[] = {pairs.concordant, pairs.discordant, pairs.human_ties,
                                        pairs.metric_ties, pairs.both_tied};
        for (std::size_t c = 0; c < 5; ++c) table.values[g * 5 + c] = static_cast<double>(columns[c]);
      }
    };
  });
  return table;
}

}  // namespace core
