#include "pfsm/details/pfsm_side.h"

#include <algorithm>
#include <numeric>

namespace core {

void Side::lay_out(const EditPairs& pairs, std::size_t pair, bool over_reference) {
  const auto values = pairs.substitutions[pair];
  rows = pairs.ref_lengths[pair];
  columns = pairs.hyp_lengths[pair];
  down = EditState::remove;
  right = EditState::insert;
  const bool related = pairs.ref_relations.size() > 0 && pairs.hyp_relations.size() > 0;
  row_relations = related ? pairs.ref_relations[pair] : std::span<const std::uint8_t>();
  column_relations = related ? pairs.hyp_relations[pair] : std::span<const std::uint8_t>();
  arcs.clear();
  for (std::size_t i = 0; i < values.size(); i += 3) {
    const auto state = static_cast<EditState>(values[i + 2]);
    const int n_ref = reference_words(state), n_hyp = hypothesis_words(state);
    Arc arc{values[i], values[i + 1],           values[i] + n_ref, values[i + 1] + n_hyp,
            state,     n_ref == 1 && n_hyp == 1};
    if (over_reference) {
      std::swap(arc.row, arc.column);
      std::swap(arc.end_row, arc.end_column);
    }
    arcs.push_back(arc);
  }
  if (over_reference) {
    std::swap(rows, columns);
    std::swap(down, right);
    std::swap(row_relations, column_relations);
  }
  jump_1 = over_reference ? EditState::reference_jump_1 : EditState::jump_1;
  jump_2 = over_reference ? EditState::reference_jump_2 : EditState::jump_2;
  jump_3 = over_reference ? EditState::reference_jump_3 : EditState::jump_3;
  sort(by_start, start_rows, false);
  sort(by_end, end_rows, true);
}

void Side::find_meetings() {
  meetings.clear();
  meeting_rows.assign(1, 0);
  for (int row = 0; row <= rows; ++row) {
    int start = start_rows[size(row)], end = end_rows[size(row)];
    const int starts = start_rows[size(row) + 1], ends = end_rows[size(row) + 1];
    const auto start_column = [&] { return arcs[size(by_start[size(start)])].column; };
    const auto end_column = [&] { return arcs[size(by_end[size(end)])].end_column; };
    while (start < starts || end < ends) {
      const int column = std::min(start < starts ? start_column() : columns + 1,  //
                                  end < ends ? end_column() : columns + 1);
      Meeting met{column, start, start, end, end};
      for (; start < starts && start_column() == column; ++start) ++met.last_start;
      for (; end < ends && end_column() == column; ++end) ++met.last_end;
      meetings.push_back(met);
    }
    meeting_rows.push_back(static_cast<int>(meetings.size()));
  }
}

// The order of arcs that start (or end) at one place stays.
void Side::sort(std::vector<int>& order, std::vector<int>& row_starts, bool by_its_end) const {
  const auto row = [&](int arc) { return by_its_end ? arcs[size(arc)].end_row : arcs[size(arc)].row; };
  const auto column = [&](int arc) {
    return by_its_end ? arcs[size(arc)].end_column : arcs[size(arc)].column;
  };
  order.resize(arcs.size());
  std::iota(order.begin(), order.end(), 0);
  const auto before = [&](int a, int b) {
    return row(a) != row(b) ? row(a) < row(b) : column(a) < column(b);
  };
  if (!std::ranges::is_sorted(order, before)) std::ranges::stable_sort(order, before);
  row_starts.assign(size(rows) + 2, 0);
  for (const int arc : order) ++row_starts[size(row(arc)) + 1];
  std::partial_sum(row_starts.begin(), row_starts.end(), row_starts.begin());
}

}  // namespace core
