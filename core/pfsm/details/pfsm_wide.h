#pragma once
// The inner loops of the edit automaton. Plain numbers use the widest registers that the processor has.
#include <cstddef>
#include <span>

#include "pfsm/details/pfsm_lanes.h"

namespace core {

// to[i] = to[i] * x + from[i] * y.
template <typename V, typename T>
void add_scaled(std::span<V> to, const T& x, const V* from, const T& y) {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] = to[i] * x + from[i] * y;
}
// to[i] += x * a[i] + y * b[i].
template <typename T>
void add_products(std::span<T> to, const T& x, const T* a, const T& y, const T* b) {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] += x * a[i] + y * b[i];
}
// to[i * stride + j] += rows[i] * columns[j].
template <typename T>
void add_outer_product(T* to, std::size_t stride, std::span<const T> rows, std::span<const T> columns) {
  for (const T& row : rows) {
    for (std::size_t j = 0; j < columns.size(); ++j) to[j] += row * columns[j];
    to += stride;
  }
}

void add_scaled(std::span<Lanes<double>> to, double x, const Lanes<double>* from, double y);
void add_products(std::span<double> to, double x, const double* a, double y, const double* b);
void add_outer_product(double* to, std::size_t stride, std::span<const double> rows,
                       std::span<const double> columns);

}  // namespace core
