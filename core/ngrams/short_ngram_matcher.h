#pragma once
// Clipped n-gram matches against short references, by bits.
#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/batch.h"

namespace core {

// Counts the n-grams of a hypothesis that occur in references of at most kLongest tokens, clipped by their
// largest count in any one.
//
// Bit j of a set stands for position j of the reference. The n-gram at a position of the hypothesis starts,
// in the reference, at the positions of its first token that its other tokens follow: an intersection of
// shifted sets. The sets of two different n-grams are disjoint, so an occurrence counts if a position of its
// set is left, and takes one away. Of several references one is enough: the occurrence then counts in the one
// that has most. Time O(max_order * hypothesis + reference) for each, without tables and branches on data.
class ShortNgramMatcher {
 public:
  static constexpr std::size_t kLongest = 64;

  // Ids below `limit` may occur.
  explicit ShortNgramMatcher(std::size_t limit) : positions_of_(limit, 0) {}

  // As NgramMatcher::match.
  template <typename Visit>
  void match(Tokens hypothesis, Tokens reference, int max_order, Visit&& visit) {
    find_positions(hypothesis, reference);
    std::size_t n_positions = hypothesis.size();
    for (int n = 1; n <= max_order && n_positions > 0; ++n, --n_positions) {
      std::uint64_t left = ~std::uint64_t{0}, any = 0;
      for (std::size_t i = 0; i < n_positions; ++i) {
        const std::uint64_t found = starts_[i] & left;
        left ^= found & (~found + 1);  // without the lowest
        any |= starts_[i];
        visit(n, static_cast<std::int32_t>(i), found != 0);
        // The last position reads an empty set behind the end, and is not looked at again.
        starts_[i] &= words_[i + static_cast<std::size_t>(n)] >> n;
      }
      if (any == 0) return;
    }
  }

  // Adds to found[n] the matches of order n = 1 .. 4. All orders are counted side by side, so that none waits
  // for what another takes away.
  void count_four(Tokens hypothesis, Tokens reference, std::int64_t* found) {
    find_positions(hypothesis, reference);
    std::uint64_t left[4] = {~std::uint64_t{0}, ~std::uint64_t{0}, ~std::uint64_t{0}, ~std::uint64_t{0}};
    std::int64_t matches[4] = {};
    for (std::size_t i = 0; i < hypothesis.size(); ++i) {
      std::uint64_t starts = ~std::uint64_t{0};
      for (std::size_t n = 0; n < 4; ++n) {
        starts &= words_[i + n] >> n;
        const std::uint64_t free = starts & left[n];
        left[n] ^= free & (~free + 1);  // without the lowest
        matches[n] += free != 0;
      }
    }
    for (std::size_t n = 0; n < 4; ++n) found[n + 1] += matches[n];
  }

  // The same for several references.
  void count_four(Tokens hypothesis, std::span<const Tokens> references, std::int64_t* found) {
    if (references.size() == 1) return count_four(hypothesis, references[0], found);
    matches_.assign(hypothesis.size(), 0);
    for (const Tokens reference : references) {
      find_positions(hypothesis, reference);
      std::uint64_t left[4] = {~std::uint64_t{0}, ~std::uint64_t{0}, ~std::uint64_t{0}, ~std::uint64_t{0}};
      for (std::size_t i = 0; i < hypothesis.size(); ++i) {
        std::uint64_t starts = ~std::uint64_t{0}, matches = 0;
        for (std::size_t n = 0; n < 4; ++n) {
          starts &= words_[i + n] >> n;
          const std::uint64_t free = starts & left[n];
          left[n] ^= free & (~free + 1);  // without the lowest
          matches |= std::uint64_t{free != 0} << (16 * n);
        }
        matches_[i] |= matches;
      }
    }
    // An order has 16 bits of a sum, as many as so many positions need.
    constexpr std::size_t kTogether = 0xFFFF;
    for (std::size_t begin = 0; begin < matches_.size(); begin += kTogether) {
      std::uint64_t sum = 0;
      for (std::size_t i = begin; i < std::min(matches_.size(), begin + kTogether); ++i) sum += matches_[i];
      for (std::size_t n = 0; n < 4; ++n) found[n + 1] += static_cast<std::int64_t>(sum >> (16 * n) & 0xFFFF);
    }
  }
  static bool fits(std::span<const Tokens> references) {
    return std::ranges::all_of(references, [](Tokens reference) { return reference.size() <= kLongest; });
  }

 private:
  static constexpr std::size_t kBehind = 3;  // empty sets behind the last word, which no n-gram can cross

  // Writes for each token of the hypothesis where it stands in the reference.
  void find_positions(Tokens hypothesis, Tokens reference) {
    for (std::size_t j = 0; j < reference.size(); ++j)
      positions_of_[static_cast<std::size_t>(reference[j])] |= std::uint64_t{1} << j;
    words_.resize(hypothesis.size() + kBehind);
    starts_.resize(hypothesis.size());
    for (std::size_t i = 0; i < hypothesis.size(); ++i)
      starts_[i] = words_[i] = positions_of_[static_cast<std::size_t>(hypothesis[i])];
    for (std::size_t i = 0; i < kBehind; ++i) words_[hypothesis.size() + i] = 0;
    for (const std::int32_t id : reference) positions_of_[static_cast<std::size_t>(id)] = 0;
  }

  std::vector<std::uint64_t> positions_of_, words_, starts_;
  std::vector<std::uint64_t> matches_;  // by place in the hypothesis: 16 bits for each order
};

}  // namespace core
