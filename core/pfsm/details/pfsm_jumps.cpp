#include "pfsm/details/pfsm_jumps.h"

#include <algorithm>
#include <numeric>

namespace core {

void JumpPlan::clear() {
  aheads.clear();
  gaps.clear();
  ahead_size = gap_size = 0;
  steps = 0;
}

void JumpPlan::make(const Side& side, int max_jump, int max_block, bool over_reference) {
  clear();
  columns_.assign(size(side.columns) + 2, 0);
  by_column_.resize(side.arcs.size());
  std::iota(by_column_.begin(), by_column_.end(), 0);
  std::ranges::stable_sort(by_column_, [&](int a, int b) {
    const Side::Arc &x = side.arcs[size(a)], &y = side.arcs[size(b)];
    return x.column != y.column ? x.column < y.column : x.row < y.row;
  });
  for (const Side::Arc& arc : side.arcs) ++columns_[size(arc.column) + 1];
  std::partial_sum(columns_.begin(), columns_.end(), columns_.begin());
  find_gap_rows(side, max_jump);
  find_aheads(side, max_block);
  if (steps <= kMostSteps) find_gaps(side, max_jump, over_reference);
}

void JumpPlan::find_gap_rows(const Side& side, int max_jump) {
  gap_rows.clear();
  gap_row_columns.assign(1, 0);
  for (int p = 0; p <= side.columns; ++p) {
    const auto first = static_cast<std::ptrdiff_t>(gap_rows.size());
    // Only columns at which something starts can be landed on.
    if (columns_[size(p)] < columns_[size(p) + 1])
      for (int j = std::max(0, p - max_jump); j < p; ++j)
        for (int i = columns_[size(j)]; i < columns_[size(j) + 1]; ++i) {
          const Side::Arc& arc = side.arcs[size(by_column_[size(i)])];
          if (arc.end_column <= p) gap_rows.push_back(arc.row);
        }
    std::sort(gap_rows.begin() + first, gap_rows.end());
    gap_rows.erase(std::unique(gap_rows.begin() + first, gap_rows.end()), gap_rows.end());
    gap_row_columns.push_back(static_cast<int>(gap_rows.size()));
  }
}

void JumpPlan::find_aheads(const Side& side, int max_block) {
  ahead_columns.assign(1, 0);
  for (int p = 0; p <= side.columns && steps <= kMostSteps; ++p) {
    const auto rows = gap_rows_before(p);
    const int last_column = max_block > 0 && max_block < side.columns - p ? p + max_block : side.columns;
    int before = -1;
    for (int i = columns_[size(p)]; i < columns_[size(p) + 1]; ++i) {
      const int row = side.arcs[size(by_column_[size(i)])].row;
      if (row == before || rows.empty() || row >= rows.back()) continue;
      before = row;
      const auto first = static_cast<int>(std::upper_bound(rows.begin(), rows.end(), row) - rows.begin());
      aheads.push_back({row, p, rows.back(), last_column, ahead_size, gap_row_columns[size(p)] + first});
      ahead_size += (rows.size() - size(first)) * aheads.back().width();
      steps += static_cast<double>(rows.back() - row + 1) * (last_column - p + 1);
    }
    ahead_columns.push_back(static_cast<int>(aheads.size()));
  }
}

void JumpPlan::find_gaps(const Side& side, int max_jump, bool over_reference) {
  for (std::size_t i = 0; i < side.arcs.size() && steps <= kMostSteps; ++i) {
    const Side::Arc& arc = side.arcs[i];
    Gap gap{static_cast<int>(i), arc.row, arc.column, arc.end_row,
            arc.end_column,      -1,      gap_size,   size(side.rows - arc.end_row + 1)};
    for (int p = arc.end_column; p <= std::min(arc.column + max_jump, side.columns); ++p) {
      // All of one column are equally wide, and stand by their rows.
      const auto there = aheads_at(p);
      const auto behind = std::ranges::lower_bound(there, arc.row, {}, &Ahead::row);
      if (behind == there.begin() || there.front().width() == 0) continue;
      const double crossed =
          static_cast<double>(behind - there.begin()) * static_cast<double>(there.front().width());
      gap.last_landing = p;
      steps += crossed + static_cast<double>(gap.height) * (side.columns - p);
    }
    if (gap.last_landing < 0) continue;
    gap_size += size(gap.last_landing - gap.first_landing + 1) * gap.height;
    steps += static_cast<double>(gap.height) * (gap.last_landing - gap.column + 1);
    gaps.push_back(gap);
  }
  const auto reference_row = [&](const Gap& gap) { return over_reference ? gap.column : gap.row; };
  std::ranges::stable_sort(gaps, {}, reference_row);
  const int reference_rows = over_reference ? side.columns : side.rows;
  gap_reference_rows.assign(size(reference_rows) + 2, 0);
  for (const Gap& gap : gaps) ++gap_reference_rows[size(reference_row(gap)) + 1];
  std::partial_sum(gap_reference_rows.begin(), gap_reference_rows.end(), gap_reference_rows.begin());
}

}  // namespace core
