#pragma once
// How EditLattice goes back from the end and counts; included by its header. `..._rest` is always the weight
// of all that can come behind, divided by the total, so that weight times rest is a probability.

namespace core {

template <typename T>
void EditLattice<T>::reverse(T total, TransitionCounts& counts, std::vector<double>& links) {
  const std::size_t cells = stride_ * (size(rows_) + 1);
  down_rest_.assign(cells, T());
  right_rest_.assign(cells, T());
  values_rest_.assign(base().arcs.size(), T());
  links.assign(base().arcs.size(), 0);
  if (jumps_)
    for (Jumps& over : jumps_over_) {
      over.direct_rest.assign(over.direct.size(), T());
      over.chained_rest.assign(over.chained.size(), T());
      over.gaps_rest.assign(over.gaps.size(), T());
      over.landings_rest.assign(cells, T());
      over.starts_rest.assign(cells, T());
    }
  end_rest_ = NumberOf<T>::from_log(-NumberOf<T>::log(total));
  for (int ref = rows_; ref >= 0; --ref) {
    if (jumps_)
      for (Jumps& over : jumps_over_)
        for (const JumpPlan::Gap& gap : over.plan.gaps_at(ref)) reverse_jumps(over, gap, counts);
    reverse_row(ref, counts, links);
  }
  if (jumps_)
    for (Jumps& over : jumps_over_) reverse_blocks(over, counts, links);
}

template <typename T>
void EditLattice<T>::reverse_jumps(Jumps& over, const JumpPlan::Gap& gap, TransitionCounts& counts) {
  for (int p = gap.first_landing; p <= gap.last_landing; ++p) {
    ahead_sums_.assign(size(over.side.columns - p), T());
    ahead_sums_.resize(sum_ahead(over, gap, p, ahead_sums_.data()));
    if (ahead_sums_.empty()) continue;
    const std::size_t from = gap.place + size(p - gap.first_landing) * gap.height;
    ahead_rest_.assign(ahead_sums_.size(), T());
    for (int row = gap.end_row; row <= over.side.rows; ++row) {
      const T weight = over.gaps[from + size(row - gap.end_row)];
      T rest{};
      for (std::size_t q = 0; q < ahead_sums_.size(); ++q) {
        const T behind = over.landings_rest[place(over, row, p + 1 + static_cast<int>(q))];
        ahead_rest_[q] += weight * behind;
        rest += ahead_sums_[q] * behind;
      }
      over.gaps_rest[from + size(row - gap.end_row)] = rest;
    }
    reverse_aheads(over, gap, p, counts);
  }
}

template <typename T>
void EditLattice<T>::reverse_aheads(Jumps& over, const JumpPlan::Gap& gap, int p, TransitionCounts& counts) {
  const EditState state = over.side.arcs[size(gap.arc)].state;
  const T direct = weights_(over.side.jump_2, state), chained = weights_(over.side.down, state);
  const auto rows = over.plan.gap_rows_before(p);
  const auto row = std::lower_bound(rows.begin(), rows.end(), gap.row);
  const int row_index = over.plan.gap_row_columns[size(p)] + static_cast<int>(row - rows.begin());
  for (const JumpPlan::Ahead& ahead : over.plan.aheads_at(p)) {
    if (ahead.row >= gap.row) break;
    const std::size_t started = place(over, ahead.row, gap.column);
    const T start = over.starts[started];
    const std::size_t from = ahead.place + size(row_index - ahead.first_gap_row) * ahead.width();
    T by_direct{}, by_chained{};
    for (std::size_t q = 0; q < ahead.width(); ++q) {
      const T behind = ahead_rest_[q];
      by_direct += over.direct[from + q] * behind;
      by_chained += over.chained[from + q] * behind;
      over.direct_rest[from + q] += start * direct * behind;
      over.chained_rest[from + q] += start * chained * behind;
    }
    by_direct = by_direct * direct;
    by_chained = by_chained * chained;
    over.starts_rest[started] += by_direct + by_chained;
    counts.add(over.side.jump_2, state, NumberOf<T>::plain(start * by_direct));
    counts.add(over.side.down, state, NumberOf<T>::plain(start * by_chained));
  }
}

template <typename T>
void EditLattice<T>::reverse_blocks(Jumps& over, TransitionCounts& counts, std::vector<double>& links) {
  for (const JumpPlan::Ahead& ahead : over.plan.aheads) {
    run_ahead(over, ahead);
    reverse_chain(over, ahead, counts);
    block_.reverse(counts, links);
  }
  for (const JumpPlan::Gap& gap : over.plan.gaps) {
    run_gap(over, gap);
    std::vector<T>& rest = block_.exit_rest();
    std::size_t from = gap.place;
    for (int p = gap.first_landing; p <= gap.last_landing; ++p)
      for (int row = gap.end_row; row <= over.side.rows; ++row)
        rest[block_.at(row, p)] = over.gaps_rest[from++];
    block_.reverse(counts, links);
  }
}

// The moves down between jump 2 and the first arc of a gap.
template <typename T>
void EditLattice<T>::reverse_chain(Jumps& over, const JumpPlan::Ahead& ahead, TransitionCounts& counts) {
  const EditState down = over.side.down, jump = over.side.jump_2;
  const T enter = weights_(jump, down), go_on = weights_(down, down);
  const std::size_t width = ahead.width();
  const int first_row = ahead.row + 1, last_row = ahead.last_row;
  // The chain again, row by row, because what is expected of a step needs the weight before it.
  chain_.assign(width * size(last_row - ahead.row + 1), T());
  for (int row = first_row; row <= last_row; ++row)
    for (std::size_t q = 0; q < width; ++q)
      chain_[size(row - ahead.row) * width + q] =
          chain_[size(row - ahead.row - 1) * width + q] * go_on +
          block_.exit(row - 1, ahead.column + 1 + static_cast<int>(q)) * enter;
  std::vector<T>& rest = block_.exit_rest();
  ahead_rest_.assign(width, T());
  const auto rows = over.plan.gap_rows_before(ahead.column);
  const std::size_t first = size(ahead.first_gap_row - over.plan.gap_row_columns[size(ahead.column)]);
  std::size_t next = rows.size();
  for (int row = last_row; row >= first_row; --row) {
    const bool kept = next > first && rows[next - 1] == row;
    if (kept) --next;
    const std::size_t from = ahead.place + (next - first) * width;
    for (std::size_t q = 0; q < width; ++q) {
      const int column = ahead.column + 1 + static_cast<int>(q);
      if (kept) {
        ahead_rest_[q] += over.chained_rest[from + q];
        rest[block_.at(row, column)] += over.direct_rest[from + q];
      }
      const T entered = enter * ahead_rest_[q], gone_on = go_on * ahead_rest_[q];
      counts.add(jump, down, NumberOf<T>::plain(block_.exit(row - 1, column) * entered));
      counts.add(down, down, NumberOf<T>::plain(chain_[size(row - ahead.row - 1) * width + q] * gone_on));
      rest[block_.at(row - 1, column)] += entered;
      ahead_rest_[q] = gone_on;
    }
  }
}

template <typename T>
void EditLattice<T>::reverse_row(int ref, TransitionCounts& counts, std::vector<double>& links) {
  const Side& side = base();
  int start = side.start_rows[size(ref) + 1], end = side.end_rows[size(ref) + 1];
  for (int hyp = columns_; hyp >= 0; --hyp) {
    const int last_start = start, last_end = end;
    while (start > side.start_rows[size(ref)] &&
           side.arcs[size(side.by_start[size(start - 1)])].column == hyp)
      --start;
    while (end > side.end_rows[size(ref)] && side.arcs[size(side.by_end[size(end - 1)])].end_column == hyp)
      --end;
    reverse_place(ref, hyp, end, last_end, start, last_start, counts, links);
  }
}

template <typename T>
void EditLattice<T>::reverse_place(int ref, int hyp, int first_end, int end, int first_start, int start,
                                   TransitionCounts& counts, std::vector<double>& links) {
  const Side& side = base();
  const auto plain = [](const T& value) { return NumberOf<T>::plain(value); };
  const std::size_t here = grid(ref, hyp);
  constexpr std::array<EditState, 4> targets{EditState::remove, EditState::insert, EditState::jump_1,
                                             EditState::reference_jump_1};
  std::array<T, 4> rests{};
  if (ref < rows_) rests[0] = down_rest_[here + stride_];
  if (hyp < columns_) rests[1] = right_rest_[here + 1];
  if (jumps_) {
    rests[2] = jumps_over_[0].starts_rest[here];
    rests[3] = jumps_over_[1].starts_rest[here];
  }
  const std::size_t n_targets = jumps_ ? 4 : 2;
  const T stop = ref == rows_ && hyp == columns_ ? end_rest_ : T();
  // All that can come behind a state, with what is expected of each step.
  const auto behind = [&](const T& value, EditState state, bool single, std::size_t relation) {
    T sum = stop;
    for (std::size_t i = 0; i < n_targets; ++i) {
      const T rest = weights_(state, targets[i]) * rests[i];
      counts.add(state, targets[i], plain(value * rest));
      sum += rest;
    }
    for (int i = first_start; i < start; ++i) {
      const int number = side.by_start[size(i)];
      const Side::Arc& arc = side.arcs[size(number)];
      T rest = weights_(state, arc.state) * inside_[size(number)] * values_rest_[size(number)];
      const bool related = single && arc.single && relation > 0;
      if (related) rest = rest * weights_.relation[relation];
      const double expected = plain(value * rest);
      counts.add(state, arc.state, expected);
      if (related) counts.add_relation(relation, expected);
      sum += rest;
    }
    return sum;
  };
  std::array<T, kPlain> values;
  const std::size_t n = plain_values(ref, hyp, values);
  std::array<T, kPlain> sums;
  for (std::size_t i = 0; i < n; ++i) sums[i] = behind(values[i], kPlainStates[i], false, 0);
  down_rest_[here] = sums[0];
  right_rest_[here] = sums[1];
  if (jumps_) {
    jumps_over_[0].landings_rest[here] = sums[2];
    jumps_over_[1].landings_rest[here] = sums[3];
  }
  const std::size_t relation = first_end < end ? side.relation_at(ref, hyp) : 0;
  for (int i = first_end; i < end; ++i) {
    const int number = side.by_end[size(i)];
    const Side::Arc& arc = side.arcs[size(number)];
    const T value = values_[size(number)];
    const T rest = behind(value, arc.state, arc.single, relation);
    values_rest_[size(number)] = rest;
    const double expected = plain(value * rest);
    counts.add_relation(side.relation_in(arc), expected);
    links[size(number)] += expected;
  }
}

}  // namespace core
