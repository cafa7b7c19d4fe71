#pragma once
// How EditLattice sums up all sequences; included by its header.

namespace core {

template <typename T>
bool EditLattice<T>::lay_out(const EditPairs& pairs, std::size_t pair, bool keep) {
  Side& hyp_side = jumps_over_[0].side;
  hyp_side.lay_out(pairs, pair, false);
  rows_ = hyp_side.rows;
  columns_ = hyp_side.columns;
  stride_ = size(columns_) + 1;
  keep_ = keep;
  inside_.clear();
  for (const Side::Arc& arc : hyp_side.arcs) inside_.push_back(weights_.relation[hyp_side.relation_in(arc)]);

  const double cells = static_cast<double>(stride_) * (rows_ + 1);
  if (keep && 4 * cells * sizeof(T) > kMostMemory) return false;
  const bool can_jump = machine_.max_jump > 0 && rows_ > 1 && columns_ > 1;
  lacks_jumps_ = can_jump && !plan_jumps(pairs, pair);
  jumps_ = can_jump && !lacks_jumps_ &&
           std::ranges::any_of(jumps_over_, [](const Jumps& over) { return !over.plan.gaps.empty(); });
  if (jumps_)
    for (Jumps& over : jumps_over_) over.side.find_meetings();
  return true;
}

// False where the jumps would take too long, or too much memory in the largest numbers.
template <typename T>
bool EditLattice<T>::plan_jumps(const EditPairs& pairs, std::size_t pair) {
  if (base().arcs.size() > kMostCrossed) return false;
  const std::array<bool, 2> wanted{machine_.over_hypothesis, machine_.over_reference};
  double numbers = 4 * static_cast<double>(stride_) * (rows_ + 1), steps = 0;
  bool any = false;
  for (std::size_t i = 0; i < 2; ++i) {
    Jumps& over = jumps_over_[i];
    if (i == 1) over.side.lay_out(pairs, pair, true);
    over.plan.clear();
    if (wanted[i]) over.plan.make(over.side, machine_.max_jump, machine_.max_block, i == 1);
    numbers += static_cast<double>(2 * over.plan.ahead_size + over.plan.gap_size);
    steps += over.plan.steps;
    any = any || !over.plan.gaps.empty();
    if (steps > kMostSteps) return false;
  }
  return !any || numbers * sizeof(Wide) <= kMostJumpMemory;
}

template <typename T>
T EditLattice<T>::run() {
  const std::size_t cells = stride_ * (keep_ ? size(rows_) + 1 : 2);
  down_.assign(cells, T());
  right_.assign(cells, T());
  values_.assign(base().arcs.size(), T());
  if (jumps_)
    for (Jumps& over : jumps_over_) {
      over.landings.assign(stride_ * (size(rows_) + 1) + kLanes, T());
      over.starts.assign(stride_ * (size(rows_) + 1), T());
      make_blocks(over);
    }
  for (int ref = 0; ref <= rows_; ++ref) {
    pulse(16 * stride_);
    run_row(ref);
    if (jumps_)
      for (Jumps& over : jumps_over_)
        for (const JumpPlan::Gap& gap : over.plan.gaps_at(ref)) land(over, gap);
  }
  std::array<T, kPlain> values;
  T total{};
  for (std::size_t i = 0, n = plain_values(rows_, columns_, values); i < n; ++i) total += values[i];
  const Side& side = base();
  for (int i = side.end_rows[size(rows_)]; i < side.end_rows[size(rows_) + 1]; ++i) {
    const int number = side.by_end[size(i)];
    if (side.arcs[size(number)].end_column == columns_) total += values_[size(number)];
  }
  return total;
}

template <typename T>
void EditLattice<T>::make_blocks(Jumps& over) {
  // All of them are written before they are read.
  over.direct.resize(over.plan.ahead_size);
  over.chained.resize(over.plan.ahead_size);
  over.gaps.resize(over.plan.gap_size);
  in_groups(over.plan.aheads, 0.7, [&](std::span<const int> numbers) { make_aheads(over, numbers); });
  in_groups(over.plan.gaps, 0, [&](std::span<const int> numbers) { make_gaps(over, numbers); });
}

template <typename T>
template <typename Place, typename Make>
void EditLattice<T>::in_groups(const std::vector<Place>& places, double shape, const Make& make) {
  near_.resize(places.size());
  std::iota(near_.begin(), near_.end(), 0);
  const auto by = [&](auto first, auto second) {
    return [&places, first, second](int a, int b) {
      const Place &x = places[size(a)], &y = places[size(b)];
      return std::tuple(x.*first, x.*second, a) < std::tuple(y.*first, y.*second, b);
    };
  };
  std::ranges::sort(near_, by(&Place::column, &Place::row));
  const double n_groups = std::ceil(static_cast<double>(near_.size()) / kLanes);
  const auto strip = kLanes * std::max<std::size_t>(1, static_cast<std::size_t>(std::sqrt(n_groups * shape)));
  for (std::size_t first = 0; first < near_.size(); first += strip) {
    const auto some = std::span(near_).subspan(first, std::min(strip, near_.size() - first));
    std::ranges::sort(some, by(&Place::row, &Place::column));
    for (std::size_t at = 0; at < some.size(); at += kLanes)
      make(some.subspan(at, std::min(kLanes, some.size() - at)));
  }
}

template <typename T>
void EditLattice<T>::run_ahead(const Jumps& over, const JumpPlan::Ahead& ahead) {
  block_.run(over.side, {ahead.row, ahead.column, ahead.last_row, ahead.last_column}, over.side.jump_1,
             over.side.jump_2, false, -1);
}

template <typename T>
void EditLattice<T>::run_gap(const Jumps& over, const JumpPlan::Gap& gap) {
  block_.run(over.side, {gap.row, gap.column, over.side.rows, gap.last_landing}, over.side.jump_2,
             over.side.jump_3, true, gap.arc);
}

template <typename T>
void EditLattice<T>::make_aheads(Jumps& over, std::span<const int> numbers) {
  const auto ahead_of = [&](std::size_t lane) -> const JumpPlan::Ahead& {
    return over.plan.aheads[size(numbers[lane])];
  };
  typename EditBlock<T>::Bounds all{rows_ + columns_, rows_ + columns_, 0, 0};
  for (std::size_t lane = 0; lane < numbers.size(); ++lane) {
    const JumpPlan::Ahead& ahead = ahead_of(lane);
    all = {std::min(all.row, ahead.row), std::min(all.column, ahead.column),
           std::max(all.last_row, ahead.last_row), std::max(all.last_column, ahead.last_column)};
  }
  pulse(all.area() * kLanes);
  lanes_.begin(over.side, {all.row, all.column, all.last_row, all.last_column}, over.side.jump_2, false);
  std::array<std::size_t, kLanes> to{}, next{};
  for (std::size_t lane = 0; lane < numbers.size(); ++lane) {
    const JumpPlan::Ahead& ahead = ahead_of(lane);
    lanes_.start_at(ahead.row, ahead.column, over.side.jump_1, -1, lane);
    to[lane] = ahead.place;
    next[lane] = size(ahead.first_gap_row);
  }
  const T enter = weights_(over.side.jump_2, over.side.down),
          go_on = weights_(over.side.down, over.side.down);
  chains_.assign(size(all.last_column - all.column + 1), Lanes<T>());
  lanes_.run_lanes([&](int row) {
    for (std::size_t lane = 0; lane < numbers.size(); ++lane) {
      const JumpPlan::Ahead& ahead = ahead_of(lane);
      if (row <= ahead.row || row > ahead.last_row || over.plan.gap_rows[next[lane]] != row) continue;
      ++next[lane];
      for (int q = ahead.column + 1; q <= ahead.last_column; ++q, ++to[lane]) {
        over.direct[to[lane]] = lanes_.exit(row, q).lane(lane);
        over.chained[to[lane]] = chains_[size(q - all.column)].lane(lane);
      }
    }
    add_scaled(std::span(chains_), go_on, &lanes_.exit(row, all.column), enter);
  });
}

template <typename T>
void EditLattice<T>::make_gaps(Jumps& over, std::span<const int> numbers) {
  const auto gap_of = [&](std::size_t lane) -> const JumpPlan::Gap& {
    return over.plan.gaps[size(numbers[lane])];
  };
  int row = over.side.rows, column = over.side.columns, last_column = 0;
  for (std::size_t lane = 0; lane < numbers.size(); ++lane) {
    const JumpPlan::Gap& gap = gap_of(lane);
    row = std::min(row, gap.row), column = std::min(column, gap.column);
    last_column = std::max(last_column, gap.last_landing);
  }
  pulse(size(over.side.rows - row + 1) * size(last_column - column + 1) * kLanes);
  lanes_.begin(over.side, {row, column, over.side.rows, last_column}, over.side.jump_3, true);
  for (std::size_t lane = 0; lane < numbers.size(); ++lane)
    lanes_.start_at(gap_of(lane).row, gap_of(lane).column, over.side.jump_2, gap_of(lane).arc, lane);
  lanes_.run_lanes([&](int at) {
    for (std::size_t lane = 0; lane < numbers.size(); ++lane) {
      const JumpPlan::Gap& gap = gap_of(lane);
      if (at < gap.end_row) continue;
      T* to = over.gaps.data() + gap.place + size(at - gap.end_row);
      for (int p = gap.first_landing; p <= gap.last_landing; ++p, to += gap.height)
        *to = lanes_.exit(at, p).lane(lane);
    }
  });
}

template <typename T>
std::size_t EditLattice<T>::sum_ahead(const Jumps& over, const JumpPlan::Gap& gap, int p, T* sums) {
  const auto aheads = over.plan.aheads_at(p);
  if (aheads.empty() || aheads.front().row >= gap.row) return 0;
  const EditState state = over.side.arcs[size(gap.arc)].state;
  const T direct = weights_(over.side.jump_2, state), chained = weights_(over.side.down, state);
  const auto rows = over.plan.gap_rows_before(p);
  const auto row = std::lower_bound(rows.begin(), rows.end(), gap.row);
  const int row_index = over.plan.gap_row_columns[size(p)] + static_cast<int>(row - rows.begin());
  const std::size_t width = aheads.front().width();
  terms_.clear();
  for (const JumpPlan::Ahead& ahead : aheads) {
    if (ahead.row >= gap.row) break;
    const T start = over.starts[place(over, ahead.row, gap.column)];
    const std::size_t from = ahead.place + size(row_index - ahead.first_gap_row) * width;
    terms_.push_back(
        {start * direct, start * chained, over.direct.data() + from, over.chained.data() + from});
  }
  sum_products(std::span(sums, width), std::span<const Products<T>>(terms_));
  return width;
}

template <typename T>
void EditLattice<T>::land(Jumps& over, const JumpPlan::Gap& gap) {
  const std::size_t n_landings = size(gap.last_landing - gap.first_landing + 1);
  // Numbers for all columns behind the first landing, filled up for `add_outer_products`.
  const std::size_t columns =
      (size(over.side.columns - gap.first_landing) + 2 * kLanes - 1) / kLanes * kLanes;
  ahead_sums_.assign(n_landings * columns, T());
  std::size_t first = n_landings, behind = 0;
  for (std::size_t i = 0; i < n_landings; ++i) {
    const std::size_t width =
        sum_ahead(over, gap, gap.first_landing + static_cast<int>(i), ahead_sums_.data() + i * columns + i);
    if (width == 0) continue;
    first = std::min(first, i);
    behind = std::max(behind, i + width);
  }
  if (first >= behind) return;
  const Rows<T> weights{over.gaps.data() + gap.place + first * gap.height, gap.height, gap.height};
  const Rows<T> sums{ahead_sums_.data() + first * columns + first, columns, behind - first};
  pulse(weights.width * sums.width * (n_landings - first));
  add_outer_products(
      over.landings.data() + landing(over, gap.end_row, gap.first_landing + static_cast<int>(first) + 1),
      size(over.side.columns) + 1, n_landings - first, weights, sums);
}

template <typename T>
std::size_t EditLattice<T>::plain_values(int ref, int hyp, std::array<T, kPlain>& values) const {
  const std::size_t here = row_base(ref) + size(hyp);
  values[0] = down_[here];
  values[1] = right_[here];
  values[2] = values[3] = values[4] = T();
  if (jumps_) {
    values[2] = jumps_over_[0].landings[landing(jumps_over_[0], ref, hyp)];
    values[3] = jumps_over_[1].landings[landing(jumps_over_[1], hyp, ref)];
  }
  if (ref > 0 || hyp > 0) return n_plain();
  values[4] = NumberOf<T>::from_log(0);
  return kPlain;
}

template <typename T>
void EditLattice<T>::run_row(int ref) {
  const Side& side = base();
  int start = side.start_rows[size(ref)], end = side.end_rows[size(ref)];
  const int starts = side.start_rows[size(ref) + 1], ends = side.end_rows[size(ref) + 1];
  for (int hyp = 0; hyp <= columns_; ++hyp) {
    const int first_start = start, first_end = end;
    while (start < starts && side.arcs[size(side.by_start[size(start)])].column == hyp) ++start;
    while (end < ends && side.arcs[size(side.by_end[size(end)])].end_column == hyp) ++end;
    if (!jumps_ && start == first_start && end == first_end && ref + hyp > 0)
      run_bare_place(ref, hyp);
    else
      run_place(ref, hyp, first_end, end, first_start, start);
  }
}

// Where nothing matches and nothing jumps, which is most places.
template <typename T>
void EditLattice<T>::run_bare_place(int ref, int hyp) {
  const std::size_t here = row_base(ref) + size(hyp);
  const T down = down_[here], right = right_[here];
  constexpr EditState remove = EditState::remove, insert = EditState::insert;
  if (ref < rows_)
    down_[row_base(ref + 1) + size(hyp)] =
        NumberOf<T>::sum_of_two(down, weights_(remove, remove), right, weights_(insert, remove));
  if (hyp < columns_)
    right_[here + 1] =
        NumberOf<T>::sum_of_two(down, weights_(remove, insert), right, weights_(insert, insert));
}

template <typename T>
void EditLattice<T>::run_place(int ref, int hyp, int first_end, int end, int first_start, int start) {
  const Side& side = base();
  std::array<T, kPlain> values;
  const std::size_t n = plain_values(ref, hyp, values);
  T to_down{}, to_right{}, to_jump{}, to_reference_jump{};
  const auto leave = [&](const T& value, EditState state) {
    to_down += value * weights_(state, EditState::remove);
    to_right += value * weights_(state, EditState::insert);
    if (!jumps_) return;
    to_jump += value * weights_(state, EditState::jump_1);
    to_reference_jump += value * weights_(state, EditState::reference_jump_1);
  };
  for (std::size_t i = 0; i < n; ++i) leave(values[i], kPlainStates[i]);
  for (int i = first_end; i < end; ++i) {
    const int number = side.by_end[size(i)];
    leave(values_[size(number)], side.arcs[size(number)].state);
  }
  for (int i = first_start; i < start; ++i) {
    const int number = side.by_start[size(i)];
    const Side::Arc& arc = side.arcs[size(number)];
    T value{};
    for (std::size_t v = 0; v < n; ++v) value += values[v] * weights_(kPlainStates[v], arc.state);
    const std::size_t relation = first_end < end ? side.relation_at(ref, hyp) : 0;
    for (int e = first_end; e < end; ++e) {
      const int before = side.by_end[size(e)];
      const Side::Arc& in = side.arcs[size(before)];
      const T& weight = weights_(in.state, arc.state);
      value += values_[size(before)] *
               (in.single && arc.single && relation > 0 ? weight * weights_.relation[relation] : weight);
    }
    values_[size(number)] = value * inside_[size(number)];
  }
  if (ref < rows_) down_[row_base(ref + 1) + size(hyp)] = to_down;
  if (hyp < columns_) right_[row_base(ref) + size(hyp) + 1] = to_right;
  if (jumps_) {
    jumps_over_[0].starts[grid(ref, hyp)] = to_jump;
    jumps_over_[1].starts[grid(ref, hyp)] = to_reference_jump;
  }
}

}  // namespace core
