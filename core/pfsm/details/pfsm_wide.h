#pragma once
// The inner loops of the edit automaton. Plain numbers use the widest registers that the processor has.
#include <algorithm>
#include <cstddef>
#include <span>

#include "pfsm/details/pfsm_lanes.h"

namespace core {

// to[i] = to[i] * x + from[i] * y.
template <typename V, typename T>
void add_scaled(std::span<V> to, const T& x, const V* from, const T& y) {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] = to[i] * x + from[i] * y;
}
// x * a[i] + y * b[i].
template <typename T>
struct Products {
  T x, y;
  const T *a, *b;
};
// Makes each number the sum of some of them, added one after the other.
template <typename T>
void sum_products(std::span<T> to, std::span<const Products<T>> terms) {
  std::ranges::fill(to, T());
  for (const Products<T>& term : terms)
    for (std::size_t i = 0; i < to.size(); ++i) to[i] += term.x * term.a[i] + term.y * term.b[i];
}

// Rows of so many numbers each, `stride` apart.
template <typename T>
struct Rows {
  const T* first;
  std::size_t stride, width;

  const T* row(std::size_t k) const { return first + k * stride; }
};
// to[i * stride + j] += left.row(k)[i] * right.row(k)[j], for each k of n one after the other. Rows of the
// right side go on with zeros up to a multiple of kLanes, and `to` may be written there.
template <typename T>
void add_outer_products(T* to, std::size_t stride, std::size_t n, const Rows<T>& left, const Rows<T>& right) {
  for (std::size_t i = 0; i < left.width; ++i)
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t j = 0; j < right.width; ++j) to[i * stride + j] += left.row(k)[i] * right.row(k)[j];
}

void add_scaled(std::span<Lanes<double>> to, double x, const Lanes<double>* from, double y);
void sum_products(std::span<double> to, std::span<const Products<double>> terms);
void add_outer_products(double* to, std::size_t stride, std::size_t n, const Rows<double>& left,
                        const Rows<double>& right);

}  // namespace core
