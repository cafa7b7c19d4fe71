#include "pfsm/details/pfsm_trace.h"

#include <algorithm>

namespace core {

void EditTrace::add(const Jumps& over, EditState state, int row, int column) {
  const bool over_reference = &over == &jumps_over_[1];
  steps_.push_back({state, over_reference ? column : row, over_reference ? row : column});
}

// The weight of being in an arc's state and going on to a point's next state.
Best EditTrace::leave(const Side& side, const Side::Arc& arc, Best value, const Point& to) const {
  if (to.next == EditState::start) return value;  // the end
  Best weight = value * weights_(arc.state, to.next);
  if (arc.single && to.next_arc >= 0 && side.arcs[size(to.next_arc)].single)
    weight = weight * weights_.relation[side.relation_at(to.row, to.column)];
  return weight;
}

const std::vector<EditTrace::Step>& EditTrace::trace() {
  steps_.clear();
  Point at{rows_, columns_, EditState::start, -1};
  while (at.row > 0 || at.column > 0) at = step_outside(at);
  std::ranges::reverse(steps_);
  return steps_;
}

EditTrace::Point EditTrace::step_outside(const Point& at) {
  const Side& side = base();
  Best best;
  EditState state = EditState::remove;
  int arc = -1;
  std::array<Best, kPlain> values;
  const std::size_t n = plain_values(at.row, at.column, values);
  for (std::size_t i = 0; i < n; ++i) {
    const Best value =
        at.next == EditState::start ? values[i] : values[i] * weights_(kPlainStates[i], at.next);
    if (value.log() <= best.log()) continue;
    best = value;
    state = kPlainStates[i];
  }
  for (int i = side.end_rows[size(at.row)]; i < side.end_rows[size(at.row) + 1]; ++i) {
    const int number = side.by_end[size(i)];
    if (side.arcs[size(number)].end_column != at.column) continue;
    const Best value = leave(side, side.arcs[size(number)], values_[size(number)], at);
    if (value.log() <= best.log()) continue;
    best = value;
    arc = number;
  }
  if (arc >= 0) {
    const Side::Arc& found = side.arcs[size(arc)];
    add(jumps_over_[0], found.state, found.row, found.column);
    return {found.row, found.column, found.state, arc};
  }
  if (state == EditState::jump_3) return through_jump(jumps_over_[0], at);
  if (state == EditState::reference_jump_3) {
    const Point from = through_jump(jumps_over_[1], {at.column, at.row, at.next, at.next_arc});
    return {from.column, from.row, from.next, from.next_arc};
  }
  const Point from{at.row - (state == EditState::remove ? 1 : 0),
                   at.column - (state == EditState::insert ? 1 : 0), state, -1};
  add(jumps_over_[0], state, from.row, from.column);
  return from;
}

// A jump that ends at a place of its side, back to where it started.
EditTrace::Point EditTrace::through_jump(Jumps& over, const Point& at) {
  const Side& side = over.side;
  Best best;
  const JumpPlan::Gap* gap = nullptr;
  const JumpPlan::Ahead* ahead = nullptr;
  int landing = 0;
  bool chained = false;
  for (const JumpPlan::Gap& each : over.plan.gaps) {
    const EditState state = side.arcs[size(each.arc)].state;
    for (int p = each.first_landing;
         each.end_row <= at.row && p <= std::min(each.last_landing, at.column - 1); ++p) {
      const auto rows = over.plan.gap_rows_before(p);
      const int row_index =
          over.plan.gap_row_columns[size(p)] +
          static_cast<int>(std::lower_bound(rows.begin(), rows.end(), each.row) - rows.begin());
      const Best behind =
          over.gaps[each.place + size(p - each.first_landing) * each.height + size(at.row - each.end_row)];
      for (const JumpPlan::Ahead& candidate : over.plan.aheads_at(p)) {
        if (candidate.row >= each.row || candidate.last_column < at.column) continue;
        const std::size_t from = candidate.place +
                                 size(row_index - candidate.first_gap_row) * candidate.width() +
                                 size(at.column - p - 1);
        const Best start = over.starts[place(over, candidate.row, each.column)] * behind;
        const Best direct = start * weights_(side.jump_2, state) * over.direct[from];
        const Best by_chain = start * weights_(side.down, state) * over.chained[from];
        if ((direct + by_chain).log() <= best.log()) continue;
        best = direct + by_chain;
        gap = &each;
        ahead = &candidate;
        landing = p;
        chained = direct.log() < by_chain.log();
      }
    }
  }
  add(over, side.jump_3, at.row, at.column);
  run_gap(over, *gap);
  back_through_block(over, {at.row, landing, side.jump_3, -1}, true);
  run_ahead(over, *ahead);
  int row = gap->row;
  if (chained) {
    const double go_on = weights_(side.down, side.down).log();
    double longest = -std::numeric_limits<double>::infinity();
    for (int r = gap->row - 1; r > ahead->row; --r) {
      const double weight = block_.exit(r, at.column).log() + go_on * (gap->row - 1 - r);
      if (weight <= longest) continue;
      longest = weight;
      row = r;
    }
    for (int r = gap->row - 1; r >= row; --r) add(over, side.down, r, gap->column);
  }
  add(over, side.jump_2, row, gap->column);
  back_through_block(over, {row, at.column, side.jump_2, -1}, false);
  add(over, side.jump_1, ahead->row, landing);
  return {ahead->row, gap->column, side.jump_1, -1};
}

void EditTrace::back_through_block(const Jumps& over, Point at, bool ends_gap) {
  const Side& side = over.side;
  const auto& bounds = block_.bounds();
  while (at.row != bounds.row || at.column != bounds.column) {
    Best best;
    EditState state = side.right;
    int arc = -1;
    if (!(ends_gap && at.next == side.jump_3)) {
      best = block_.down(at.row, at.column) * weights_(side.down, at.next);
      state = side.down;
    }
    const Best by_right = block_.right(at.row, at.column) * weights_(side.right, at.next);
    if (by_right.log() > best.log()) {
      best = by_right;
      state = side.right;
    }
    for (int i = side.end_rows[size(at.row)]; i < side.end_rows[size(at.row) + 1]; ++i) {
      const int number = side.by_end[size(i)];
      const Side::Arc& each = side.arcs[size(number)];
      if (each.end_column != at.column || !bounds.holds(each.row, each.column)) continue;
      const Best value = leave(side, each, block_.value(number), at);
      if (value.log() <= best.log()) continue;
      best = value;
      arc = number;
    }
    if (arc >= 0)
      at = {side.arcs[size(arc)].row, side.arcs[size(arc)].column, side.arcs[size(arc)].state, arc};
    else
      at = {at.row - (state == side.down ? 1 : 0), at.column - (state == side.right ? 1 : 0), state, -1};
    add(over, at.next, at.row, at.column);
  }
}

double EditTrace::weight(const Step* before, const Step& step, const EditMachine& machine) const {
  const auto transition = [&](EditState from) {
    return machine.transitions[index(from) * kEditStates + index(step.state)];
  };
  double weight = transition(before == nullptr ? EditState::start : before->state);
  const auto is_single = [](EditState state) {
    return is_substitution(state) && reference_words(state) == 1 && hypothesis_words(state) == 1;
  };
  std::size_t relation = 0;
  if (before != nullptr && is_single(before->state) && is_single(step.state))
    relation = base().relation_at(step.ref, step.hyp);
  else if (is_substitution(step.state) && reference_words(step.state) == 2 &&
           hypothesis_words(step.state) == 2)
    relation = base().relation_at(step.ref + 1, step.hyp + 1);
  if (relation > 0) weight += machine.relations[relation - 1];
  return weight;
}

}  // namespace core
