#pragma once
// The columns of the edit distance of a hypothesis as bit vectors, all of them kept: the distance of one that
// begins alike is measured from where it changes, and the cheapest edits are read out of them.
#include <bit>
#include <cstdint>
#include <vector>

#include "base/batch.h"
#include "base/parallel.h"
#include "edits/details/bit_vectors.h"
#include "edits/details/ter_beam.h"

namespace core {

class Columns {
 public:
  // `bits` are those of the reference. Column i stands for i words of the hypothesis.
  void fill(Tokens hyp, Tokens ref, const PatternBits& bits) {
    hyp_ = hyp, ref_ = ref, bits_ = &bits, last_ = last_row(ref.size());
    const std::size_t blocks = bits.blocks();
    pulse(hyp.size() * blocks);
    columns_.assign((hyp.size() + 1) * blocks, Differences{});
    distance_.assign(hyp.size() + 1, static_cast<std::int32_t>(ref.size()));
    for (std::size_t i = 0; i < hyp.size(); ++i) {
      Differences* next = columns_.data() + (i + 1) * blocks;
      std::copy_n(columns_.data() + i * blocks, blocks, next);
      distance_[i + 1] = distance_[i] + advance_column(next, bits.of(hyp[i]), blocks, last_);
    }
  }

  std::int32_t distance() const { return distance_.back(); }

  // The distance of words of which the first `same` are those of the last fill().
  std::int32_t distance_from(std::size_t same, Tokens words) {
    const std::size_t blocks = bits_->blocks();
    pulse((words.size() - same) * blocks);
    std::int32_t distance = distance_[same];
    if (blocks == 1) {
      Differences column = columns_[same];
      for (std::size_t i = same; i < words.size(); ++i)
        distance += advance(column, *bits_->of(words[i]), 1, last_);
      return distance;
    }
    const auto kept = columns_.begin() + static_cast<std::ptrdiff_t>(same * blocks);
    working_.assign(kept, kept + static_cast<std::ptrdiff_t>(blocks));
    for (std::size_t i = same; i < words.size(); ++i)
      distance += advance_column(working_.data(), bits_->of(words[i]), blocks, last_);
    return distance;
  }

  // The cheapest edits of the last fill(), asked for along the way from the end to the start: of equal costs
  // keep or substitute, then remove, then insert.
  class Path {
   public:
    explicit Path(const Columns& columns) : c_(columns), here_(columns.distance()) {
      enter(c_.hyp_.size(), c_.ref_.size());
    }

    Edit operator()(std::size_t i, std::size_t j) {
      if (i == 0) return Edit::insert;
      if (i != column_) enter(i, j);
      if (j == 0) return Edit::remove;
      const std::int32_t slanting = before_ - c_.vertical(i - 1, j);
      const bool same = c_.hyp_[i - 1] == c_.ref_[j - 1];
      if (slanting + (same ? 0 : 1) == here_) {
        here_ = slanting;
        return same ? Edit::keep : Edit::substitute;
      }
      if (before_ + 1 == here_) {
        here_ = before_;
        return Edit::remove;
      }
      here_ -= c_.vertical(i, j);
      before_ = slanting;
      return Edit::insert;
    }

   private:
    // From here on column i is gone through from row j on: `before_` is what the column before has there.
    void enter(std::size_t i, std::size_t j) {
      column_ = i;
      if (i > 0) before_ = c_.cost(i - 1, j);
    }

    const Columns& c_;
    std::int32_t here_, before_ = 0;
    std::size_t column_ = 0;
  };

 private:
  // What row j of a column has more than the row above it.
  std::int32_t vertical(std::size_t i, std::size_t j) const {
    const Differences& d = columns_[i * bits_->blocks() + (j - 1) / 64];
    const std::size_t bit = (j - 1) % 64;
    return static_cast<std::int32_t>(d.plus >> bit & 1) - static_cast<std::int32_t>(d.minus >> bit & 1);
  }

  // The cell of a row, from the last row up.
  std::int32_t cost(std::size_t i, std::size_t j) const {
    const std::size_t blocks = bits_->blocks();
    const Differences* const column = columns_.data() + i * blocks;
    std::int32_t cost = distance_[i];
    for (std::size_t b = j / 64; b < blocks; ++b) {
      std::uint64_t below = b + 1 == blocks ? last_ | (last_ - 1) : ~std::uint64_t{0};
      if (b == j / 64) below &= ~std::uint64_t{0} << (j % 64);
      cost -= std::popcount(column[b].plus & below) - std::popcount(column[b].minus & below);
    }
    return cost;
  }

  Tokens hyp_, ref_;
  const PatternBits* bits_ = nullptr;
  std::uint64_t last_ = 0;
  std::vector<Differences> columns_, working_;
  std::vector<std::int32_t> distance_;
};

}  // namespace core
