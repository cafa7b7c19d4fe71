#include "core/interner.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <stdexcept>

namespace core {

Interner::Interner(std::size_t expected)
    : slots_(std::bit_ceil(std::max<std::size_t>(16, expected * 2))), mask_(slots_.size() - 1) {}

std::int32_t Interner::insert(std::string_view text, std::size_t at, const Key& key) {
  if (texts_.size() >= static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
    throw std::length_error("more than 2147483647 different strings");
  const auto number = static_cast<std::int32_t>(texts_.size());
  texts_.add(text);
  slots_[at] = {key.bits, key.length, number};
  if (texts_.size() * 2 > slots_.size()) grow();
  return number;
}

void Interner::grow() {
  std::vector<Slot> old(slots_.size() * 2);
  old.swap(slots_);
  mask_ = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.number < 0) continue;
    std::size_t at = place({slot.key, slot.length});
    while (slots_[at].number >= 0) at = (at + 1) & mask_;
    slots_[at] = slot;
  }
}

}  // namespace core
