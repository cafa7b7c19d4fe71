#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace core {

// Numbers pairs (a, b), starting at 0, in an open-addressing table that is emptied in no time: an entry
// that carries an old stamp counts as empty.
class PairNumbers {
 public:
  // Forgets all pairs and makes room for `expected` of them.
  void clear(std::size_t expected) {
    const std::size_t size = std::bit_ceil(std::max<std::size_t>(16, 2 * expected));
    if (size > slots_.size()) slots_.assign(size, Slot{});
    if (++stamp_ == 0) {  // stamps ran out
      slots_.assign(slots_.size(), Slot{});
      stamp_ = 1;
    }
    mask_ = size - 1;
    n_ = 0;
  }

  // The number of a pair; a new pair gets the next one.
  std::int32_t number(std::int32_t a, std::int32_t b) {
    const std::uint64_t key = key_of(a, b);
    for (std::size_t at = place(key);; at = (at + 1) & mask_) {
      Slot& slot = slots_[at];
      if (slot.stamp != stamp_) {
        slot = {key, stamp_, n_};
        return n_++;
      }
      if (slot.key == key) return slot.number;
    }
  }

  // The number of a pair, or -1.
  std::int32_t find(std::int32_t a, std::int32_t b) const {
    if (slots_.empty()) return -1;
    const std::uint64_t key = key_of(a, b);
    for (std::size_t at = place(key);; at = (at + 1) & mask_) {
      const Slot& slot = slots_[at];
      if (slot.stamp != stamp_) return -1;
      if (slot.key == key) return slot.number;
    }
  }

  std::int32_t size() const { return n_; }

 private:
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t stamp = 0;
    std::int32_t number = -1;
  };

  static std::uint64_t key_of(std::int32_t a, std::int32_t b) {
    return static_cast<std::uint64_t>(static_cast<std::uint32_t>(a)) << 32 | static_cast<std::uint32_t>(b);
  }
  std::size_t place(std::uint64_t key) const {
    key *= 0x9E3779B97F4A7C15U;
    return static_cast<std::size_t>(key ^ key >> 32) & mask_;
  }

  std::vector<Slot> slots_;
  std::size_t mask_ = 0;
  std::uint32_t stamp_ = 0;
  std::int32_t n_ = 0;
};

}  // namespace core
