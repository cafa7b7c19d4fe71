#include "base/interner.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <stdexcept>

namespace core {

Interner::Interner(std::size_t expected, std::size_t bytes)
    : slots_(std::bit_ceil(std::max<std::size_t>(16, expected * 2)), -1), mask_(slots_.size() - 1) {
  texts_.bytes.reserve(bytes);
  texts_.offsets.reserve(expected + 1);
  keys_.reserve(expected);
}

std::int32_t Interner::insert(std::string_view text, std::size_t at, const Key& key) {
  if (texts_.size() >= static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
    throw std::length_error("more than 2147483647 different strings");
  const auto number = static_cast<std::int32_t>(texts_.size());
  texts_.add(text);
  keys_.push_back(key);
  slots_[at] = number;
  if (texts_.size() * 2 > slots_.size()) grow();
  return number;
}

void Interner::grow() {
  slots_.assign(slots_.size() * 2, -1);
  mask_ = slots_.size() - 1;
  for (std::size_t number = 0; number < keys_.size(); ++number) {
    std::size_t at = place(keys_[number]);
    while (slots_[at] >= 0) at = (at + 1) & mask_;
    slots_[at] = static_cast<std::int32_t>(number);
  }
}

}  // namespace core
