#include "learn/envelope.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>

#include "base/batch.h"
#include "base/parallel.h"

namespace core {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Change {
  double x;
  std::int32_t list, before, after;
};

// A line on the stack; it is the highest from x on, until the next one's.
struct Line {
  double slope, intercept, x;
  std::int32_t row;
};

void check_lists(std::span<const std::int64_t> offsets, std::size_t n_candidates) {
  check_offsets(offsets, n_candidates, "lists");
  for (std::size_t i = 0; i + 1 < offsets.size(); ++i)
    if (offsets[i] == offsets[i + 1])
      throw std::invalid_argument("lists: list " + std::to_string(i) + " has no candidate");
}

void check_finite(std::span<const double> values, const char* name) {
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!std::isfinite(values[i]))
      throw std::invalid_argument(std::string(name) + ": number " + std::to_string(i) + " is not finite");
}

std::size_t check_slopes(std::span<const double> slopes, std::size_t n_candidates) {
  if (n_candidates == 0 ? !slopes.empty() : slopes.size() % n_candidates != 0)
    throw std::invalid_argument("slopes: expected a number for each of " + std::to_string(n_candidates) +
                                " candidates and each direction, found " + std::to_string(slopes.size()));
  return n_candidates == 0 ? 0 : slopes.size() / n_candidates;
}

void check(const Lines& lines) {
  const std::size_t n = lines.intercepts.size();
  check_lists(lines.offsets, n);
  check_slopes(lines.slopes, n);
  if (lines.rows.size() != n)
    throw std::invalid_argument("rows: expected " + std::to_string(n) + ", found " +
                                std::to_string(lines.rows.size()));
  if (!lines.order.empty() && lines.order.size() != lines.slopes.size())
    throw std::invalid_argument("order: expected " + std::to_string(lines.slopes.size()) + ", found " +
                                std::to_string(lines.order.size()));
  check_finite(lines.intercepts, "intercepts");
  // Sorted slopes were looked at when they were sorted.
  if (lines.order.empty()) check_finite(lines.slopes, "slopes");
}

void sort_by_slope(std::span<std::int32_t> order, const double* slopes) {
  std::sort(order.begin(), order.end(), [slopes](std::int32_t a, std::int32_t b) {
    return slopes[a] < slopes[b] || (slopes[a] == slopes[b] && a < b);
  });
}

// The envelopes of all lists along one direction.
class Direction {
 public:
  Direction(const Lines& lines, std::size_t direction)
      : lines_(lines),
        slopes_(lines.slopes.data() + direction * lines.intercepts.size()),
        order_(lines.order.empty() ? nullptr : lines.order.data() + direction * lines.intercepts.size()) {}

  std::vector<Change> changes(std::int32_t* first) {
    for (std::size_t i = 0; i < lines_.n_lists(); ++i) {
      raise(i);
      first[i] = stack_.front().row;
      for (std::size_t k = 1; k < stack_.size(); ++k)
        if (stack_[k].row != stack_[k - 1].row)
          changes_.push_back({stack_[k].x, static_cast<std::int32_t>(i), stack_[k - 1].row, stack_[k].row});
    }
    std::sort(changes_.begin(), changes_.end(),
              [](const Change& a, const Change& b) { return a.x < b.x || (a.x == b.x && a.list < b.list); });
    return std::move(changes_);
  }

 private:
  // The candidates of a list by rising slope.
  const std::int32_t* by_slope(std::size_t begin, std::size_t end) {
    if (order_) return order_ + begin;
    sorted_.resize(end - begin);
    std::iota(sorted_.begin(), sorted_.end(), static_cast<std::int32_t>(begin));
    sort_by_slope(sorted_, slopes_);
    return sorted_.data();
  }

  void raise(std::size_t list) {
    const auto begin = static_cast<std::size_t>(lines_.offsets[list]);
    const auto end = static_cast<std::size_t>(lines_.offsets[list + 1]);
    keep_promising(by_slope(begin, end), begin, end - begin);
    stack_.clear();
    for (const std::size_t c : kept_) add({slopes_[c], lines_.intercepts[c], -kInfinity, lines_.rows[c]});
  }

