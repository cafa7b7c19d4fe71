#pragma once
// The edits between two jumps: all ways from a place in the lattice to every place of a rectangle behind it.
#include <algorithm>
#include <vector>

#include "pfsm_side.h"

namespace core {

template <typename T>
class EditBlock {
 public:
  struct Bounds {
    int row, column, last_row, last_column;

    bool holds(int r, int c) const { return r >= row && c >= column && r <= last_row && c <= last_column; }
    std::size_t area() const { return size(last_row - row + 1) * size(last_column - column + 1); }
  };

  EditBlock(const EditWeights<T>& weights, const std::vector<T>& inside)
      : weights_(weights), inside_(inside) {}

  // Starts at the upper left corner with `first`, the state before it (a jump), and only by the arcs that
  // start there, or by one of them, `only` (then with weight 1). `exit` is the state behind; it is never
  // entered from `down` where `ends_gap`.
  void run(const Side& side, const Bounds& bounds, EditState first, EditState exit, bool ends_gap, int only) {
    side_ = &side;
    bounds_ = bounds;
    first_ = first;
    exit_state_ = exit;
    only_ = only;
    load(ends_gap);
    width_ = size(bounds.last_column - bounds.column + 1);
    down_.resize(bounds.area());
    right_.resize(bounds.area());
    exit_.resize(bounds.area());
    values_.resize(side.arcs.size());
    for (int r = bounds.row; r <= bounds.last_row; ++r) run_row(r);
  }

  const T& exit(int r, int c) const { return exit_[at(r, c)]; }
  const T& down(int r, int c) const { return down_[at(r, c)]; }
  const T& right(int r, int c) const { return right_[at(r, c)]; }
  const T& value(int arc) const { return values_[size(arc)]; }
  const Bounds& bounds() const { return bounds_; }

  // What the rest of all sequences weighs behind each exit, to be filled before `reverse`.
  std::vector<T>& exit_rest() {
    exit_rest_.assign(bounds_.area(), T());
    return exit_rest_;
  }
  std::size_t at(int r, int c) const { return size(r - bounds_.row) * width_ + size(c - bounds_.column); }

  // Adds the expected number of each transition inside and of each arc.
  void reverse(TransitionCounts& counts, std::vector<double>& links) {
    down_rest_.assign(bounds_.area(), T());
    right_rest_.assign(bounds_.area(), T());
    values_rest_.assign(side_->arcs.size(), T());
    for (int r = bounds_.last_row; r >= bounds_.row; --r) reverse_row(r, counts, links);
  }

 private:
  void load(bool ends_gap) {
    const EditState d = side_->down, r = side_->right;
    dd_ = weights_(d, d);
    dr_ = weights_(d, r);
    rd_ = weights_(r, d);
    rr_ = weights_(r, r);
    dx_ = ends_gap ? T() : weights_(d, exit_state_);
    rx_ = weights_(r, exit_state_);
  }

  bool is_used(const Side::Arc& arc) const {
    return bounds_.holds(arc.row, arc.column) && bounds_.holds(arc.end_row, arc.end_column);
  }
  bool is_corner(int r, int c) const { return r == bounds_.row && c == bounds_.column; }

  // The first arc of a row of an order that lies at a column or behind it.
  int first_from(const std::vector<int>& order, const std::vector<int>& rows, int r, bool by_end) const {
    int arc = rows[size(r)];
    const auto column = [&](int i) {
      const Side::Arc& a = side_->arcs[size(order[size(i)])];
      return by_end ? a.end_column : a.column;
    };
    while (arc < rows[size(r) + 1] && column(arc) < bounds_.column) ++arc;
    return arc;
  }

  T seed(int arc) const {
    if (only_ >= 0) return arc == only_ ? inside_[size(arc)] : T();
    return weights_(first_, side_->arcs[size(arc)].state) * inside_[size(arc)];
  }

