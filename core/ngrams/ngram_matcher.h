#pragma once
// Clipped n-gram matches, shared by BLEU, NIST and chrF.
#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/batch.h"
#include "base/pair_numbers.h"
#include "base/parallel.h"
#include "ngrams/short_ngram_matcher.h"

namespace core {

// Numbers pairs (a, b), starting at 1, by their place in a table; 0 means no pair. The inner loops below are
// written without branches on data, because no processor can guess which n-grams repeat.
class SmallPairNumbers {
 public:
  void clear(std::size_t n_a, std::size_t n_b) {
    n_b_ = n_b;
    n_ = 0;
    table_.assign(n_a * n_b, 0);
  }
  std::size_t number(std::int32_t a, std::int32_t b) {
    std::uint16_t& entry = table_[cell(a, b)];
    const bool is_new = entry == 0;
    n_ = static_cast<std::uint16_t>(n_ + is_new);
    entry = is_new ? n_ : entry;
    return entry;
  }
  std::size_t find(std::int32_t a, std::int32_t b) const { return table_[cell(a, b)]; }

  // The most pairs it can number.
  static constexpr std::size_t kMost = 65535;

 private:
  std::size_t cell(std::int32_t a, std::int32_t b) const {
    return static_cast<std::size_t>(a) * n_b_ + static_cast<std::size_t>(b);
  }

  std::vector<std::uint16_t> table_;
  std::size_t n_b_ = 0;
  std::uint16_t n_ = 0;
};

// The same for order 1, where the second of the pair says it all.
struct LetterNumbers {
  static std::size_t number(std::int32_t, std::int32_t letter) {
    return static_cast<std::size_t>(letter) + 1;
  }
  static std::size_t find(std::int32_t, std::int32_t letter) { return static_cast<std::size_t>(letter) + 1; }
};

// The same for any pairs.
class LargePairNumbers {
 public:
  void clear(std::size_t expected) { pairs_.clear(expected); }
  std::size_t number(std::int32_t a, std::int32_t b) {
    return static_cast<std::size_t>(pairs_.number(a, b) + 1);
  }
  std::size_t find(std::int32_t a, std::int32_t b) const {
    return static_cast<std::size_t>(pairs_.find(a, b) + 1);
  }

 private:
  PairNumbers pairs_;
};

// Counts the n-grams of a hypothesis that occur in references, clipped by the largest count in any one.
//
// Order n is built from order n - 1: an n-gram is a pair (class of its first n - 1 tokens, last token).
// A position whose n-gram has no partner on the other side cannot match at a higher order either and drops
// out, so most of the work for high orders is never done. Tokens and the classes still alive are numbered
// anew for each segment, so that a pair is a place in a small table; where that table would be much larger
// than the texts, pairs are hashed instead. Time O(max_order * tokens), less in practice. Short
// references, as most segments have, take a shorter way.
class NgramMatcher {
 public:
  // Ids below `limit` may occur.
  explicit NgramMatcher(std::size_t limit) : short_(limit), letter_of_(limit, kNone) {}

  // Calls visit(n, position, matches) for n-grams of order n = 1 .. max_order in the hypothesis, with whether
  // they count as a clipped match; n-grams that occur in no reference may be left out.
  template <typename Visit>
  void match(Tokens hypothesis, std::span<const Tokens> references, int max_order, Visit&& visit) {
    if (references.size() == 1 && references[0].size() <= ShortNgramMatcher::kLongest && max_order < 64)
      return short_.match(hypothesis, references[0], max_order, visit);
    spell(hypothesis, references);
    std::size_t n_alive = 1;  // of order 0 there is one n-gram, the empty one
    for (int n = 1; n <= max_order && !hyp_.empty() && !ref_.empty(); ++n) {
      pulse(8 * (hyp_.size() + ref_.size()));
      const auto visit_order = [&](std::int32_t position, bool matches) { visit(n, position, matches); };
      const std::size_t cells = n_alive * n_letters_;
      if (n == 1) {
        n_alive = match_order(letters_, n, references.size() > 1, visit_order);
      } else if (ref_.size() < SmallPairNumbers::kMost &&
                 cells <= std::max(kSmallTable, kCellsEach * ref_.size())) {
        small_.clear(n_alive, n_letters_);
        n_alive = match_order(small_, n, references.size() > 1, visit_order);
      } else {
        large_.clear(ref_.size());
        n_alive = match_order(large_, n, references.size() > 1, visit_order);
      }
    }
  }

  // Adds to matched[n] the clipped matches of order n = 1 .. max_order.
  void count(Tokens hypothesis, std::span<const Tokens> references, int max_order, std::int64_t* matched) {
    if (max_order == 4 && ShortNgramMatcher::fits(references))
      return short_.count_four(hypothesis, references, matched);
    match(hypothesis, references, max_order,
          [&](int n, std::int32_t, bool matches) { matched[n] += matches; });
  }

 private:
  static constexpr std::int32_t kNone = -1;
  // A table of up to this many cells, or up to so many for each position, is cleared faster than hashing
  // works.
  static constexpr std::size_t kSmallTable = 8192, kCellsEach = 32;

  // An n-gram that is still alive: where it starts and its class.
  struct Position {
    std::int32_t start, cls;
  };
  struct Count {
    std::int32_t hyp, ref;
    std::int32_t alive;  // its number among the classes that live on
  };
  // Occurrences in the reference counted last, where there are several.
  struct InText {
    std::int32_t text, count;
  };

