#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <type_traits>
#include <utility>
#include <vector>

#include "ranks/pair_counts.h"

namespace core {

namespace {

constexpr std::size_t kBuckets = 4096;
// How many pairs are sorted at a time at most, unless they all lie in one bucket that cannot be split.
constexpr std::int64_t kBatch = 4'000'000;

std::int64_t pairs_of(std::int64_t n) { return n * (n - 1) / 2; }

// The value of an epsilon is a sum over groups of (pairs judged rightly) * weight. Raising epsilon past the
// difference of a pair makes it a tie of the metric: that gains where people tie too, and loses where the
// pair was concordant. Pairs that people and metric order against each other change nothing.
template <typename Weight>
class Calibrator {
 public:
  Calibrator(const ScoreGroups& groups, std::vector<Weight> weights)
      : groups_(groups), weights_(std::move(weights)) {}

  std::pair<Weight, double> best() {
    double widest = 0;
    Weight start = 0;
    for (std::size_t g = 0; g < groups_.size(); ++g) start += untied(g, widest);
    best_ = start;
    if (widest > 0) search(0, widest, start);
    return {best_, epsilon_};
  }

 private:
  struct Bucket {
    Weight gain = 0, loss = 0;
    double low = std::numeric_limits<double>::infinity(), high = 0;
    std::int64_t size = 0;
  };
  struct Event {
    double difference;
    Weight change;
  };

  // What a group is worth without any epsilon, and the widest difference seen.
  Weight untied(std::size_t g, double& widest) const {
    std::int64_t right = 0;
    const auto end = static_cast<std::size_t>(groups_.offsets[g + 1]);
    for (auto i = static_cast<std::size_t>(groups_.offsets[g]); i < end; ++i) {
      for (std::size_t j = i + 1; j < end; ++j) {
        const double h = groups_.human[i] - groups_.human[j], m = groups_.metric[i] - groups_.metric[j];
        right += ((h > 0) == (m > 0)) & ((h < 0) == (m < 0));
        widest = std::max(widest, std::abs(m));
      }
    }
    return static_cast<Weight>(right) * weights_[g];
  }

  template <typename Visit>
  void each_event(double low, double high, Visit visit) const {
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      const Weight weight = weights_[g];
      const auto end = static_cast<std::size_t>(groups_.offsets[g + 1]);
      for (auto i = static_cast<std::size_t>(groups_.offsets[g]); i < end; ++i) {
        const double human = groups_.human[i], metric = groups_.metric[i];
        for (std::size_t j = i + 1; j < end; ++j) {
          const double h = human - groups_.human[j], m = metric - groups_.metric[j], width = std::abs(m);
          if (width == 0 || width < low || width > high) continue;
          if (h == 0)
            visit(width, weight);
          else if ((h > 0) == (m > 0))
            visit(width, -weight);
        }
      }
    }
  }

  void consider(Weight value, double epsilon) {
    if (value > best_ || (value == best_ && epsilon < epsilon_)) {
      best_ = value;
      epsilon_ = epsilon;
    }
  }

  // Looks at all differences from low to high; `before` is the value when all smaller ones are tied.
  void search(double low, double high, Weight before) {
    const double width = high - low;
    const auto bucket_of = [=](double difference) {
      if (!(width > 0)) return std::size_t{0};
      const double share = (difference - low) / width * static_cast<double>(kBuckets);
      return std::min(kBuckets - 1, static_cast<std::size_t>(share));
    };
    std::vector<Bucket> buckets(kBuckets);
    each_event(low, high, [&](double difference, Weight change) {
      Bucket& bucket = buckets[bucket_of(difference)];
      (change > 0 ? bucket.gain : bucket.loss) += change;
      bucket.low = std::min(bucket.low, difference);
      bucket.high = std::max(bucket.high, difference);
      ++bucket.size;
    });
    std::vector<Weight> starts(kBuckets);
    Weight value = before;
    for (std::size_t b = 0; b < kBuckets; ++b) {
      starts[b] = value;
      value += buckets[b].gain + buckets[b].loss;
      if (buckets[b].size > 0) consider(value, buckets[b].high);
    }
    look_inside(buckets, starts, bucket_of);
  }

  // Whether a difference inside the bucket could do better than the best so far.
  bool promising(const Bucket& bucket, Weight start) const {
    if (bucket.size == 0 || !(bucket.low < bucket.high)) return false;
    const Weight most = start + bucket.gain;
    // Sums of fractions are not exact: look twice rather than miss the best.
    if constexpr (std::is_floating_point_v<Weight>) return most > best_ - 1e-9;
    return most > best_ || (most == best_ && bucket.low < epsilon_);
  }

