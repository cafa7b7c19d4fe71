#pragma once
// The edit distance inside TER's beam: the cheapest edits of a hypothesis, and the distance of one that
// differs from it in some places only.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <vector>

#include "base/batch.h"
#include "base/parallel.h"
#include "edits/ter.h"

namespace core {

constexpr int kBeamWidth = 25;
constexpr std::int32_t kBeyond = std::numeric_limits<std::int32_t>::max() / 2;

enum class Edit : char { none, keep, substitute, insert, remove };

// Which columns of a row lie inside the beam: [first, last).
class Beam {
 public:
  Beam() = default;
  Beam(std::size_t hyp_length, std::size_t ref_length, TerRules rules)
      : hyp_(static_cast<int>(hyp_length)), ref_(static_cast<int>(ref_length)) {
    ratio_ = hyp_ > 0 ? static_cast<double>(ref_) / static_cast<double>(hyp_) : 1.0;
    width_ = kBeamWidth < ratio_ / 2 ? static_cast<int>(std::ceil(ratio_ / 2 + kBeamWidth)) : kBeamWidth;
    // tercom's beam is another one, by cost; what it cuts off is never part of a cheapest path in practice.
    if (rules == TerRules::tercom) width_ = hyp_ + ref_ + 1;
  }

  std::pair<std::size_t, std::size_t> columns(std::size_t row) const {
    if (row == 0) return {0, static_cast<std::size_t>(ref_) + 1};
    const int diagonal = static_cast<int>(std::floor(static_cast<double>(row) * ratio_));
    const int last = static_cast<int>(row) == hyp_ ? ref_ + 1 : std::min(ref_ + 1, diagonal + width_);
    return {static_cast<std::size_t>(std::max(0, diagonal - width_)), static_cast<std::size_t>(last)};
  }

  // Whether some cheapest path of this cost lies inside the beam. Its insertions and deletions differ by the
  // lengths' difference and add up to at most `distance`, so it never strays further than this.
  bool holds(std::int32_t distance) const { return (distance + std::abs(ref_ - hyp_)) / 2 < width_; }

 private:
  int hyp_ = 0, ref_ = 0, width_ = 0;
  double ratio_ = 1.0;
};

// The cheapest edits inside the beam, row by row; row i stands for i words of the hypothesis. Only what lies
// inside the beam is kept, so that time and memory are O(words x width of the beam).
class BeamMatrix {
 public:
  // `costs`: whether distance_after() will be asked for.
  std::int32_t fill(Tokens hyp, Tokens ref, const Beam& beam, bool costs) {
    hyp_ = hyp, ref_ = ref, beam_ = beam;
    above_.resize(ref.size() + 1);
    here_.resize(ref.size() + 1);
    std::iota(above_.begin(), above_.end(), 0);
    rows_.assign(1, {});
    edit_.assign(costs ? ref.size() + 1 : 0, Edit::insert);
    cost_.assign(above_.begin(), costs ? above_.end() : above_.begin());
    rest_.clear();
    for (std::size_t i = 1; i <= hyp.size(); ++i) {
      const auto [first, last] = beam.columns(i);
      pulse(2 * (last - first));
      rows_.push_back({edit_.size(), first, last});
      edit_.resize(edit_.size() + last - first, Edit::none);
      fill_row(hyp[i - 1], first, last, edit_.data() + rows_.back().start);
      if (costs) cost_.insert(cost_.end(), at(here_, first), at(here_, last));
      end_row(i, last);
    }
    rows_[0].last = ref.size() + 1;
    return above_.back();
  }

  Edit edit(std::size_t i, std::size_t j) const {
    return i == 0 ? Edit::insert : edit_[rows_[i].start + j - rows_[i].first];
  }

  // The distance of words that differ from those of the last fill() in the places [first, last) only: those
  // before are where they were, and what those behind cost is looked up.
  std::int32_t distance_after(Tokens words, std::size_t first, std::size_t last) {
    if (rest_.empty()) fill_rest();
    const Row& from = rows_[first];
    std::copy_n(at(cost_, from.start), from.last - from.first, at(above_, from.first));
    if (from.first > 0) above_[from.first - 1] = kBeyond;
    if (first < hyp_.size()) close(above_, from.last, beam_.columns(first + 1).second);
    for (std::size_t i = first + 1; i <= last; ++i) {
      const Row& row = rows_[i];
      cost_row(words[i - 1], row.first, row.last);
      end_row(i, row.last);
    }
    pulse((last - first + 1) * 2 * kBeamWidth);
    const Row& row = rows_[last];
    std::int32_t least = kBeyond;
    for (std::size_t j = row.first; j < row.last; ++j)
      least = std::min(least, above_[j] + rest_[row.start + j - row.first]);
    return least;
  }

