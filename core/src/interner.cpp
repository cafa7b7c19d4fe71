#include "core/interner.h"

#include <limits>
#include <stdexcept>

namespace core {

Interner::Interner(std::size_t expected)
    : slots_(std::bit_ceil(std::max<std::size_t>(16, expected * 2))), mask_(slots_.size() - 1) {}

std::int32_t Interner::insert(std::string_view text, std::size_t at, std::uint32_t tag) {
  if (texts_.size() >= static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
    throw std::length_error("more than 2147483647 different strings");
  const auto number = static_cast<std::int32_t>(texts_.size());
  texts_.add(text);
  slots_[at] = {tag, number};
  if (texts_.size() * 2 > slots_.size()) grow();
  return number;
}

void Interner::grow() {
  slots_.assign(slots_.size() * 2, Slot{});
  mask_ = slots_.size() - 1;
  for (std::size_t i = 0; i < texts_.size(); ++i) {
    const std::uint64_t hash = hash_of(texts_.text(i));
    std::size_t at = hash & mask_;
    while (slots_[at].number >= 0) at = (at + 1) & mask_;
    slots_[at] = {static_cast<std::uint32_t>(hash >> 32), static_cast<std::int32_t>(i)};
  }
}

}  // namespace core
