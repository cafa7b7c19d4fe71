#include "edits/details/terp_columns.h"

#include <algorithm>
#include <cstring>

#include "base/also_wide.h"

namespace core {

namespace {

constexpr std::size_t kMostCosts = std::size_t{1} << 22;  // that are kept

// Eight numbers are handed over in memory, as not all processors have registers for them; nothing is left of
// that where these are compiled into a loop.
using Eight = TerpLane;

inline Eight load(const double* at) {
  Eight value;
  std::memcpy(&value, at, sizeof value);
  return value;
}
inline void store(double* at, const Eight& value) { std::memcpy(at, &value, sizeof value); }
inline Eight all(double v) { return {EightCosts{v, v, v, v, v, v, v, v}}; }
inline Eight operator+(const Eight& a, const Eight& b) { return {a.at + b.at}; }
inline Eight smaller(const Eight& a, const Eight& b) { return {a.at < b.at ? a.at : b.at}; }
inline Eight up_to(const Eight& limit, const Eight& a) {
  return {a.at <= limit.at ? a.at : all(kUnreached).at};
}

// Deletions behind the last row that was reached by others; gives the last one.
inline std::size_t go_on_deleting(std::size_t top, std::size_t n_ref, Eight down, const Eight& deleted,
                                  const Eight& limit, TerpLane* here) {
  while (top < n_ref) {
    const auto goes_on = down.at <= limit.at;
    bool any = false;
    for (std::size_t lane = 0; lane < kTerpLanes; ++lane) any |= goes_on[lane] != 0;
    if (!any) break;
    here[++top] = down;
    down = down + deleted;
  }
  return top;
}

}  // namespace

void TerpPairCosts::set(std::size_t n_hyp, std::size_t n_ref, const WordPair* pairs,
                        const std::array<double, kTerpEdits - 1>& costs) {
  n_ref_ = n_ref, stride_ = n_ref + 2 * kPad, pairs_ = pairs;
  std::ranges::copy(costs, costs_.begin());
  all_ = n_hyp * stride_ <= kMostCosts;
  values_.assign((all_ ? n_hyp : kTerpLanes) * stride_, kUnreached);
  for (std::size_t h = 0; all_ && h < n_hyp; ++h) write(h, values_.data() + h * stride_ + kPad);
}

const double* TerpPairCosts::of(std::int32_t word, std::size_t slot) {
  const auto number = static_cast<std::size_t>(word);
  double* const row = values_.data() + (all_ ? number : slot) * stride_ + kPad;
  if (!all_) write(number, row);
  return row;
}

void TerpPairCosts::write(std::size_t word, double* row) const {
  const WordPair* const pairs = pairs_ + word * n_ref_;
  for (std::size_t r = 0; r < n_ref_; ++r) row[r] = costs_[pairs[r].edit];
}

TERTIUM_ALSO_WIDEST double reach_on(const TerpReach& reach, double* here, double* next, const double* pairs) {
  const Eight limit = all(reach.limit), inserted = all(reach.insertion);
  Eight best = all(kUnreached);
  std::fill_n(here + reach.top + 1, kTerpLanes, kUnreached);
  here[static_cast<std::ptrdiff_t>(reach.low) - 1] = kUnreached;
  for (std::size_t i = reach.low; i <= std::min(reach.top + 1, reach.n_ref); i += kTerpLanes) {
    const Eight now = up_to(limit, load(here + i)), before = up_to(limit, load(here + i - 1));
    store(next + i, smaller(before + load(pairs + i - 1), now + inserted));
    best = smaller(best, now + load(pairs + i));
  }
  double least = kUnreached;
  for (std::size_t lane = 0; lane < kTerpLanes; ++lane) least = std::min<double>(least, best.at[lane]);
  return least;
}

TERTIUM_ALSO_WIDEST std::size_t delete_down(const TerpLanesReach& reach, TerpLane* here) {
  const Eight deleted = all(reach.deletion), limit = reach.limit;
  Eight down = all(kUnreached);
  for (std::size_t i = reach.low; i <= reach.top; ++i) {
    const Eight now = smaller(here[i], down);
    here[i] = now;
    down = now + deleted;
  }
  return go_on_deleting(reach.top, reach.n_ref, down, deleted, limit, here);
}

TERTIUM_ALSO_WIDEST void reach_on(TerpLanesReach& reach, bool is_final, TerpLane* here, TerpLane* next,
                                  TerpLane& best_pair) {
  const Eight limit = reach.limit, inserted = all(reach.insertion), deleted = all(reach.deletion);
  Eight best = all(kUnreached), paired = best, down = best;
  const auto [a, b, c, d, e, f, g, h] = reach.pairs;
  const auto reach_from = [&](std::size_t i, const Eight& pair) {
    const Eight now = up_to(limit, here[i]);
    next[i] = smaller(paired, now + inserted);
    paired = now + pair;
    best = smaller(best, paired);
  };
  const auto delete_to = [&](std::size_t i) {
    const Eight now = smaller(here[i], down);
    here[i] = now;
    down = now + deleted;
  };
  std::size_t i = reach.low;
  // Rows that have one behind them.
  const std::size_t behind = std::min(reach.top + 1, reach.n_ref);
  if (is_final) {
    for (; i < behind; ++i) reach_from(i, {EightCosts{a[i], b[i], c[i], d[i], e[i], f[i], g[i], h[i]}});
  } else if (reach.same_pairs) {
    for (; i < behind; ++i) delete_to(i), reach_from(i, all(a[i]));
  } else {
    for (; i < behind; ++i) {
      delete_to(i);
      reach_from(i, {EightCosts{a[i], b[i], c[i], d[i], e[i], f[i], g[i], h[i]}});
    }
  }
  if (!is_final && reach.top == reach.n_ref) delete_to(i);
  if (!is_final && reach.top < reach.n_ref) {
    reach.top = go_on_deleting(reach.top, reach.n_ref, down, deleted, limit, here);
    for (; i < std::min(reach.top + 1, reach.n_ref); ++i)
      reach_from(i, {EightCosts{a[i], b[i], c[i], d[i], e[i], f[i], g[i], h[i]}});
  }
  next[i] = reach.top < reach.n_ref ? paired : smaller(paired, up_to(limit, here[i]) + inserted);
  best_pair = best;
}

}  // namespace core