  // Left of x = 0 a line is never the highest unless it is higher at 0 than all flatter ones, and right of it
  // unless it is as high there as all steeper ones: of many lines only a few are left, by comparisons alone.
  void keep_promising(const std::int32_t* order, std::size_t begin, std::size_t n) {
    kept_.clear();
    double highest = -kInfinity;
    std::size_t top = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const auto c = static_cast<std::size_t>(order[i]);
      if (c - begin >= n) throw std::invalid_argument("order: a candidate is not of its list");
      if (lines_.intercepts[c] > highest) {
        highest = lines_.intercepts[c];
        top = i;
        kept_.push_back(c);
      }
    }
    const std::size_t flatter = kept_.size();
    highest = -kInfinity;
    for (std::size_t i = n - 1; i > top; --i) {
      const auto c = static_cast<std::size_t>(order[i]);
      if (lines_.intercepts[c] >= highest) {
        highest = lines_.intercepts[c];
        kept_.push_back(c);
      }
    }
    std::reverse(kept_.begin() + static_cast<std::ptrdiff_t>(flatter), kept_.end());
  }

  void add(Line line) {
    while (!stack_.empty()) {
      const Line& top = stack_.back();
      const double rise = line.slope - top.slope;
      if (rise < 0) throw std::invalid_argument("order: slopes fall");
      if (rise == 0) {
        if (line.intercept <= top.intercept) return;
      } else {
        line.x = (top.intercept - line.intercept) / rise;
        if (line.x > top.x) break;
      }
      stack_.pop_back();
      line.x = -kInfinity;
    }
    // Two lines of finite numbers may meet beyond all numbers: then the flatter one is the higher everywhere.
    if (line.x < kInfinity) stack_.push_back(line);
  }

  const Lines& lines_;
  const double* slopes_;
  const std::int32_t* order_;
  std::vector<std::size_t> kept_;
  std::vector<Line> stack_;
  std::vector<Change> changes_;
  std::vector<std::int32_t> sorted_;
};

}  // namespace

Breakpoints envelopes(const Lines& lines, int threads) {
  check(lines);
  const std::size_t n_directions = lines.n_directions(), n_lists = lines.n_lists();
  std::vector<std::vector<Change>> changes(n_directions);
  Breakpoints result;
  result.first.resize(n_directions * n_lists);
  parallel_for(n_directions, threads, [&] {
    return [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k)
        changes[k] = Direction(lines, k).changes(result.first.data() + k * n_lists);
    };
  });
  result.offsets.push_back(0);
  for (const auto& direction : changes)
    result.offsets.push_back(result.offsets.back() + static_cast<std::int64_t>(direction.size()));
  const auto size = static_cast<std::size_t>(result.offsets.back());
  result.x.reserve(size);
  result.before.reserve(size);
  result.after.reserve(size);
  for (const auto& direction : changes) {
    for (const Change& change : direction) {
      result.x.push_back(change.x);
      result.before.push_back(change.before);
      result.after.push_back(change.after);
    }
  }
  return result;
}

std::vector<std::int32_t> slope_order(std::span<const double> slopes, std::span<const std::int64_t> offsets,
                                      int threads) {
  const std::size_t n = offsets.empty() ? 0 : static_cast<std::size_t>(offsets.back());
  check_lists(offsets, n);
  const std::size_t n_directions = check_slopes(slopes, n);
  check_finite(slopes, "slopes");
  std::vector<std::int32_t> order(slopes.size());
  parallel_for(n_directions, threads, [&] {
    return [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) {
        const std::span<std::int32_t> all = std::span(order).subspan(k * n, n);
        std::iota(all.begin(), all.end(), 0);
        for (std::size_t i = 0; i + 1 < offsets.size(); ++i)
          sort_by_slope(all.subspan(static_cast<std::size_t>(offsets[i]),
                                    static_cast<std::size_t>(offsets[i + 1] - offsets[i])),
                        slopes.data() + k * n);
      }
    };
  });
  return order;
}

}  // namespace core