  template <typename BucketOf>
  void look_inside(const std::vector<Bucket>& buckets, const std::vector<Weight>& starts,
                   BucketOf bucket_of) {
    std::vector<char> chosen(kBuckets);
    for (std::size_t b = 0; b < kBuckets;) {
      std::fill(chosen.begin(), chosen.end(), 0);
      std::int64_t size = 0;
      const std::size_t first = b;
      for (; b < kBuckets && (size == 0 || size + buckets[b].size <= kBatch); ++b) {
        if (!promising(buckets[b], starts[b])) continue;
        if (buckets[b].size > kBatch) {
          search(buckets[b].low, buckets[b].high, starts[b]);
          continue;
        }
        chosen[b] = 1;
        size += buckets[b].size;
      }
      if (size == 0) continue;
      std::vector<Event> events;
      events.reserve(static_cast<std::size_t>(size));
      each_event(buckets_low(buckets, chosen, first), buckets_high(buckets, chosen, b),
                 [&](double difference, Weight change) {
                   if (chosen[bucket_of(difference)]) events.push_back({difference, change});
                 });
      walk(events, starts, bucket_of);
    }
  }

  static double buckets_low(const std::vector<Bucket>& buckets, const std::vector<char>& chosen,
                            std::size_t first) {
    while (!chosen[first]) ++first;
    return buckets[first].low;
  }

  static double buckets_high(const std::vector<Bucket>& buckets, const std::vector<char>& chosen,
                             std::size_t end) {
    while (!chosen[end - 1]) --end;
    return buckets[end - 1].high;
  }

  template <typename BucketOf>
  void walk(std::vector<Event>& events, const std::vector<Weight>& starts, BucketOf bucket_of) {
    std::sort(events.begin(), events.end(),
              [](const Event& a, const Event& b) { return a.difference < b.difference; });
    std::size_t bucket = kBuckets;
    Weight value = 0;
    for (std::size_t i = 0; i < events.size(); ++i) {
      if (const std::size_t b = bucket_of(events[i].difference); b != bucket) {
        bucket = b;
        value = starts[b];
      }
      value += events[i].change;
      if (i + 1 == events.size() || events[i + 1].difference != events[i].difference)
        consider(value, events[i].difference);
    }
  }

  const ScoreGroups& groups_;
  std::vector<Weight> weights_;
  Weight best_ = 0;
  double epsilon_ = 0;
};

// The least common multiple of the numbers of pairs, or 0 where sums over it could overflow.
std::int64_t common_denominator(const std::vector<std::int64_t>& n_pairs, std::int64_t n_groups) {
  std::int64_t lcm = 1;
  for (const std::int64_t n : n_pairs) {
    if (n == 0) continue;
    const std::int64_t factor = n / std::gcd(lcm, n);
    if (lcm > (std::int64_t{1} << 50) / factor) return 0;
    lcm *= factor;
  }
  return lcm > (std::int64_t{1} << 60) / std::max<std::int64_t>(1, n_groups) ? 0 : lcm;
}

}  // namespace

TieCalibration calibrate_ties(const ScoreGroups& groups) {
  groups.check();
  std::vector<std::int64_t> n_pairs(groups.size());
  std::int64_t n_groups = 0;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    n_pairs[g] = pairs_of(groups.offsets[g + 1] - groups.offsets[g]);
    n_groups += n_pairs[g] > 0;
  }
  if (n_groups == 0) return {std::numeric_limits<double>::quiet_NaN(), 0};
  const auto mean = [&](auto denominator) {
    using Weight = decltype(denominator);
    std::vector<Weight> weights(groups.size());
    for (std::size_t g = 0; g < groups.size(); ++g)
      if (n_pairs[g] > 0) weights[g] = denominator / static_cast<Weight>(n_pairs[g]);
    const auto [value, epsilon] = Calibrator<Weight>(groups, std::move(weights)).best();
    const double share = static_cast<double>(value) / static_cast<double>(denominator);
    return TieCalibration{share / static_cast<double>(n_groups), epsilon};
  };
  if (const std::int64_t denominator = common_denominator(n_pairs, n_groups); denominator > 0)
    return mean(denominator);
  return mean(1.0);
}

}  // namespace core
