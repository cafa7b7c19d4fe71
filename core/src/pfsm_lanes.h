#pragma once
// Several numbers that are computed side by side, as the same ways from several places.
#include <array>
#include <cstddef>

#include "pfsm_numbers.h"

namespace core {

constexpr std::size_t kLanes = 4;

template <typename T>
struct Lanes {
  std::array<T, kLanes> at{};

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
template <typename T>
T& lane_of(T& value, std::size_t) {
  return value;
}
template <typename T>
T& lane_of(Lanes<T>& value, std::size_t lane) {
  return value.at[lane];
}

}  // namespace core
