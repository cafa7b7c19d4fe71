#include "pfsm/details/pfsm_wide.h"

#include <cstring>

#include "base/also_wide.h"
#include "pfsm/details/pfsm_block.h"

namespace core {

TERTIUM_ALSO_WIDEST [[gnu::flatten]] void run_row_of(EditBlock<double, Lanes<double>>& block, int r) {
  block.run_row(r);
}

TERTIUM_ALSO_WIDEST [[gnu::flatten]] void add_scaled(std::span<Lanes<double>> to, double x,
                                                     const Lanes<double>* from, double y) {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] = to[i] * x + from[i] * y;
}

namespace {

using Eight [[gnu::vector_size(64)]] = double;

// Eight sums of products at a time stay in a register until all terms are added.
[[gnu::always_inline]] inline void sum_eight(double* to, std::span<const Products<double>> terms,
                                             std::size_t at) {
  Eight sum{}, a, b;
  for (const Products<double>& term : terms) {
    std::memcpy(&a, term.a + at, sizeof a);
    std::memcpy(&b, term.b + at, sizeof b);
    sum += term.x * a + term.y * b;
  }
  std::memcpy(to + at, &sum, sizeof sum);
}

// Eight columns of so many products; their right sides stay in registers.
template <std::size_t kProducts>
[[gnu::always_inline]] inline void add_eight_columns(double* to, std::size_t stride, const Rows<double>& left,
                                                     const Rows<double>& right) {
  Eight columns[kProducts], sum;
  for (std::size_t k = 0; k < kProducts; ++k) std::memcpy(&columns[k], right.row(k), sizeof sum);
  for (std::size_t i = 0; i < left.width; ++i) {
    double* const here = to + i * stride;
    std::memcpy(&sum, here, sizeof sum);
    for (std::size_t k = 0; k < kProducts; ++k) sum += left.row(k)[i] * columns[k];
    std::memcpy(here, &sum, sizeof sum);
  }
}

}  // namespace

TERTIUM_ALSO_WIDEST void sum_products(std::span<double> to, std::span<const Products<double>> terms) {
  const std::size_t n = to.size();
  if (n < kLanes) {
    for (std::size_t i = 0; i < n; ++i) {
      double sum = 0;
      for (const Products<double>& term : terms) sum += term.x * term.a[i] + term.y * term.b[i];
      to[i] = sum;
    }
    return;
  }
  for (std::size_t i = 0; i + kLanes <= n; i += kLanes) sum_eight(to.data(), terms, i);
  if (n % kLanes != 0) sum_eight(to.data(), terms, n - kLanes);  // some of them once more
}

TERTIUM_ALSO_WIDEST void add_outer_products(double* to, std::size_t stride, std::size_t n,
                                            const Rows<double>& all_left, const Rows<double>& all_right) {
  for (std::size_t column = 0; column < all_right.width; column += kLanes)
    for (std::size_t k = 0; k < n;) {
      const Rows<double> left{all_left.row(k), all_left.stride, all_left.width};
      const Rows<double> right{all_right.row(k) + column, all_right.stride, kLanes};
      const std::size_t left_over = n - k;
      if (left_over >= 5)
        add_eight_columns<5>(to + column, stride, left, right), k += 5;
      else if (left_over == 4)
        add_eight_columns<4>(to + column, stride, left, right), k += 4;
      else if (left_over == 3)
        add_eight_columns<3>(to + column, stride, left, right), k += 3;
      else if (left_over == 2)
        add_eight_columns<2>(to + column, stride, left, right), k += 2;
      else
        add_eight_columns<1>(to + column, stride, left, right), k += 1;
    }
}

}  // namespace core
