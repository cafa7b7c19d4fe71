#pragma once
// Numbers in which the edit automaton computes: each has +, *, and comes from a logarithm.
#include <algorithm>
#include <cmath>
#include <limits>

namespace core {

// A positive number m * 2^(512 e) with m between 2^-256 and 2^256: a double with room for sentences of any
// length. Two numbers that far apart that one vanishes in the other need not be added.
class Wide {
 public:
  Wide() = default;
  static Wide from_log(double value) {
    const double blocks = std::round(value / kBlockLog);
    Wide result;
    result.mantissa_ = std::exp(value - blocks * kBlockLog);
    result.exponent_ = static_cast<int>(blocks);
    return result;
  }
  double log() const { return std::log(mantissa_) + exponent_ * kBlockLog; }
  double plain() const { return exponent_ == 0 ? mantissa_ : std::ldexp(mantissa_, 512 * exponent_); }
  bool positive() const { return mantissa_ > 0; }

  friend Wide operator*(Wide a, Wide b) {
    a.mantissa_ *= b.mantissa_;
    a.exponent_ += b.exponent_;
    return a.normal();
  }
  // a * x + b * y, at once where a and b are of one size and x and y are weights of steps.
  static Wide sum_of_two(Wide a, Wide x, Wide b, Wide y) {
    if (a.exponent_ != b.exponent_ || (x.exponent_ | y.exponent_) != 0) return a * x + b * y;
    a.mantissa_ = a.mantissa_ * x.mantissa_ + b.mantissa_ * y.mantissa_;
    return a.normal();
  }
  friend Wide operator+(Wide a, Wide b) {
    if (a.mantissa_ == 0) return b;
    if (b.mantissa_ == 0) return a;
    if (a.exponent_ < b.exponent_) std::swap(a, b);
    if (a.exponent_ == b.exponent_)
      a.mantissa_ += b.mantissa_;
    else if (a.exponent_ == b.exponent_ + 1)
      a.mantissa_ += b.mantissa_ * kDown;
    else
      return a;
    if (a.mantissa_ >= kLarge) {
      a.mantissa_ *= kDown;
      ++a.exponent_;
    }
    return a;
  }
  Wide& operator+=(Wide other) { return *this = *this + other; }

 private:
  Wide normal() const {
    if (mantissa_ >= kSmall && mantissa_ < kLarge) return *this;
    if (mantissa_ == 0) return {};
    Wide result;
    const bool large = mantissa_ >= kLarge;
    result.mantissa_ = mantissa_ * (large ? kDown : kUp);
    result.exponent_ = exponent_ + (large ? 1 : -1);
    return result;
  }

  static constexpr double kBlockLog = 512 * 0.693147180559945309417;
  static constexpr double kLarge = 0x1p256, kSmall = 0x1p-256, kUp = 0x1p512, kDown = 0x1p-512;
  double mantissa_ = 0;
  int exponent_ = 0;
};

// For the best sequence: the larger of two instead of their sum.
class Best {
 public:
  Best() = default;
  static Best from_log(double value) {
    Best result;
    result.log_ = value;
    return result;
  }
  double log() const { return log_; }
  double plain() const { return std::exp(log_); }
  bool positive() const { return log_ > -std::numeric_limits<double>::infinity(); }

  friend Best operator*(Best a, Best b) { return from_log(a.log_ + b.log_); }
  friend Best operator+(Best a, Best b) { return from_log(std::max(a.log_, b.log_)); }
  Best& operator+=(Best other) { return *this = *this + other; }
  friend bool operator==(Best a, Best b) { return a.log_ == b.log_; }

 private:
  double log_ = -std::numeric_limits<double>::infinity();
};

template <typename T>
struct NumberOf {
  static T from_log(double value) { return T::from_log(value); }
  static double log(T value) { return value.log(); }
  static double plain(T value) { return value.plain(); }
  static bool positive(T value) { return value.positive(); }
  static T sum_of_two(T a, T x, T b, T y) { return a * x + b * y; }
};

template <>
inline Wide NumberOf<Wide>::sum_of_two(Wide a, Wide x, Wide b, Wide y) {
  return Wide::sum_of_two(a, x, b, y);
}

template <>
struct NumberOf<double> {
  static double from_log(double value) { return std::exp(value); }
  static double log(double value) { return std::log(value); }
  static double plain(double value) { return value; }
  static bool positive(double value) { return value > 0; }
  static double sum_of_two(double a, double x, double b, double y) { return a * x + b * y; }
};

}  // namespace core
