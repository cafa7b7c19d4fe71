#pragma once
// Clipped n-gram matches, shared by BLEU, NIST and chrF.
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "core/batch.h"
#include "core/interner.h"

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
    return static_cast<std::size_t>((key * 0x9E3779B97F4A7C15U ^ key * 0xD6E8FEB86659FD93U >> 7) >> 32) & mask_;
  }

  std::vector<Slot> slots_;
  std::size_t mask_ = 0;
  std::uint32_t stamp_ = 0;
  std::int32_t n_ = 0;
};

// Counts the n-grams of a hypothesis that occur in references, clipped by the largest count in any one.
//
// Order n is built from order n - 1: an n-gram is a pair (class of its first n - 1 tokens, last token).
// A position whose n-gram has no partner on the other side cannot match at a higher order either and drops
// out, so most of the work for high orders is never done. Time O(max_order * tokens), less in practice.
class NgramMatcher {
 public:
  // Calls on_match(n, position) for every clipped match of order n = 1 .. max_order in the hypothesis.
  template <typename OnMatch>
  void match(Tokens hypothesis, std::span<const Tokens> references, int max_order, OnMatch&& on_match) {
    start(hypothesis, references);
    for (int n = 1; n <= max_order && !hyp_.empty() && !ref_.empty(); ++n) {
      const auto reach = static_cast<std::size_t>(n - 1);
      pairs_.clear(ref_.size());
      counts_.clear();
      count_references(references, reach);
      count_hypothesis(hypothesis, reach, [&](std::int32_t position) { on_match(n, position); });
      std::erase_if(ref_, [&](const Position& p) { return counts_[static_cast<std::size_t>(p.cls)].hyp == 0; });
    }
  }

 private:
  // An n-gram that is still alive: where it starts, in which text, and its class at the last order.
  struct Position {
    std::int32_t start, text, cls;
  };
  struct Count {
    std::int32_t ref_text = -1, in_text = 0, ref = 0, hyp = 0;
  };

  void start(Tokens hypothesis, std::span<const Tokens> references) {
    hyp_.clear();
    ref_.clear();
    for (std::size_t i = 0; i < hypothesis.size(); ++i) hyp_.push_back({static_cast<std::int32_t>(i), 0, 0});
    for (std::size_t r = 0; r < references.size(); ++r)
      for (std::size_t i = 0; i < references[r].size(); ++i)
        ref_.push_back({static_cast<std::int32_t>(i), static_cast<std::int32_t>(r), 0});
  }

  void count_references(std::span<const Tokens> references, std::size_t reach) {
    std::size_t kept = 0;
    for (const Position& p : ref_) {
      const Tokens text = references[static_cast<std::size_t>(p.text)];
      const std::size_t last = static_cast<std::size_t>(p.start) + reach;
      if (last >= text.size()) continue;
      const std::int32_t cls = pairs_.number(p.cls, text[last]);
      if (static_cast<std::size_t>(cls) == counts_.size()) counts_.emplace_back();
      Count& count = counts_[static_cast<std::size_t>(cls)];
      if (count.ref_text != p.text) {
        count.ref_text = p.text;
        count.in_text = 0;
      }
      count.ref = std::max(count.ref, ++count.in_text);
      ref_[kept++] = {p.start, p.text, cls};
    }
    ref_.resize(kept);
  }

  template <typename OnMatch>
  void count_hypothesis(Tokens hypothesis, std::size_t reach, OnMatch&& on_match) {
    std::size_t kept = 0;
    for (const Position& p : hyp_) {
      const std::size_t last = static_cast<std::size_t>(p.start) + reach;
      if (last >= hypothesis.size()) break;
      const std::int32_t cls = pairs_.find(p.cls, hypothesis[last]);
      if (cls < 0) continue;
      Count& count = counts_[static_cast<std::size_t>(cls)];
      if (++count.hyp <= count.ref) on_match(p.start);
      hyp_[kept++] = {p.start, 0, cls};
    }
    hyp_.resize(kept);
  }

  std::vector<Position> hyp_, ref_;
  std::vector<Count> counts_;
  PairNumbers pairs_;
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
  for (const std::int32_t row : pairing.references[segment]) out.push_back(batch[static_cast<std::size_t>(row)]);
  return out;
}

}  // namespace core
