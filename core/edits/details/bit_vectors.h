#pragma once
// Bit-parallel Levenshtein distance, shared by WER and TER.
#include <bit>
#include <cstdint>
#include <vector>

#include "base/batch.h"

namespace core {

// Where each word of a pattern stands, as bits: 64 positions in a block.
class PatternBits {
 public:
  // Ids up to `limit` may be asked for.
  explicit PatternBits(std::size_t limit) : slot_of_(limit, 0) {}

  void set(Tokens pattern) {
    for (const std::int32_t id : used_) slot_of_[static_cast<std::size_t>(id)] = 0;
    used_.clear();
    blocks_ = std::max<std::size_t>(1, (pattern.size() + 63) / 64);
    bits_.assign(blocks_, 0);
    for (std::size_t i = 0; i < pattern.size(); ++i) {
      std::int32_t& slot = slot_of_[static_cast<std::size_t>(pattern[i])];
      if (slot == 0) {
        slot = static_cast<std::int32_t>(used_.size()) + 1;
        used_.push_back(pattern[i]);
        bits_.resize(bits_.size() + blocks_, 0);
      }
      bits_[static_cast<std::size_t>(slot) * blocks_ + i / 64] |= std::uint64_t{1} << (i % 64);
    }
  }

  // The blocks of a word's positions.
  const std::uint64_t* of(std::int32_t id) const { return bits_.data() + slot(id) * blocks_; }
  std::size_t blocks() const { return blocks_; }

  // 64 positions of a word, from one on.
  std::uint64_t window(std::int32_t id, std::size_t from) const {
    const std::uint64_t* const match = of(id);
    const std::size_t block = from / 64, skipped = from % 64;
    std::uint64_t found = match[block] >> skipped;
    if (skipped != 0 && block + 1 < blocks_) found |= match[block + 1] << (64 - skipped);
    return found;
  }

  // How many words of a text find an equal word of the pattern for themselves, in any order.
  std::size_t pairs(Tokens pattern, Tokens text) {
    left_.assign(used_.size() + 1, 0);
    for (const std::int32_t id : pattern) ++left_[slot(id)];
    std::size_t found = 0;
    for (const std::int32_t id : text) found += left_[slot(id)]-- > 0;
    return found;
  }

  // Appends the positions of a word in [from, to), ascending.
  void add_places(std::int32_t id, int from, int to, std::vector<int>& places) const {
    const std::uint64_t* const match = of(id);
    for (int block = from / 64; block * 64 < to; ++block)
      for (std::uint64_t left = match[block]; left != 0; left &= left - 1) {
        const int place = block * 64 + std::countr_zero(left);
        if (place >= from && place < to) places.push_back(place);
      }
  }

 private:
  std::size_t slot(std::int32_t id) const {
    return static_cast<std::size_t>(slot_of_[static_cast<std::size_t>(id)]);
  }

  std::vector<std::int32_t> slot_of_;  // 0: words that are not in the pattern
  std::vector<std::int32_t> used_;
  std::vector<std::int32_t> left_;
  std::vector<std::uint64_t> bits_;
  std::size_t blocks_ = 1;
};

// Vertical differences of one column of the matrix, in one block.
struct Differences {
  std::uint64_t plus = ~std::uint64_t{0}, minus = 0;
};

// Moves one block of a column on by one word of the text. `above` is the horizontal difference (-1, 0, 1)
// that comes in at the top, and the one that goes out at `last`, the block's last row, is returned.
inline int advance(Differences& d, std::uint64_t match, int above, std::uint64_t last) {
  const std::uint64_t minus_in = above < 0 ? 1 : 0, plus_in = above > 0 ? 1 : 0;
  const std::uint64_t x = match | minus_in;
  const std::uint64_t zero = (((x & d.plus) + d.plus) ^ d.plus) | x | d.minus;
  std::uint64_t plus = d.minus | ~(zero | d.plus);
  std::uint64_t minus = d.plus & zero;
  const int out = ((plus & last) != 0 ? 1 : 0) - ((minus & last) != 0 ? 1 : 0);
  plus = plus << 1 | plus_in;
  minus = minus << 1 | minus_in;
  d.plus = minus | ~(zero | plus);
  d.minus = plus & zero;
  return out;
}

// Moves a whole column on by one word; gives the change of the distance.
inline int advance_column(Differences* column, const std::uint64_t* match, std::size_t blocks,
                          std::uint64_t last) {
  int above = 1;
  for (std::size_t b = 0; b + 1 < blocks; ++b)
    above = advance(column[b], match[b], above, std::uint64_t{1} << 63);
  return advance(column[blocks - 1], match[blocks - 1], above, last);
}

// The bit of the last row of a pattern.
inline std::uint64_t last_row(std::size_t pattern_length) {
  return pattern_length == 0 ? 0 : std::uint64_t{1} << ((pattern_length - 1) % 64);
}

}  // namespace core
