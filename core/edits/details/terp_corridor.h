#pragma once
// The exact cost of another order of the words where it is not more than some cost: only those cells of the
// table are filled from which bounds allow that.
#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "edits/details/terp_bounds.h"

namespace core {

class TerpCorridor {
 public:
  explicit TerpCorridor(const TerpOptions& options) : options_(options) {}

  // As TerpTable::cost_after, right after bounds.exceed() for the same order; nothing where the beam might
  // have left out a cell of the corridor.
  std::optional<double> cost_after(const Swap& swap, std::span<const std::int32_t> order,
                                   std::span<const PlacedPhrase> across, const PlacedPhrases& phrases,
                                   const TerpTable& table, const TerpBounds& bounds, double enough) {
    begin(table.reached(swap.first), table.n_ref());
    limit_ = (enough + 1e-9 * (1.0 + std::abs(enough))) * bounds.scale();
    const auto parts = swap.parts(order.size());
    const Moved moved(swap, phrases, options_);
    std::size_t part = 0;
    for (std::size_t j = swap.first;; ++j) {
      land(j);
      const double dearest = narrow(bounds.rest(j), bounds.scale());
      if (low_ > high_ && pending_.empty()) return kUnreached;
      if (j == order.size()) return here_.back();
      const double least = j > 0 && across.empty() ? moved.least(j - 1, bounds) : 0.0;
      if (j > 0 && dearest > std::max(least, 0.0) + options_.beam * (1 - 1e-9)) return std::nullopt;
      while (part < 3 && j >= parts[part].now + parts[part].end - parts[part].begin) ++part;
      if (!phrases.empty()) {
        const std::size_t old = parts[part].begin + j - parts[part].now;
        for (const PlacedPhrase& phrase : phrases.at(old))
          if (old + static_cast<std::size_t>(phrase.hyp_length) <= parts[part].end) reach(j, phrase);
      }
      for (const PlacedPhrase& phrase : across)
        if (static_cast<std::size_t>(phrase.hyp_start) == j) reach(j, phrase);
      advance(table.pairs_of(order[j]));
    }
  }

 private:
  // The shorter of the two parts that change places. A way through the new order becomes one through the old
  // order, or through as much of it, if these words are left out here and inserted there.
  struct Moved {
    Moved(const Swap& swap, const PlacedPhrases& phrases, const TerpOptions& options)
        : first(swap.first), last(swap.last), to_right(swap.middle - first < last - swap.middle) {
      const std::size_t begin = to_right ? first : swap.middle, end = to_right ? swap.middle : last;
      length = end - begin;
      std::size_t n_deleted = length;
      for (std::size_t place = begin; place < end && !phrases.empty(); ++place)
        for (const PlacedPhrase& phrase : phrases.at(place))
          if (place + static_cast<std::size_t>(phrase.hyp_length) <= end &&
              phrase.ref_length > phrase.hyp_length)
            n_deleted += static_cast<std::size_t>(phrase.ref_length - phrase.hyp_length);
      insertions = static_cast<double>(length) * options.costs[static_cast<std::size_t>(TerpEdit::insertion)];
      deletions =
          static_cast<double>(n_deleted) * options.costs[static_cast<std::size_t>(TerpEdit::deletion)];
    }

    // What all ways to a column of the new order cost at least.
    double least(std::size_t j, const TerpBounds& bounds) const {
      if (j <= first) return bounds.least(j);
      if (j >= last) return bounds.least(j) - insertions - deletions;
      if (!to_right) return bounds.least(std::max(j, first + length) - length) - deletions;
      return j + length <= last ? bounds.least(j + length) - insertions
                                : bounds.least(last) - insertions - deletions;
    }

    std::size_t first, last;
    bool to_right;
    std::size_t length = 0;
    double insertions = 0, deletions = 0;
  };

  // A cell of a later column that a paraphrase reached.
  struct Pending {
    std::size_t column, row;
    double cost;
  };

  void begin(const TerpTable::Reached& reached, std::size_t n_ref) {
    here_.assign(n_ref + 1, kUnreached), next_.assign(n_ref + 1, kUnreached);
    std::ranges::copy(reached.costs, here_.begin() + static_cast<std::ptrdiff_t>(reached.low));
    low_ = reached.low, high_ = reached.low + reached.costs.size() - 1;
    pending_.clear();
  }

  void land(std::size_t j) {
    if (pending_.empty()) return;
    std::erase_if(pending_, [&](const Pending& end) {
      if (end.column != j) return false;
      here_[end.row] = std::min(here_[end.row], end.cost);
      if (low_ > high_) low_ = high_ = end.row;
      low_ = std::min(low_, end.row), high_ = std::max(high_, end.row);
      return true;
    });
  }

  // Deletions inside the column, without what leads to more than the limit; gives the dearest cell.
  double narrow(const TerpBounds::Number* rest, double scale) {
    const double deletion = cost(TerpEdit::deletion);
    double down = kUnreached, dearest = 0.0;
    std::size_t first = 1, last = 0;
    for (std::size_t i = low_; i < here_.size() && (i <= high_ || down < kUnreached); ++i) {
      const double score = std::min(here_[i], down);
      if (score * scale + rest[i] > limit_) {
        here_[i] = down = kUnreached;
        continue;
      }
      here_[i] = score;
      if (first > last) first = i;
      last = i;
      dearest = std::max(dearest, score);
      down = score + deletion;
    }
    low_ = first, high_ = last;
    return dearest;
  }

  void reach(std::size_t j, const PlacedPhrase& phrase) {
    const auto row = static_cast<std::size_t>(phrase.ref_start);
    if (here_[row] < kUnreached)
      pending_.push_back({j + static_cast<std::size_t>(phrase.hyp_length),
                          row + static_cast<std::size_t>(phrase.ref_length), here_[row] + phrase.cost});
  }

  void advance(const WordPair* pairs) {
    if (low_ > high_) return;
    const double insertion = cost(TerpEdit::insertion);
    double paired = kUnreached;
    for (std::size_t i = low_; i <= high_; ++i) {
      const double score = here_[i];
      next_[i] = std::min(paired, score + insertion);
      here_[i] = kUnreached;
      if (i + 1 < here_.size()) paired = score + options_.costs[pairs[i].edit];
    }
    if (high_ + 1 < here_.size()) next_[++high_] = paired;
    std::swap(here_, next_);
  }

  double cost(TerpEdit edit) const { return options_.costs[static_cast<std::size_t>(edit)]; }

  const TerpOptions& options_;
  std::vector<double> here_,
      next_;  // but for rows low_ to high_ unreached; none is reached where low_ > high_
  std::size_t low_ = 1, high_ = 0;
  double limit_ = 0;
  std::vector<Pending> pending_;
};

}  // namespace core
