#include "ranks/resampled_ranks.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>

#include "base/parallel.h"
#include "ranks/details/fenwick.h"

namespace core {

namespace {

std::size_t n_ranks(std::span<const std::int32_t> ranks, const char* name) {
  if (ranks.empty()) return 0;
  const auto [low, high] = std::minmax_element(ranks.begin(), ranks.end());
  if (*low < 0 || static_cast<std::size_t>(*high) >= ranks.size())
    throw std::invalid_argument(std::string(name) + ": expected dense ranks from 0 to " +
                                std::to_string(ranks.size() - 1) + ", found " + std::to_string(*low) +
                                " to " + std::to_string(*high));
  return static_cast<std::size_t>(*high) + 1;
}

// Pairs of this many things still fit 64 bits, and so do their mean ranks.
constexpr std::int64_t kLargestSample = std::numeric_limits<std::int32_t>::max();

void check_sample(Counts counts) {
  std::int64_t size = 0;
  for (const std::int32_t count : counts) {
    if (count < 0)
      throw std::invalid_argument("counts: a thing is in a sample " + std::to_string(count) + " times");
    size += count;
  }
  if (size > kLargestSample)
    throw std::invalid_argument("counts: a sample has " + std::to_string(size) + " things; at most " +
                                std::to_string(kLargestSample) + " are taken");
}

std::size_t n_samples(const Ranking& ranking, Counts counts) {
  const std::size_t n = ranking.first.size();
  if (ranking.second.size() != n)
    throw std::invalid_argument("first ranks " + std::to_string(n) + " things but second " +
                                std::to_string(ranking.second.size()));
  if (n == 0 || counts.size() % n != 0)
    throw std::invalid_argument("counts: " + std::to_string(counts.size()) +
                                " of them do not fit samples of " + std::to_string(n) + " things");
  for (std::size_t begin = 0; begin < counts.size(); begin += n) check_sample(counts.subspan(begin, n));
  return counts.size() / n;
}

std::int64_t pairs_of(std::int64_t n) { return n * (n - 1) / 2; }

// How often each dense rank is in a sample, turned into twice its mean rank less the mean of all ranks: whole
// numbers, and their mean over the sample is 0.
void centred_ranks(std::vector<std::int64_t>& times, std::int64_t size) {
  std::int64_t below = 0;
  for (std::int64_t& count : times) {
    const std::int64_t twice = 2 * below + count + 1;
    below += count;
    count = twice - (size + 1);
  }
}

double spearman(const Ranking& ranking, Counts counts, std::vector<std::int64_t>& x,
                std::vector<std::int64_t>& y) {
  std::fill(x.begin(), x.end(), 0);
  std::fill(y.begin(), y.end(), 0);
  std::int64_t size = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    x[static_cast<std::size_t>(ranking.first[i])] += counts[i];
    y[static_cast<std::size_t>(ranking.second[i])] += counts[i];
    size += counts[i];
  }
  centred_ranks(x, size);
  centred_ranks(y, size);
  double xx = 0, yy = 0, xy = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const auto count = static_cast<double>(counts[i]);
    const auto a = static_cast<double>(x[static_cast<std::size_t>(ranking.first[i])]);
    const auto b = static_cast<double>(y[static_cast<std::size_t>(ranking.second[i])]);
    xx += count * a * a;
    yy += count * b * b;
    xy += count * a * b;
  }
  if (!(xx > 0) || !(yy > 0)) return std::numeric_limits<double>::quiet_NaN();
  return std::clamp(xy / (std::sqrt(xx) * std::sqrt(yy)), -1.0, 1.0);
}

// Things sorted by their first rank, then by their second.
std::vector<std::size_t> sorted_things(const Ranking& ranking) {
  std::vector<std::size_t> order(ranking.first.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(ranking.first[a], ranking.second[a]) < std::pair(ranking.first[b], ranking.second[b]);
  });
  return order;
}

void count_pairs(const Ranking& ranking, std::span<const std::size_t> order, Counts counts, Fenwick& below,
                 double* out) {
  below.clear();
  std::int64_t concordant = 0, discordant = 0, second_ties = 0, first_ties = 0, both_tied = 0, seen = 0;
  for (std::size_t begin = 0; begin < order.size();) {
    std::int64_t in_run = 0, alike = 0;
    std::size_t end = begin;
    for (; end < order.size() && ranking.first[order[end]] == ranking.first[order[begin]]; ++end) {
      const std::int64_t count = counts[order[end]];
      const auto rank = static_cast<std::size_t>(ranking.second[order[end]]);
      if (end == begin || ranking.second[order[end]] != ranking.second[order[end - 1]]) {
        both_tied += pairs_of(alike);
        alike = 0;
      }
      alike += count;
      in_run += count;
      if (count == 0) continue;
      const std::int64_t lower = below.sum(rank), not_higher = below.sum(rank + 1);
      concordant += count * lower;
      second_ties += count * (not_higher - lower);
      discordant += count * (seen - not_higher);
    }
    both_tied += pairs_of(alike);
    first_ties += pairs_of(in_run);
    seen += in_run;
    for (; begin < end; ++begin)
      if (counts[order[begin]] != 0)
        below.add(static_cast<std::size_t>(ranking.second[order[begin]]), counts[order[begin]]);
  }
  const std::int64_t columns[] = {concordant, discordant, first_ties - both_tied, second_ties, both_tied};
  for (std::size_t c = 0; c < 5; ++c) out[c] = static_cast<double>(columns[c]);
}

}  // namespace

std::vector<double> resampled_spearman(const Ranking& ranking, Counts counts, int threads) {
  const std::size_t samples = n_samples(ranking, counts), n = ranking.first.size();
  const std::size_t n_first = n_ranks(ranking.first, "first"), n_second = n_ranks(ranking.second, "second");
  std::vector<double> result(samples);
  parallel_for(samples, threads, [&, n_first, n_second] {
    return [&, x = std::vector<std::int64_t>(n_first), y = std::vector<std::int64_t>(n_second)](
               std::size_t begin, std::size_t end) mutable {
      for (std::size_t s = begin; s < end; ++s) result[s] = spearman(ranking, counts.subspan(s * n, n), x, y);
    };
  });
  return result;
}

Table resampled_pair_counts(const Ranking& ranking, Counts counts, int threads) {
  const std::size_t samples = n_samples(ranking, counts), n = ranking.first.size();
  n_ranks(ranking.first, "first");
  const std::size_t n_second = n_ranks(ranking.second, "second");
  const std::vector<std::size_t> order = sorted_things(ranking);
  Table table(samples, 5);
  parallel_for(samples, threads, [&, n_second] {
    return [&, below = Fenwick(n_second)](std::size_t begin, std::size_t end) mutable {
      for (std::size_t s = begin; s < end; ++s)
        count_pairs(ranking, order, counts.subspan(s * n, n), below, &table.values[s * 5]);
    };
  });
  return table;
}

}  // namespace core
