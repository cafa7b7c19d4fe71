#include "pfsm/details/pfsm_wide.h"

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

TERTIUM_ALSO_WIDEST void add_products(std::span<double> to, double x, const double* __restrict a, double y,
                                      const double* __restrict b) {
  double* const sums = to.data();
  const std::size_t n = to.size();
  for (std::size_t i = 0; i < n; ++i) sums[i] += x * a[i] + y * b[i];
}

TERTIUM_ALSO_WIDEST void add_outer_product(double* to, std::size_t stride, std::span<const double> rows,
                                           std::span<const double> columns) {
  const double* __restrict const right = columns.data();
  const std::size_t n = columns.size();
  for (const double row : rows) {
    double* __restrict const here = to;
    for (std::size_t j = 0; j < n; ++j) here[j] += row * right[j];
    to += stride;
  }
}

}  // namespace core
