#pragma once
// Which jumps over the columns of a side can come to an end.
#include <span>
#include <vector>

#include "pfsm/details/pfsm_side.h"

namespace core {

// A jump goes from (row i, column j) to column p. The part ahead starts there with an arc at (i, p) and ends
// at (i', q); the part in the gap starts at (i', j), goes down to an arc at (k, j), and ends at (i'', p).
// What the part ahead weighs depends on (i, p) only and is kept for the rows k and all q; what the gap weighs
// depends on its first arc only and is kept for all p and i''. So both are computed once, whatever j and i'.
struct JumpPlan {
  struct Ahead {
    int row, column, last_row, last_column;
    std::size_t place;  // of its numbers: for each row k behind its own, for each q
    int first_gap_row;  // index into gap_rows

    std::size_t width() const { return size(last_column - column); }
  };
  struct Gap {
    int arc, row, column, end_row;
    int first_landing, last_landing;
    std::size_t place;  // of its numbers: for each p, for each i'' from end_row on
    std::size_t height;
  };
  std::vector<Ahead> aheads;  // by column, then row
  std::vector<int> ahead_columns;
  std::vector<int> gap_rows;  // rows of first arcs in the gaps before each column, ascending
  std::vector<int> gap_row_columns;
  std::vector<Gap> gaps;                // by row of the reference
  std::vector<int> gap_reference_rows;  // where each begins
  std::size_t ahead_size = 0, gap_size = 0;
  double steps = 0;

  void make(const Side& side, int max_jump, int max_block, bool over_reference);
  void clear();

  std::span<const Ahead> aheads_at(int column) const {
    const auto first = size(ahead_columns[size(column)]), last = size(ahead_columns[size(column) + 1]);
    return {aheads.data() + first, last - first};
  }
  std::span<const int> gap_rows_before(int column) const {
    const auto first = size(gap_row_columns[size(column)]), last = size(gap_row_columns[size(column) + 1]);
    return {gap_rows.data() + first, last - first};
  }
  std::span<const Gap> gaps_at(int reference_row) const {
    if (gaps.empty()) return {};
    const auto first = size(gap_reference_rows[size(reference_row)]),
               last = size(gap_reference_rows[size(reference_row) + 1]);
    return {gaps.data() + first, last - first};
  }

 private:
  void find_gap_rows(const Side& side, int max_jump);
  void find_aheads(const Side& side, int max_block);
  void find_gaps(const Side& side, int max_jump, bool over_reference);
  std::vector<int> by_column_, columns_;
};

}  // namespace core