  // Numbers the tokens of the references and writes both sides in these numbers. Every text is followed by
  // kNone, which no n-gram can cross.
  void spell(Tokens hypothesis, std::span<const Tokens> references) {
    for (const std::int32_t id : used_) letter_of_[static_cast<std::size_t>(id)] = kNone;
    used_.clear();
    ref_.clear();
    ref_letters_.clear();
    text_of_.clear();
    for (std::size_t r = 0; r < references.size(); ++r) {
      spell_reference(references[r]);
      if (references.size() > 1) text_of_.resize(ref_letters_.size(), static_cast<std::int32_t>(r));
    }
    hyp_.resize(hypothesis.size());
    hyp_letters_.resize(hypothesis.size() + 1);
    for (std::size_t i = 0; i < hypothesis.size(); ++i) {
      hyp_[i] = {static_cast<std::int32_t>(i), 0};
      hyp_letters_[i] = letter_of_[static_cast<std::size_t>(hypothesis[i])];
    }
    hyp_letters_.back() = kNone;
    n_letters_ = used_.size();
    if (counts_.size() < ref_.size() + 1) counts_.resize(ref_.size() + 1);
  }

  void spell_reference(Tokens reference) {
    const std::size_t begin = ref_letters_.size(), first = ref_.size();
    ref_letters_.resize(begin + reference.size() + 1);
    ref_.resize(first + reference.size());
    for (std::size_t i = 0; i < reference.size(); ++i) {
      std::int32_t& letter = letter_of_[static_cast<std::size_t>(reference[i])];
      if (letter == kNone) {
        letter = static_cast<std::int32_t>(used_.size());
        used_.push_back(reference[i]);
      }
      ref_letters_[begin + i] = letter;
      ref_[first + i] = {static_cast<std::int32_t>(begin + i), 0};
    }
    ref_letters_.back() = kNone;
  }

  // Counts order n, drops what found no partner and gives the number of classes that live on.
  template <typename Pairs, typename Visit>
  std::size_t match_order(Pairs& pairs, int n, bool several, Visit&& visit) {
    const auto reach = static_cast<std::size_t>(n - 1);
    std::fill_n(counts_.begin(), ref_.size() + 1, Count{0, 0, kNone});
    if (several)
      count_references<true>(pairs, reach);
    else
      count_references<false>(pairs, reach);
    counts_[0].hyp = 1;  // no n-gram of a reference: never new, never alive, never a match
    std::int32_t n_alive = 0;
    std::size_t kept = 0;
    for (const Position p : hyp_) {
      const std::int32_t letter = hyp_letters_[static_cast<std::size_t>(p.start) + reach];
      if (letter == kNone) continue;
      Count& count = counts_[pairs.find(p.cls, letter)];
      const bool is_first = count.hyp == 0;
      count.alive = is_first ? n_alive : count.alive;
      n_alive += is_first;
      ++count.hyp;
      visit(p.start, count.hyp <= count.ref);
      hyp_[kept] = {p.start, count.alive};
      kept += count.alive != kNone;
    }
    hyp_.resize(kept);
    kept = 0;
    for (const Position p : ref_) {
      const std::int32_t alive = counts_[static_cast<std::size_t>(p.cls)].alive;
      ref_[kept] = {p.start, alive};
      kept += alive != kNone;
    }
    ref_.resize(kept);
    return static_cast<std::size_t>(n_alive);
  }

  template <bool several, typename Pairs>
  void count_references(Pairs& pairs, std::size_t reach) {
    if constexpr (several) in_text_.assign(ref_.size() + 1, InText{kNone, 0});
    std::size_t kept = 0;
    for (const Position p : ref_) {
      const std::int32_t letter = ref_letters_[static_cast<std::size_t>(p.start) + reach];
      if (letter == kNone) continue;
      const std::size_t cls = pairs.number(p.cls, letter);
      if constexpr (several) {
        InText& in_text = in_text_[cls];
        const std::int32_t text = text_of_[static_cast<std::size_t>(p.start)];
        in_text.count = in_text.text == text ? in_text.count + 1 : 1;
        in_text.text = text;
        counts_[cls].ref = std::max(counts_[cls].ref, in_text.count);
      } else {
        ++counts_[cls].ref;
      }
      ref_[kept++] = {p.start, static_cast<std::int32_t>(cls)};
    }
    ref_.resize(kept);
  }

  ShortNgramMatcher short_;
  std::vector<std::int32_t> letter_of_, used_, ref_letters_, hyp_letters_, text_of_;
  std::size_t n_letters_ = 0;
  std::vector<Position> hyp_, ref_;
  std::vector<Count> counts_;
  std::vector<InText> in_text_;
  LetterNumbers letters_;
  SmallPairNumbers small_;
  LargePairNumbers large_;
};

// How many n-grams a text of this length has.
inline double n_ngrams(std::size_t length, int n) {
  const auto order = static_cast<std::size_t>(n);
  return length >= order ? static_cast<double>(length - order + 1) : 0.0;
}

// The references of one segment as token sequences; `out` is reused from segment to segment.
inline std::span<const Tokens> references_of(const Batch& batch, const Pairing& pairing, std::size_t segment,
                                             std::vector<Tokens>& out) {
  out.clear();
  for (const std::int32_t row : pairing.references[segment])
    out.push_back(batch[static_cast<std::size_t>(row)]);
  return out;
}

}  // namespace core
