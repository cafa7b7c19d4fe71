#pragma once
// What other orders of the words cost, eight of them side by side.
#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "edits/details/terp_bounds.h"
#include "edits/details/terp_columns.h"
#include "edits/details/terp_table.h"

namespace core {

// As TerpTable::fill would do it for each order, from the first column that any of them changes.
class TerpLanes {
 public:
  explicit TerpLanes(const TerpOptions& options) : options_(options) {}

  bool empty() const { return n_ == 0; }
  bool full() const { return n_ == kTerpLanes; }
  void clear() { n_ = 0; }
  // Adds an order of so many words; `across` are its paraphrases that lie across parts, those inside one are
  // the old ones. Gives its number.
  std::size_t add(const Swap& swap, std::size_t n_words, std::span<const PlacedPhrase> across) {
    Lane& lane = lanes_[n_];
    lane.swap = swap, lane.parts = swap.parts(n_words), lane.part = lane.old = 0;
    lane.across.assign(across.begin(), across.end());
    return n_++;
  }

  // Finds the costs of all orders that were added, against that by which the table was filled; all infinite
  // where all are larger than `enough`, which `bounds` may tell early.
  void measure(std::span<const std::int32_t> order, const PlacedPhrases& phrases, TerpTable& table,
               const TerpBounds& bounds, double enough) {
    const std::size_t n_hyp = order.size(), n_ref = table.n_ref();
    std::size_t begin = n_hyp, last = 0;
    for (const Lane& lane : std::span(lanes_).first(n_)) {
      begin = std::min(begin, table.first_change(lane.swap.first, lane.across));
      last = std::max(last, lane.swap.last);
    }
    start(table, begin, n_hyp);
    TerpLanesReach reach{low_,   high_, n_ref, cost(TerpEdit::insertion), cost(TerpEdit::deletion),
                         limit_, {},    true};
    for (std::size_t j = begin;; ++j) {
      pulse(n_ref + 1);
      bool is_final = j == begin;
      if (!is_final) is_final = enter_phrases(j, j == n_hyp, table.pending(j), begin, reach);
      if (j == n_hyp) break;
      if (bounds.filled() && j >= last && j % kLookEvery == 0 && are_dear(j, reach.top, bounds, enough))
        return forget_pending();
      choose_words(j, order, table, reach);
      reach_on(reach, is_final, here_.data(), next_.data(), best_);
      reach_by_phrases(j, phrases, reach);
      std::swap(here_, next_);  // the column stays in next_
      for (std::size_t lane = 0; lane < kTerpLanes; ++lane)
        at(limit_, lane) = table.limit_of(at(best_, lane));
      above_ = reach;
      while (low_ < reach.top && !any_reached_on(low_)) ++low_;
      for (high_ = reach.top; low_ < high_ && !any_reached_on(high_);) --high_;
      high_ = std::min(high_ + 1, n_ref);
    }
    for (std::size_t lane = 0; lane < kTerpLanes; ++lane) costs_[lane] = at(here_[n_ref], lane);
  }
  double cost_of(std::size_t lane) const { return costs_[lane]; }

 private:
  static constexpr std::size_t kLookEvery = 4;  // columns after which dear orders are given up

  struct Lane {
    Swap swap;
    std::array<Swap::Part, 4> parts;
    std::size_t part, old;  // where the word of a column stands in the old order
    std::vector<PlacedPhrase> across;
  };
  // A cell of a later column that a paraphrase reached.
  struct Pending {
    std::size_t lane, row;
    double cost;
  };

  static double& at(TerpLane& row, std::size_t lane) { return reinterpret_cast<double*>(&row)[lane]; }
  static double at(const TerpLane& row, std::size_t lane) {
    return reinterpret_cast<const double*>(&row)[lane];
  }
  double cost(TerpEdit edit) const { return options_.costs[static_cast<std::size_t>(edit)]; }
  static TerpLane all(double value) {
    TerpLane row;
    for (std::size_t lane = 0; lane < kTerpLanes; ++lane) at(row, lane) = value;
    return row;
  }

  // With a column that the table has, whose rows are final.
  void start(const TerpTable& table, std::size_t column, std::size_t n_hyp) {
    here_.resize(std::max(here_.size(), table.n_ref() + 1));
    next_.resize(here_.size());
    if (pending_.size() < n_hyp + 1) pending_.resize(n_hyp + 1);
    const TerpTable::Reached reached = table.reached(column);
    low_ = reached.low, high_ = reached.low + reached.costs.size() - 1;
    for (std::size_t i = low_; i <= high_; ++i) here_[i] = all(reached.costs[i - low_]);
    limit_ = all(table.limit_of(reached.best));
    costs_.fill(kUnreached);
  }

  // The words of column j.
  void choose_words(std::size_t j, std::span<const std::int32_t> order, TerpTable& table,
                    TerpLanesReach& reach) {
    reach.same_pairs = true;
    for (std::size_t number = 0; number < n_; ++number) {
      Lane& lane = lanes_[number];
      while (j >= lane.parts[lane.part].now + lane.parts[lane.part].end - lane.parts[lane.part].begin)
        ++lane.part;
      lane.old = lane.parts[lane.part].begin + j - lane.parts[lane.part].now;
      const bool as_first = number > 0 && lane.old == lanes_[0].old;
      reach.pairs[number] = as_first ? reach.pairs[0] : table.pair_costs(order[lane.old], number);
      reach.same_pairs &= as_first || number == 0;
    }
    std::fill(reach.pairs.begin() + static_cast<std::ptrdiff_t>(n_), reach.pairs.end(), reach.pairs[0]);
  }