 private:
  // Where a row's cells start, and its columns.
  struct Row {
    std::size_t start = 0, first = 0, last = 0;
  };

  static std::vector<std::int32_t>::iterator at(std::vector<std::int32_t>& values, std::size_t i) {
    return values.begin() + static_cast<std::ptrdiff_t>(i);
  }

  // What the next row reads must be nothing outside the beam.
  static void close(std::vector<std::int32_t>& row, std::size_t last, std::size_t next_last) {
    if (last < next_last) std::fill(at(row, last), at(row, next_last), kBeyond);
  }

  void end_row(std::size_t i, std::size_t last) {
    if (i < hyp_.size()) close(here_, last, beam_.columns(i + 1).second);
    std::swap(above_, here_);
  }

  void fill_row(std::int32_t word, std::size_t first, std::size_t last, Edit* edits) {
    const std::int32_t* const above = above_.data();
    const std::int32_t* const ref = ref_.data();
    std::int32_t* const here = here_.data();
    std::int32_t left = kBeyond;
    std::size_t j = first;
    if (first == 0) {
      left = here[0] = above[0] + 1;
      edits[0] = Edit::remove;
      j = 1;
    } else {
      here[first - 1] = kBeyond;
    }
    for (; j < last; ++j) {
      // Of equal costs: keep or substitute, then remove, then insert. No branches, as nobody can guess them.
      const bool same = word == ref[j - 1];
      const std::int32_t along = above[j - 1] + (same ? 0 : 1), down = above[j] + 1;
      Edit edit = same ? Edit::keep : Edit::substitute;
      edit = down < along ? Edit::remove : edit;
      const std::int32_t from_above = std::min(along, down);
      edit = left + 1 < from_above ? Edit::insert : edit;
      const std::int32_t best = std::min(from_above, left + 1);
      left = here[j] = std::min(best, kBeyond);
      edits[j - first] = best < kBeyond ? edit : Edit::none;
    }
  }

  // The same costs without the edits. What comes from above does not wait for what comes from the left.
  void cost_row(std::int32_t word, std::size_t first, std::size_t last) {
    const std::int32_t* const above = above_.data();
    const std::int32_t* const ref = ref_.data();
    std::int32_t* const here = here_.data();
    const std::size_t begin = std::max<std::size_t>(first, 1);
    for (std::size_t j = begin; j < last; ++j)
      here[j] = std::min(above[j - 1] + (word != ref[j - 1] ? 1 : 0), above[j] + 1);
    std::int32_t left = kBeyond;
    if (first == 0)
      left = here[0] = above[0] + 1;
    else
      here[first - 1] = kBeyond;
    for (std::size_t j = begin; j < last; ++j) {
      left = std::min(std::min(here[j], left + 1), kBeyond);
      here[j] = left;
    }
  }

  // What is left to pay from each cell to the end.
  void fill_rest() {
    rest_.assign(cost_.size(), kBeyond);
    for (std::size_t i = hyp_.size() + 1; i-- > 0;) {
      const Row& row = rows_[i];
      pulse(row.last - row.first);
      std::int32_t* const here = rest_.data() + row.start;
      for (std::size_t j = row.last; j-- > row.first;) {
        std::int32_t best = i == hyp_.size() && j == ref_.size() ? 0 : kBeyond;
        if (j + 1 < row.last) best = std::min(best, here[j + 1 - row.first] + 1);
        if (i < hyp_.size()) {
          const Row& below = rows_[i + 1];
          const std::int32_t* const next = rest_.data() + below.start;
          if (j >= below.first && j < below.last) best = std::min(best, next[j - below.first] + 1);
          if (j + 1 >= below.first && j + 1 < below.last)
            best = std::min(best, next[j + 1 - below.first] + (hyp_[i] == ref_[j] ? 0 : 1));
        }
        here[j - row.first] = std::min(best, kBeyond);
      }
    }
  }

  Tokens hyp_, ref_;
  Beam beam_;
  std::vector<std::int32_t> above_, here_, cost_, rest_;
  std::vector<Row> rows_;
  std::vector<Edit> edit_;
};

}  // namespace core