  T transition(const Side::Arc& in, const Side::Arc& out, std::size_t relation) const {
    const T& weight = weights_(in.state, out.state);
    return in.single && out.single && relation > 0 ? weight * weights_.relation[relation] : weight;
  }

  void run_row(int r) {
    const Side& side = *side_;
    int start = first_from(side.by_start, side.start_rows, r, false);
    int end = first_from(side.by_end, side.end_rows, r, true);
    const int starts = side.start_rows[size(r) + 1], ends = side.end_rows[size(r) + 1];
    T right{};
    for (int c = bounds_.column; c <= bounds_.last_column; ++c) {
      const std::size_t here = at(r, c);
      if (r == bounds_.row) down_[here] = T();
      const T down = down_[here];
      right_[here] = right;
      T to_down = NumberOf<T>::sum_of_two(down, dd_, right, rd_);
      T to_right = NumberOf<T>::sum_of_two(down, dr_, right, rr_);
      T to_exit = NumberOf<T>::sum_of_two(down, dx_, right, rx_);
      const int first_end = end;
      for (; end < ends && side.arcs[size(side.by_end[size(end)])].end_column == c; ++end) {
        const int number = side.by_end[size(end)];
        const Side::Arc& arc = side.arcs[size(number)];
        if (!is_used(arc)) continue;
        const T value = values_[size(number)];
        to_down += value * weights_(arc.state, side.down);
        to_right += value * weights_(arc.state, side.right);
        to_exit += value * weights_(arc.state, exit_state_);
      }
      for (; start < starts && side.arcs[size(side.by_start[size(start)])].column == c; ++start)
        start_arc(side.by_start[size(start)], down, right, first_end, end);
      exit_[here] = to_exit;
      if (r < bounds_.last_row) down_[here + width_] = to_down;
      right = to_right;
    }
  }

  void start_arc(int number, const T& down, const T& right, int first_end, int end) {
    const Side& side = *side_;
    const Side::Arc& arc = side.arcs[size(number)];
    if (is_corner(arc.row, arc.column)) {
      values_[size(number)] = seed(number);
      return;
    }
    T value = down * weights_(side.down, arc.state) + right * weights_(side.right, arc.state);
    if (first_end < end) {
      const std::size_t relation = side.relation_at(arc.row, arc.column);
      for (int i = first_end; i < end; ++i) {
        const int before = side.by_end[size(i)];
        if (is_used(side.arcs[size(before)]))
          value += values_[size(before)] * transition(side.arcs[size(before)], arc, relation);
      }
    }
    values_[size(number)] = value * inside_[size(number)];
  }

  void reverse_row(int r, TransitionCounts& counts, std::vector<double>& links) {
    const Side& side = *side_;
    int start = side.start_rows[size(r) + 1], end = side.end_rows[size(r) + 1];
    while (start > side.start_rows[size(r)] && start_column(start - 1) > bounds_.last_column) --start;
    while (end > side.end_rows[size(r)] && end_column(end - 1) > bounds_.last_column) --end;
    for (int c = bounds_.last_column; c >= bounds_.column; --c) {
      const int last_start = start, last_end = end;
      while (start > side.start_rows[size(r)] && start_column(start - 1) == c) --start;
      while (end > side.end_rows[size(r)] && end_column(end - 1) == c) --end;
      reverse_place(r, c, {start, last_start, end, last_end}, counts, links);
    }
  }
  int start_column(int i) const { return side_->arcs[size(side_->by_start[size(i)])].column; }
  int end_column(int i) const { return side_->arcs[size(side_->by_end[size(i)])].end_column; }

  struct Meeting {
    int start, last_start, end, last_end;
  };

