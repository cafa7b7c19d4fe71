#pragma once
// What TERp's edits cost at least after a phrase has moved: sums in whole numbers of 16 bits, eight rows of a
// column at once, each cost rounded down and without regard to the beam.
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "edits/details/terp_table.h"

namespace core {

class TerpBounds {
 public:
  using Number = std::int16_t;

  explicit TerpBounds(const TerpOptions& options);

  // For a pair, as TerpTable::set.
  void set(std::size_t n_hyp, std::size_t n_ref, const WordPair* pairs);
  void clear() { filled_ = false; }
  // Whether there are bounds: fill() was called, and the pair's sums are in the range of the numbers.
  // Otherwise nothing below may be called.
  bool filled() const { return filled_; }
  // For the words in this order, by which the table was filled; with its paraphrases it must stay.
  void fill(std::span<const std::int32_t> order, const PlacedPhrases& phrases, const TerpTable& table);
  // Whether another order costs more than `enough`; its paraphrases are those that TerpTable::cost_after
  // describes, of which none across parts begins before the first change.
  bool exceed(const Swap& swap, std::span<const PlacedPhrase> across, double enough);

  // What the rest of the old order costs at least from each row of a column, in units.
  const Number* old_rest(std::size_t j) const { return rest_at(rests_, j); }
  double unit() const { return 1.0 / scale_; }

 private:
  static constexpr std::size_t kLanes = 8;

  static double suitable_scale(const TerpOptions& options, double largest);
  Number rounded(double cost) const;
  std::size_t width() const { return stride_ + kLanes; }  // of a column with the pad behind its rows
  const Number* rest_at(const std::vector<Number>& table, std::size_t j) const {
    return table.data() + j * width();
  }
  // The same for the order last asked about, if the column is not before the first change.
  const Number* rest(std::size_t j) const { return rest_at(j < last_ ? tried_ : rests_, j); }
  // From what stands in column j, the column behind it and the word between them.
  void go_back(const Number* behind, std::int32_t word, Number* here) const;
  void begin_with(const PlacedPhrase& phrase, const Number* behind, Number* here) const;

  const TerpOptions& options_;
  std::vector<double> scales_;  // some that lose little, by falling size
  double scale_ = 0;
  bool fits_ = false, filled_ = false;
  std::size_t n_hyp_ = 0, n_ref_ = 0, stride_ = 0, last_ = 0;
  Number insertion_ = 0, deletion_ = 0;
  const TerpTable* table_ = nullptr;
  const PlacedPhrases* phrases_ = nullptr;
  std::span<const std::int32_t> order_;
  std::vector<Number> pair_costs_;  // by words of the hypothesis, then of the reference
  std::vector<Number> rests_, tried_;
};

}  // namespace core