  void reach_by_phrases(std::size_t j, const PlacedPhrases& phrases, const TerpLanesReach& reach) {
    for (std::size_t number = 0; number < n_; ++number) {
      const Lane& lane = lanes_[number];
      if (!phrases.empty())
        for (const PlacedPhrase& phrase : phrases.at(lane.old))
          if (lane.old + static_cast<std::size_t>(phrase.hyp_length) <= lane.parts[lane.part].end)
            reach_by(phrase, number, j, reach);
      for (const PlacedPhrase& phrase : lane.across)
        if (static_cast<std::size_t>(phrase.hyp_start) == j) reach_by(phrase, number, j, reach);
    }
  }

  void reach_by(const PlacedPhrase& phrase, std::size_t lane, std::size_t j, const TerpLanesReach& reach) {
    const auto row = static_cast<std::size_t>(phrase.ref_start);
    if (row < reach.low || row > reach.top) return;
    const double score = at(here_[row], lane);
    if (score > at(limit_, lane)) return;
    pending_[j + static_cast<std::size_t>(phrase.hyp_length)].push_back(
        {lane, row + static_cast<std::size_t>(phrase.ref_length), score + phrase.cost});
    ++n_pending_;
  }

  // In the column before, next_.
  bool any_reached_on(std::size_t row) const {
    for (std::size_t lane = 0; lane < n_; ++lane)
      if (at(next_[row], lane) <= at(above_.limit, lane)) return true;
    return false;
  }

  // What paraphrases reached in column j. Gives whether its rows are final then: those of the last column,
  // and where paraphrases end deletions.
  bool enter_phrases(std::size_t j, bool is_last, std::span<const TerpTable::Pending> old, std::size_t begin,
                     TerpLanesReach& reach) {
    ends_.clear();
    for (const TerpTable::Pending& end : old)
      for (std::size_t lane = 0; lane < n_ && end.start < begin; ++lane)
        land({lane, end.row, end.cost}, is_last);
    for (const Pending& end : pending_[j]) land(end, is_last);
    n_pending_ -= pending_[j].size();
    pending_[j].clear();
    if (is_last) limit_ = all(std::numeric_limits<double>::max());
    reach.low = low_, reach.top = high_, reach.limit = limit_;
    if (!is_last && ends_.empty()) return false;
    reach.top = delete_down(reach, here_.data());
    // What ends deletions, and is no dearer than they are.
    for (const Pending& end : ends_)
      if (end.row <= reach.top && at(here_[end.row], end.lane) >= end.cost)
        for (std::size_t i = end.row; i <= reach.top; ++i) at(here_[i], end.lane) = kUnreached;
    return true;
  }

  // As TerpTable::delete_down says it of paraphrases. The column before is next_.
  void land(const Pending& end, bool is_last) {
    const auto reached_on = [&](std::size_t row) {
      return at(next_[row], end.lane) <= at(above_.limit, end.lane);
    };
    std::size_t first = above_.low, behind = above_.top + 1;
    while (first < behind && !reached_on(first)) ++first;
    while (behind > first && !reached_on(behind - 1)) --behind;
    if (first == behind) first = behind = 0;
    if (end.row < first) return;
    if (end.row > behind && !is_last) return ends_.push_back(end);
    while (high_ < end.row) here_[++high_] = all(kUnreached);
    while (low_ > end.row) here_[--low_] = all(kUnreached);
    at(here_[end.row], end.lane) = std::min(at(here_[end.row], end.lane), end.cost);
  }

  // Whether all orders cost more than `enough`, by what the rest of the old words costs at least; a little
  // more, because costs were added in another order.
  bool are_dear(std::size_t j, std::size_t top, const TerpBounds& bounds, double enough) const {
    TerpLane least = all(kUnreached);
    const TerpBounds::Number* rest = bounds.old_rest(j);
    for (std::size_t i = low_; i <= top; ++i)
      for (std::size_t lane = 0; lane < kTerpLanes; ++lane)
        at(least, lane) = std::min(at(least, lane), at(here_[i], lane) + rest[i] * bounds.unit());
    for (std::size_t column = j + 1, left = n_pending_; left > 0; ++column)
      for (const Pending& end : pending_[column]) {
        --left;
        at(least, end.lane) =
            std::min(at(least, end.lane), end.cost + bounds.old_rest(column)[end.row] * bounds.unit());
      }
    for (std::size_t lane = 0; lane < n_; ++lane)
      if (at(least, lane) - 1e-9 * (1.0 + at(least, lane)) <= enough) return false;
    return true;
  }

  void forget_pending() {
    for (std::size_t column = 0; n_pending_ > 0; ++column) {
      n_pending_ -= pending_[column].size();
      pending_[column].clear();
    }
  }

  const TerpOptions& options_;
  std::array<Lane, kTerpLanes> lanes_;
  std::size_t n_ = 0;
  std::vector<TerpLane> here_, next_;
  std::size_t low_ = 0, high_ = 0;
  TerpLane limit_, best_;
  TerpLanesReach above_;                       // what the column before left
  std::vector<std::vector<Pending>> pending_;  // by column
  std::size_t n_pending_ = 0;
  std::vector<Pending> ends_;
  std::array<double, kTerpLanes> costs_{};
};

}  // namespace core
