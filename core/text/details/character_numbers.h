#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "text/unicode.h"

namespace core {

// The numbers of characters, by code point, in blocks that are made when one of theirs comes.
class CharacterNumbers {
 public:
  static constexpr std::int32_t kNone = -1, kLeftOut = -2;

  explicit CharacterNumbers(bool keep_space) : keep_space_(keep_space), blocks_(0x110000 / kBlock) {
    for (char32_t point = 0; point < ascii_.size(); ++point) ascii_[point] = at_first(point);
  }
  std::int32_t& of(char32_t point) {
    if (point < ascii_.size()) return ascii_[point];
    std::vector<std::int32_t>& block = blocks_[point / kBlock];
    for (char32_t first = point / kBlock * kBlock; block.size() < kBlock;)
      block.push_back(at_first(first + static_cast<char32_t>(block.size())));
    return block[point % kBlock];
  }
  std::int32_t of_ascii(unsigned char c) const { return ascii_[c]; }

 private:
  static constexpr std::size_t kBlock = 1024;
  std::int32_t at_first(char32_t point) const { return !keep_space_ && is_space(point) ? kLeftOut : kNone; }

  bool keep_space_;
  std::array<std::int32_t, 0x80> ascii_{};
  std::vector<std::vector<std::int32_t>> blocks_;
};

}  // namespace core