  void reverse_place(int r, int c, const Meeting& met, TransitionCounts& counts, std::vector<double>& links) {
    const Side& side = *side_;
    const std::size_t here = at(r, c);
    const T down = down_[here], right = right_[here];
    const T rest_down = r < bounds_.last_row ? down_rest_[here + width_] : T();
    const T rest_right = c < bounds_.last_column ? right_rest_[here + 1] : T();
    const T rest_exit = exit_rest_[here];
    const EditState d = side.down, t = side.right, x = exit_state_;
    const auto plain = [](const T& value) { return NumberOf<T>::plain(value); };
    counts.add(d, d, plain(down * dd_ * rest_down));
    counts.add(d, t, plain(down * dr_ * rest_right));
    counts.add(t, d, plain(right * rd_ * rest_down));
    counts.add(t, t, plain(right * rr_ * rest_right));
    counts.add(d, x, plain(down * dx_ * rest_exit));
    counts.add(t, x, plain(right * rx_ * rest_exit));
    T sum_down = dd_ * rest_down + dr_ * rest_right + dx_ * rest_exit;
    T sum_right = rd_ * rest_down + rr_ * rest_right + rx_ * rest_exit;
    for (int i = met.start; i < met.last_start; ++i) {
      const int number = side.by_start[size(i)];
      const Side::Arc& arc = side.arcs[size(number)];
      if (!is_used(arc)) continue;
      const T rest = values_rest_[size(number)];
      if (is_corner(r, c)) {
        if (only_ < 0) counts.add(first_, arc.state, plain(values_[size(number)] * rest));
        continue;
      }
      const T behind = inside_[size(number)] * rest;
      const T by_down = weights_(d, arc.state) * behind, by_right = weights_(t, arc.state) * behind;
      counts.add(d, arc.state, plain(down * by_down));
      counts.add(t, arc.state, plain(right * by_right));
      sum_down += by_down;
      sum_right += by_right;
    }
    down_rest_[here] = sum_down;
    right_rest_[here] = sum_right;
    for (int i = met.end; i < met.last_end; ++i)
      reverse_arc(side.by_end[size(i)], met, {rest_down, rest_right, rest_exit}, counts, links);
  }

  void reverse_arc(int number, const Meeting& met, const std::array<T, 3>& rests, TransitionCounts& counts,
                   std::vector<double>& links) {
    const Side& side = *side_;
    const Side::Arc& arc = side.arcs[size(number)];
    if (!is_used(arc)) return;
    const auto plain = [](const T& value) { return NumberOf<T>::plain(value); };
    const T value = values_[size(number)];
    const std::array<EditState, 3> targets{side.down, side.right, exit_state_};
    T sum{};
    for (std::size_t i = 0; i < 3; ++i) {
      const T behind = weights_(arc.state, targets[i]) * rests[i];
      counts.add(arc.state, targets[i], plain(value * behind));
      sum += behind;
    }
    const std::size_t relation = side.relation_at(arc.end_row, arc.end_column);
    for (int i = met.start; i < met.last_start; ++i) {
      const int next_number = side.by_start[size(i)];
      const Side::Arc& next = side.arcs[size(next_number)];
      if (!is_used(next)) continue;
      const T behind =
          transition(arc, next, relation) * inside_[size(next_number)] * values_rest_[size(next_number)];
      const double expected = plain(value * behind);
      counts.add(arc.state, next.state, expected);
      if (arc.single && next.single) counts.add_relation(relation, expected);
      sum += behind;
    }
    values_rest_[size(number)] = sum;
    const double expected = plain(value * sum);
    counts.add_relation(side.relation_in(arc), expected);
    links[size(number)] += expected;
  }

  const EditWeights<T>& weights_;
  const std::vector<T>& inside_;  // of each arc: the weight of a relation in it
  const Side* side_ = nullptr;
  Bounds bounds_{};
  EditState first_{}, exit_state_{};
  int only_ = -1;
  std::size_t width_ = 0;
  T dd_{}, dr_{}, rd_{}, rr_{}, dx_{}, rx_{};
  std::vector<T> down_, right_, exit_, values_;
  std::vector<T> down_rest_, right_rest_, exit_rest_, values_rest_;
};

}  // namespace core
