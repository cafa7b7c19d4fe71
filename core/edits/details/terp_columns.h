#pragma once
// Columns of TERp's table, eight numbers at once: rows of one order of the words, or one row of eight orders.
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "edits/details/terp_parts.h"
#include "edits/terp.h"

namespace core {

constexpr std::size_t kTerpLanes = 8;
using EightCosts [[gnu::vector_size(64)]] = double;
struct alignas(64) TerpLane {
  EightCosts at;
};

// What each word of the hypothesis makes of the words of the reference, as costs; unreached behind the last.
class TerpPairCosts {
 public:
  void set(std::size_t n_hyp, std::size_t n_ref, const WordPair* pairs,
           const std::array<double, kTerpEdits - 1>& costs);
  // Of one word; where all together are too many, each slot keeps those of one.
  const double* of(std::int32_t word, std::size_t slot = 0);
  static constexpr std::size_t kPad = kTerpLanes;  // of a column, before its rows and behind them

 private:
  void write(std::size_t word, double* row) const;

  std::size_t n_ref_ = 0, stride_ = 0;
  const WordPair* pairs_ = nullptr;
  std::array<double, 128> costs_{};
  bool all_ = false;
  std::vector<double> values_;
};

// What one column leaves to the next: rows [low, top] of `here` are final, and those up to `limit` reach on.
struct TerpReach {
  std::size_t low, top, n_ref;
  double insertion, limit;
};
// Fills next[low .. top + 1], as far as there are rows; gives the cheapest pair of words. Both columns, and
// the costs, have kPad numbers before the first and behind the last row.
double reach_on(const TerpReach& reach, double* here, double* next, const double* pairs);

// The same for eight orders, whose words have their own costs, or all the same ones.
struct TerpLanesReach {
  std::size_t low, top, n_ref;
  double insertion, deletion;
  TerpLane limit;
  std::array<const double*, kTerpLanes> pairs;
  bool same_pairs;
};
// If the rows are not final yet they become so, as by delete_down, and the last one becomes `top`.
void reach_on(TerpLanesReach& reach, bool is_final, TerpLane* here, TerpLane* next, TerpLane& best_pair);
// Makes rows from `low` on final, by deletions; nothing stands behind `top` yet, and deletions go on there as
// long as some order's cost is not above its limit. Gives the last row.
std::size_t delete_down(const TerpLanesReach& reach, TerpLane* here);

}  // namespace core
