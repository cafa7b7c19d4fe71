#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace core {

// Candidates in lists laid end to end: list i holds the candidates offsets[i] .. offsets[i + 1], at least
// one.
//
// On the line w + x * d through the space of weights the model score of candidate c is the line
// intercepts[c] + x * slopes[c]. There may be many directions d from one w; slopes has a row for each.
// `order`, where it is given, has for each direction the candidates of each list by rising slope. `rows`
// names what a candidate is worth: candidates of one list and one row are the same to whoever asks.
struct Lines {
  std::span<const double> intercepts;
  std::span<const double> slopes;
  std::span<const std::int64_t> offsets;
  std::span<const std::int32_t> order;
  std::span<const std::int32_t> rows;

  std::size_t n_lists() const { return offsets.size() - 1; }
  std::size_t n_directions() const { return intercepts.empty() ? 0 : slopes.size() / intercepts.size(); }
};

// Where the best candidate of some list changes along each direction.
struct Breakpoints {
  std::vector<double> x;                    // rising within a direction; of equal ones the lower list first
  std::vector<std::int32_t> before, after;  // the row left of it and the row right of it
  std::vector<std::int64_t> offsets;        // direction k has the breakpoints offsets[k] .. offsets[k + 1]
  std::vector<std::int32_t> first;          // direction by direction, the row of each list at x = -infinity
};

// The upper envelope of every list along every direction (Och 2003). Of equal lines the first candidate
// counts, which is what an argmax at any point between two breakpoints would choose.
//
// For a list of n candidates O(n log n), and O(n) with `order`: lines come by rising slope onto a stack, and
// each throws down those that it overtakes before they came up. Throws std::invalid_argument where sizes do
// not fit, a list is empty, a number is not finite (slopes that come with an order are not asked again), or
// `order` is none.
Breakpoints envelopes(const Lines& lines, int threads);

// The candidates of each list by rising slope; of equal slopes the first comes first.
std::vector<std::int32_t> slope_order(std::span<const double> slopes, std::span<const std::int64_t> offsets,
                                      int threads);

}  // namespace core
