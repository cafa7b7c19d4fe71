#pragma once
// What TERp's search is made of: paraphrases at their places, pairs of words, and orders of words.
#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace core {

constexpr double kUnreached = std::numeric_limits<double>::infinity();
constexpr double kLargestTerpCost = 1e5;  // of an edit; a paraphrase that costs more is none

// A paraphrase that lies at some place of hypothesis and reference.
struct PlacedPhrase {
  std::int32_t hyp_start, hyp_length, ref_start, ref_length;
  double cost;
};

// Paraphrases by where they start.
class PlacedPhrases {
 public:
  void clear(std::size_t n_hyp) {
    phrases_.clear();
    starts_.assign(n_hyp + 2, 0);
  }
  bool empty() const { return phrases_.empty(); }
  void add(const PlacedPhrase& phrase) { phrases_.push_back(phrase); }
  // To be called after all were added.
  void sort() {
    std::ranges::stable_sort(phrases_, [](const PlacedPhrase& a, const PlacedPhrase& b) {
      return a.hyp_start != b.hyp_start ? a.hyp_start < b.hyp_start : a.ref_start < b.ref_start;
    });
    for (const PlacedPhrase& phrase : phrases_) ++starts_[static_cast<std::size_t>(phrase.hyp_start) + 1];
    for (std::size_t h = 1; h < starts_.size(); ++h) starts_[h] += starts_[h - 1];
  }
  std::span<const PlacedPhrase> all() const { return phrases_; }
  // Those that start at a word of the hypothesis, by their place in the reference.
  std::span<const PlacedPhrase> at(std::size_t hyp) const {
    return std::span(phrases_).subspan(starts_[hyp], starts_[hyp + 1] - starts_[hyp]);
  }
  std::span<const PlacedPhrase> at(std::size_t hyp, std::size_t ref) const {
    const std::span<const PlacedPhrase> some = at(hyp);
    const auto place = static_cast<std::int32_t>(ref);
    // Not std::ranges::equal_range, whose result clang 14 cannot make a span of.
    const auto first = std::partition_point(
        some.begin(), some.end(), [&](const PlacedPhrase& phrase) { return phrase.ref_start < place; });
    const auto last = std::partition_point(
        first, some.end(), [&](const PlacedPhrase& phrase) { return phrase.ref_start <= place; });
    return {first, last};
  }

 private:
  std::vector<PlacedPhrase> phrases_;
  std::vector<std::size_t> starts_;
};

// What a word of the hypothesis makes of one of the reference: the edit, and whether the two may move
// together.
struct WordPair {
  std::uint8_t edit : 7;
  std::uint8_t related : 1;
};

// Another order of the words: [first, middle) and [middle, last) have changed places.
struct Swap {
  std::size_t first, middle, last;
  bool operator==(const Swap&) const = default;

  // Words that stand together before and after: their old places, and where the first of them stands now.
  struct Part {
    std::size_t begin, end, now;
  };
  std::array<Part, 4> parts(std::size_t n_words) const {
    return {{{0, first, 0},
             {middle, last, first},
             {first, middle, first + last - middle},
             {last, n_words, last}}};
  }
};

}  // namespace core
