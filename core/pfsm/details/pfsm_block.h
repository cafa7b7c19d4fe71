#pragma once
// The edits between two jumps: all ways from a place in the lattice to every place of a rectangle behind it.
#include <algorithm>
#include <type_traits>
#include <vector>

#include "pfsm/details/pfsm_lanes.h"
#include "pfsm/details/pfsm_side.h"

namespace core {

// T is the number that is computed with, V one of them or some side by side.
template <typename T, typename V = T>
class EditBlock;

// One row of a block; plain numbers side by side use the widest registers there are.
template <typename T, typename V>
void run_row_of(EditBlock<T, V>& block, int r) {
  block.run_row(r);
}
void run_row_of(EditBlock<double, Lanes<double>>& block, int r);

template <typename T, typename V>
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
    begin(side, bounds, exit, ends_gap, true);
    first_ = first;
    only_ = only;
    start_at(bounds.row, bounds.column, first, only, 0);
    for (int r = bounds.row; r <= bounds.last_row; ++r) run_row(r);
  }

  // The same from several places at once, each in a lane of its own, in a rectangle that holds them all. Only
  // one row is kept: `seen(r)` is called behind each.
  void begin(const Side& side, const Bounds& bounds, EditState exit, bool ends_gap, bool keep = false) {
    side_ = &side;
    bounds_ = bounds;
    exit_state_ = exit;
    load(ends_gap);
    width_ = size(bounds.last_column - bounds.column + 1);
    stride_ = keep ? width_ : 0;
    const std::size_t kept = keep ? bounds.area() : width_;
    down_.resize(kept + width_);  // the last row reaches on, too
    right_.resize(kept);
    exit_.resize(kept);
    values_.resize(side.arcs.size());
    starts_.clear();
    is_start_.assign(side.arcs.size(), 0);
  }
  void start_at(int row, int column, EditState first, int only, std::size_t lane) {
    const Side& side = *side_;
    for (int i = side.start_rows[size(row)]; i < side.start_rows[size(row) + 1]; ++i) {
      const int number = side.by_start[size(i)];
      const Side::Arc& arc = side.arcs[size(number)];
      if (arc.column != column || (only >= 0 && number != only)) continue;
      const T weight = only >= 0 ? inside_[size(number)] : weights_(first, arc.state) * inside_[size(number)];
      starts_.push_back({number, lane, weight});
      is_start_[size(number)] = 1;
    }
  }
  template <typename Seen>
  void run_lanes(const Seen& seen) {
    for (int r = bounds_.row; r <= bounds_.last_row; ++r) {
      run_row_of(*this, r);
      seen(r);
    }
  }
  void run_row(int r) {
    if (r == bounds_.row) std::fill_n(down_.begin(), width_, V());
    V right{};
    int c = bounds_.column;
    for (const Side::Meeting& met : side_->meetings_of(r)) {
      if (met.column < c) continue;
      if (met.column > bounds_.last_column) break;
      run_bare(r, c, met.column, right);
      right = run_meeting(r, met, right);
      c = met.column + 1;
    }
    run_bare(r, c, bounds_.last_column + 1, right);
  }

  const V& exit(int r, int c) const { return exit_[at(r, c)]; }
  const V& down(int r, int c) const { return down_[at(r, c)]; }
  const V& right(int r, int c) const { return right_[at(r, c)]; }
  const V& value(int arc) const { return values_[size(arc)]; }
  const Bounds& bounds() const { return bounds_; }

  // What the rest of all sequences weighs behind each exit, to be filled before `reverse`.
  std::vector<T>& exit_rest() {
    exit_rest_.assign(bounds_.area(), T());
    return exit_rest_;
  }
  std::size_t at(int r, int c) const { return size(r - bounds_.row) * stride_ + size(c - bounds_.column); }

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

  T transition(const Side::Arc& in, const Side::Arc& out, std::size_t relation) const {
    const T& weight = weights_(in.state, out.state);
    return in.single && out.single && relation > 0 ? weight * weights_.relation[relation] : weight;
  }

  // Some side by side never go back, so that only a whole block need keep what it does not read itself.
  static constexpr bool kKeepsAll = std::is_same_v<T, V>;

  // Places at which no arc starts or ends, which is most of them.
  void run_bare(int r, int first, int last, V& from_left) {
    // Copies, which no store below can change.
    const T dd = dd_, dr = dr_, rd = rd_, rr = rr_, dx = dx_, rx = rx_;
    const std::size_t begin = at(r, first), stride = stride_;
    V *const downs = down_.data(), *const rights = right_.data(), *const exits = exit_.data();
    V right = from_left;
    for (std::size_t here = begin, behind = begin + size(last - first); here < behind; ++here) {
      const V down = downs[here];
      if constexpr (kKeepsAll) rights[here] = right;
      exits[here] = sum_of_two(down, dx, right, rx);
      downs[here + stride] = sum_of_two(down, dd, right, rd);
      right = sum_of_two(down, dr, right, rr);
    }
    from_left = right;
  }

  // Where arcs start or end; gives what goes on to the right.
  V run_meeting(int r, const Side::Meeting& met, const V& right) {
    const Side& side = *side_;
    const std::size_t here = at(r, met.column);
    const V down = down_[here];
    if constexpr (kKeepsAll) right_[here] = right;
    V to_down = sum_of_two(down, dd_, right, rd_);
    V to_right = sum_of_two(down, dr_, right, rr_);
    V to_exit = sum_of_two(down, dx_, right, rx_);
    for (int i = met.end; i < met.last_end; ++i) {
      const int number = side.by_end[size(i)];
      const Side::Arc& arc = side.arcs[size(number)];
      if (!is_used(arc)) continue;
      const V value = values_[size(number)];
      to_down += value * weights_(arc.state, side.down);
      to_right += value * weights_(arc.state, side.right);
      to_exit += value * weights_(arc.state, exit_state_);
    }
    for (int i = met.start; i < met.last_start; ++i) start_arc(side.by_start[size(i)], down, right, met);
    exit_[here] = to_exit;
    down_[here + stride_] = to_down;
    return to_right;
  }

  void start_arc(int number, const V& down, const V& right, const Side::Meeting& met) {
    const Side& side = *side_;
    const Side::Arc& arc = side.arcs[size(number)];
    V value = sum_of_two(down, weights_(side.down, arc.state), right, weights_(side.right, arc.state));
    if (met.end < met.last_end) {
      const std::size_t relation = side.relation_at(arc.row, arc.column);
      for (int i = met.end; i < met.last_end; ++i) {
        const int before = side.by_end[size(i)];
        if (is_used(side.arcs[size(before)]))
          value += values_[size(before)] * transition(side.arcs[size(before)], arc, relation);
      }
    }
    value = value * inside_[size(number)];
    if (is_start_[size(number)] != 0)
      for (const Start& start : starts_)
        if (start.arc == number) add_to_lane(value, start.lane, start.weight);
    values_[size(number)] = value;
  }

  void reverse_row(int r, TransitionCounts& counts, std::vector<double>& links) {
    const auto meetings = side_->meetings_of(r);
    std::size_t left = meetings.size();
    while (left > 0 && meetings[left - 1].column > bounds_.last_column) --left;
    for (int c = bounds_.last_column; c >= bounds_.column; --c) {
      const bool meets = left > 0 && meetings[left - 1].column == c;
      reverse_place(r, c, meets ? meetings[--left] : Side::Meeting{c, 0, 0, 0, 0}, counts, links);
    }
  }

  void reverse_place(int r, int c, const Side::Meeting& met, TransitionCounts& counts,
                     std::vector<double>& links) {
    const Side& side = *side_;
    const std::size_t here = at(r, c);
    const T down = down_[here], right = right_[here];
    const T rest_down = r < bounds_.last_row ? down_rest_[here + stride_] : T();
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

  void reverse_arc(int number, const Side::Meeting& met, const std::array<T, 3>& rests,
                   TransitionCounts& counts, std::vector<double>& links) {
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
  std::size_t width_ = 0, stride_ = 0;
  T dd_{}, dr_{}, rd_{}, rr_{}, dx_{}, rx_{};
  std::vector<V> down_, right_, exit_, values_;
  // An arc with which a lane starts.
  struct Start {
    int arc;
    std::size_t lane;
    T weight;
  };
  std::vector<Start> starts_;
  std::vector<std::uint8_t> is_start_;  // by arc
  std::vector<T> down_rest_, right_rest_, exit_rest_, values_rest_;
};

}  // namespace core
