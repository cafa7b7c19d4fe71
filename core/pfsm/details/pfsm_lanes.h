#pragma once
// Several numbers that are computed side by side, as the same ways from several places.
#include <array>
#include <cstddef>

#include "pfsm/details/pfsm_numbers.h"

namespace core {

constexpr std::size_t kLanes = 8;

template <typename T>
struct Lanes {
  std::array<T, kLanes> at{};

  const T& lane(std::size_t i) const { return at[i]; }
  void add(std::size_t i, const T& value) { at[i] += value; }
  friend Lanes operator*(Lanes lanes, const T& weight) {
    for (T& value : lanes.at) value = value * weight;
    return lanes;
  }
  Lanes& operator+=(const Lanes& other) {
    for (std::size_t i = 0; i < kLanes; ++i) at[i] += other.at[i];
    return *this;
  }
  friend Lanes operator+(Lanes a, const Lanes& b) { return a += b; }
};

// Plain numbers stand in one register that holds eight, or in several smaller ones, which compilers do not
// find out by themselves.
template <>
struct alignas(64) Lanes<double> {
  using Eight [[gnu::vector_size(64)]] = double;
  static_assert(kLanes == 8);
  Eight at{};

  // A register may be read as what it holds.
  double lane(std::size_t i) const { return reinterpret_cast<const double*>(&at)[i]; }
  void add(std::size_t i, double value) { at[i] += value; }
  friend Lanes operator*(const Lanes& lanes, double weight) {
    Lanes product = lanes;
    product.at *= weight;
    return product;
  }
  Lanes& operator+=(const Lanes& other) {
    at += other.at;
    return *this;
  }
  friend Lanes operator+(const Lanes& a, const Lanes& b) {
    Lanes sum = a;
    return sum += b;
  }
};

// a * x + b * y for numbers and for lanes of them; and one lane of a value.
template <typename T>
T sum_of_two(const T& a, const T& x, const T& b, const T& y) {
  return NumberOf<T>::sum_of_two(a, x, b, y);
}
template <typename T>
Lanes<T> sum_of_two(const Lanes<T>& a, const T& x, const Lanes<T>& b, const T& y) {
  Lanes<T> sum;
  for (std::size_t i = 0; i < kLanes; ++i) sum.at[i] = NumberOf<T>::sum_of_two(a.at[i], x, b.at[i], y);
  return sum;
}
inline Lanes<double> sum_of_two(const Lanes<double>& a, double x, const Lanes<double>& b, double y) {
  return a * x + b * y;
}
template <typename T>
void add_to_lane(T& value, std::size_t, const T& weight) {
  value += weight;
}
template <typename T>
void add_to_lane(Lanes<T>& value, std::size_t lane, const T& weight) {
  value.add(lane, weight);
}

}  // namespace core
