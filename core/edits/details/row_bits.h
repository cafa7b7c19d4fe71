#pragma once
// TER's edit distance by bit vectors: all cells of a row of the matrix, or those inside the beam, in one
// word.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "base/batch.h"
#include "edits/details/bit_vectors.h"
#include "edits/details/ter_beam.h"

namespace core {

// Row i stands for i words of the hypothesis, column j for j words of the reference. A bit says how a cell
// differs from its left neighbour, from column 1 on or from the first one in the beam. What lies outside the
// beam differs from the cell at its edge so that no cheapest way leads through it.
class RowBits {
 public:
  // For hypotheses and a reference of these lengths; gives whether the rows fit into a word, and overlap. The
  // beam, and the bits of the reference, must stay; without a beam rows have all columns.
  bool begin(std::size_t n_hyp, std::size_t n_ref, const Beam* beam, const PatternBits& reference) {
    reference_ = &reference, n_ref_ = n_ref;
    spans_.assign(1, {0, 1, n_ref + 1, 0});
    if (n_hyp == 0 && n_ref > 64)
      return false;  // the first row, of which the beam has all columns, is the last
    for (std::size_t i = 1; i <= n_hyp; ++i) {
      const auto [first, last] = beam ? beam->columns(i) : std::pair<std::size_t, std::size_t>(0, n_ref + 1);
      const Span& above = spans_.back();
      const std::size_t base = std::max<std::size_t>(first, 1);
      if (last - base > 64 || base >= above.last || base < above.base) return false;
      spans_.push_back({first, base, last, base - above.base});
    }
    return true;
  }

  // Keeps all rows of a hypothesis; gives the distance.
  std::int32_t set(Tokens hyp, Tokens ref) {
    hyp_ = hyp, ref_ = ref;
    rows_.assign(1, {~std::uint64_t{0}, 0, 1});
    steps_.assign(1, {0, 0});
    for (std::size_t i = 1; i <= hyp.size(); ++i) {
      steps_.emplace_back();
      rows_.push_back(next(rows_.back(), i, hyp[i - 1], &steps_.back()));
    }
    return last_cell(rows_.back());
  }

  // The distance of words of which so many first ones are those of the hypothesis.
  std::int32_t distance_of(Tokens words, std::size_t same) const {
    Row row = rows_[same];
    for (std::size_t i = same + 1; i <= words.size(); ++i) row = next(row, i, words[i - 1]);
    return last_cell(row);
  }

  // The last of the cheapest edits of a cell: of equal ones keep or substitute, then remove, then insert.
  Edit edit(std::size_t i, std::size_t j) const {
    if (i == 0) return Edit::insert;
    if (j == 0) return Edit::remove;
    const Span &span = spans_[i], &above = spans_[i - 1];
    const int from_above = sign(steps_[i].up, steps_[i].down, j - span.base);
    const bool has_above = j >= above.first && j<above.last, has_along = j> above.first && j <= above.last;
    if (has_along) {
      // How the cell above differs from the one at its left: in the first row, which may be longer than a
      // word, and behind the beam by 1.
      const bool has_bit = i > 1 && j < above.last;
      const int along = has_bit ? sign(rows_[i - 1].plus, rows_[i - 1].minus, j - above.base) : 1;
      const bool same = hyp_[i - 1] == ref_[j - 1];
      if (from_above + along == (same ? 0 : 1)) return same ? Edit::keep : Edit::substitute;
    }
    return has_above && from_above == 1 ? Edit::remove : Edit::insert;
  }

 private:
  // The columns inside the beam, [first, last); that of the first bit, and by how many it lies behind the one
  // above.
  struct Span {
    std::size_t first, base, last, shift;
  };
  struct Row {
    std::uint64_t plus, minus;
    std::int32_t value;  // of the first bit's cell
  };
  // Where a cell is dearer or cheaper than the one above.
  struct Steps {
    std::uint64_t up = 0, down = 0;
  };

  static int sign(std::uint64_t plus, std::uint64_t minus, std::size_t bit) {
    return static_cast<int>(plus >> bit & 1) - static_cast<int>(minus >> bit & 1);
  }

  Row next(const Row& above, std::size_t i, std::int32_t word, Steps* steps = nullptr) const {
    const Span &span = spans_[i], &before = spans_[i - 1];
    std::int32_t value = above.value;
    std::uint64_t plus = above.plus, minus = above.minus;
    for (std::size_t k = 0; k < span.shift; ++k) {
      plus = plus >> 1 | std::uint64_t{1} << 63, minus >>= 1;  // the first row goes on behind its word
      value += static_cast<std::int32_t>(plus & 1) - static_cast<std::int32_t>(minus & 1);
    }
    std::uint64_t match = reference_->window(word, span.base - 1);
    const std::size_t n_above = before.last - span.base;  // cells that the row above has here
    if (n_above < 64) {
      const std::uint64_t outside = ~std::uint64_t{0} << n_above;
      plus |= outside, minus &= ~outside, match &= ~(outside << 1);
    }
    // Nothing comes from the left of a row that begins where the one above does.
    if (span.first > 0 && span.first == before.first) plus &= ~std::uint64_t{1}, minus |= 1;
    const std::uint64_t zero = (((match & plus) + plus) ^ plus) | match | minus;
    std::uint64_t up = minus | ~(zero | plus), down = plus & zero;
    if (steps) *steps = {up, down};
    value += static_cast<std::int32_t>(up & 1) - static_cast<std::int32_t>(down & 1);
    up = up << 1 | 1, down <<= 1;
    return {down | ~(zero | up), up & zero, value};
  }

  std::int32_t last_cell(const Row& row) const {
    const std::size_t n_bits = n_ref_ - spans_[hyp_.size()].base;
    const std::uint64_t behind = ((n_bits < 63 ? std::uint64_t{2} << n_bits : 0) - 1) & ~std::uint64_t{1};
    return row.value + std::popcount(row.plus & behind) - std::popcount(row.minus & behind);
  }

  const PatternBits* reference_ = nullptr;
  std::size_t n_ref_ = 0;
  Tokens hyp_, ref_;
  std::vector<Span> spans_;
  std::vector<Row> rows_;
  std::vector<Steps> steps_;
};

}  // namespace core
