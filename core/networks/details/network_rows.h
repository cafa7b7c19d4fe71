#pragma once
// Vectors of costs over the orders in which a hypothesis can be taken: what the search in a network and the
// final alignment have in common.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "networks/network.h"

namespace core {

// The orders of a local window. A state is the first word left (f) and a pattern: which of the words f+1 ..
// f+k-1 were taken already and, where block moves are counted, which of them would go on with a block.
struct Window {
  struct Step {
    std::int32_t from, to;  // patterns
    std::int32_t shift;     // how far f goes
    std::int32_t offset;    // the word taken is f + offset
    bool moved;
  };

  int width;
  std::vector<unsigned> bits;            // by pattern: bit o - 1 says that word f + o was taken
  std::vector<int> taken;                // by pattern: how many words behind f were taken
  std::vector<std::vector<Step>> steps;  // by pattern, nearest word first
  std::vector<Step> removals;  // those by which a word may be removed, in an order that sees f's own last

  Window(int k, MoveCost cost) : width(k) {
    if (k < 1 || k > 6) throw std::invalid_argument("the window must be between 1 and 6 words");
    std::vector<std::pair<unsigned, int>> patterns{
        {0u, 0}};  // taken words as bits, offset that goes on with a block
    const auto number = [&](unsigned pattern, int next) {
      const auto at =
          std::find(patterns.begin(), patterns.end(), std::pair(pattern, next)) - patterns.begin();
      if (at == static_cast<std::ptrdiff_t>(patterns.size())) patterns.emplace_back(pattern, next);
      return static_cast<std::int32_t>(at);
    };
    for (std::size_t p = 0; p < patterns.size(); ++p) {
      const auto [before, next] = patterns[p];
      bits.push_back(before);
      taken.push_back(std::popcount(before));
      steps.emplace_back();
      for (int o = 0; o < k; ++o) {
        if (o > 0 && (before >> (o - 1) & 1u)) continue;
        const int shift = o == 0 ? 1 + std::countr_one(before) : 0;
        const unsigned after = o == 0 ? before >> shift : before | 1u << (o - 1);
        const bool goes_on = cost == MoveCost::block && o > 0 && o + 1 < k && !(before >> o & 1u);
        steps[p].push_back({static_cast<std::int32_t>(p), number(after, goes_on ? o + 1 : 0), shift, o,
                            o > 0 && !(cost == MoveCost::block && o == next)});
      }
    }
    // Where a move is paid for each word, or not at all, a word that is removed can wait until it is the
    // first.
    for (const auto& row : steps)
      for (const Step& step : row)
        if (step.offset == 0 || cost == MoveCost::block) removals.push_back(step);
    std::stable_sort(removals.begin(), removals.end(),
                     [&](const Step& a, const Step& b) { return taken_of(a) > taken_of(b); });
  }

  bool may_remove(const Step& step, MoveCost cost) const {
    return step.offset == 0 || cost == MoveCost::block;
  }
  std::size_t size() const { return taken.size(); }

 private:
  int taken_of(const Step& step) const { return taken[static_cast<std::size_t>(step.from)]; }
};

// What each edit adds to a key. Keys order paths: cost first, then what breaks ties.
template <typename K>
struct EditKeys {
  K insert, remove, substitute, keep, move;
};

template <typename K>
constexpr K kUnreachable = sizeof(K) == 2   ? K{16000}
                           : sizeof(K) == 4 ? static_cast<K>(1'000'000'000)
                                            : static_cast<K>(std::int64_t{1} << 60);

// Costs for the positions lo .. hi - 1 of f, pattern by pattern; unreachable elsewhere.
template <typename K>
struct RowView {
  K* data;
  std::int32_t lo, hi;
  std::int32_t base, stride;  // as the cells were laid out, before the ends were cut off

  static RowView over(K* cells, std::int32_t lo, std::int32_t hi) { return {cells, lo, hi, lo, hi - lo}; }

  bool empty() const { return hi <= lo; }
  K* pattern(std::size_t p) const { return data + static_cast<std::ptrdiff_t>(p) * stride - base; }
  K at(std::size_t p, std::int32_t f) const { return f < lo || f >= hi ? kUnreachable<K> : pattern(p)[f]; }

  // Cuts off ends where all costs are above the limit.
  void trim(K limit, std::size_t patterns) {
    const auto dead = [&](std::int32_t f) {
      for (std::size_t p = 0; p < patterns; ++p)
        if (pattern(p)[f] <= limit) return false;
      return true;
    };
    while (lo < hi && dead(lo)) ++lo;
    while (lo < hi && dead(hi - 1)) --hi;
  }
};

// Memory for rows that come one after the other; the last one can be given back.
template <typename K>
class RowStore {
 public:
  K* take(std::size_t cells) {
    if (chunks_.empty() || used_ + cells > chunks_.back().size()) {
      chunks_.emplace_back(std::max(cells, kChunk));
      total_ += chunks_.back().size();
      used_ = 0;
    }
    K* const found = chunks_.back().data() + used_;
    used_ += cells;
    std::fill_n(found, cells, kUnreachable<K>);
    return found;
  }
  void give_back(std::size_t cells) { used_ -= cells; }
  std::size_t bytes() const { return total_ * sizeof(K); }

 private:
  static constexpr std::size_t kChunk = 4096;
  std::vector<std::vector<K>> chunks_;
  std::size_t used_ = 0, total_ = 0;
};

// For a token, the key of taking each hypothesis word for it. One row is kept and changed from token to
// token, so that long texts need no more memory than short ones.
template <typename K>
class WordKeys {
 public:
  WordKeys(Tokens hypothesis, const EditKeys<K>& keys)
      : keep_(keys.keep),
        substitute_(keys.substitute),
        mask_(std::bit_ceil(4 * hypothesis.size() + 1) - 1),
        slots_(mask_ + 1, {-1, kNone}),
        next_(hypothesis.size()),
        row_(hypothesis.size(), keys.substitute) {
    for (std::size_t i = hypothesis.size(); i-- > 0;) {
      Slot& slot = slots_[find(hypothesis[i])];
      next_[i] = slot.first;
      slot = {hypothesis[i], static_cast<std::int32_t>(i)};
    }
  }

  // Good until the next call.
  const K* of(std::int32_t token) {
    const std::int32_t first = slots_[find(token)].first;
    if (first != marked_) {
      mark(marked_, substitute_);
      mark(first, keep_);
      marked_ = first;
    }
    return row_.data();
  }

 private:
  static constexpr std::int32_t kNone = -1;
  struct Slot {
    std::int32_t token, first;  // the first place of the token in the hypothesis
  };

  void mark(std::int32_t first, K key) {
    for (std::int32_t i = first; i != kNone; i = next_[static_cast<std::size_t>(i)])
      row_[static_cast<std::size_t>(i)] = key;
  }
  std::size_t find(std::int32_t token) const {
    auto at = static_cast<std::size_t>(static_cast<std::uint32_t>(token) * 0x9E3779B1u >> 7) & mask_;
    while (slots_[at].token != token && slots_[at].token >= 0) at = (at + 1) & mask_;
    return at;
  }

  K keep_, substitute_;
  std::size_t mask_;
  std::vector<Slot> slots_;
  std::vector<std::int32_t> next_;  // the next place of the same token
  std::vector<K> row_;
  std::int32_t marked_ = kNone;
};

template <typename K>
inline void lower(K& cell, K value) {
  cell = std::min(cell, value);
}

// `into` takes what lies behind an arc without a token.
template <typename K>
void take_over(const RowView<K>& into, const RowView<K>& from, K added, std::size_t patterns) {
  const std::int32_t begin = std::max(into.lo, from.lo), end = std::min(into.hi, from.hi);
  for (std::size_t p = 0; p < patterns; ++p) {
    K* const a = into.pattern(p);
    const K* const b = from.pattern(p);
    for (std::int32_t f = begin; f < end; ++f) lower(a[f], static_cast<K>(b[f] + added));
  }
}

// `into` takes what lies behind an arc with a token: insert it, or take a hypothesis word for it.
template <typename K>
void take_token(const RowView<K>& into, const RowView<K>& from, const K* word_keys, K weight,
                const EditKeys<K>& keys, const Window& window, std::int32_t n) {
  if (window.width == 1 && into.lo <= from.lo && from.hi >= into.hi && into.hi == n + 1) {
    // Without moves and bands: both in one loop, and what follows the last word by itself.
    const K inserted = static_cast<K>(keys.insert + weight);
    K* const a = into.pattern(0);
    const K* const b = from.pattern(0);
    for (std::int32_t f = from.lo; f < n; ++f)
      lower(a[f],
            std::min(static_cast<K>(b[f] + inserted), static_cast<K>(b[f + 1] + word_keys[f] + weight)));
    lower(a[n], static_cast<K>(b[n] + inserted));
    if (from.lo > into.lo)
      lower(a[from.lo - 1], static_cast<K>(b[from.lo] + word_keys[from.lo - 1] + weight));
    return;
  }
  take_over(into, from, static_cast<K>(keys.insert + weight), window.size());
  for (const auto& steps : window.steps)
    for (const Window::Step& step : steps) {
      const std::int32_t shift = step.shift, offset = step.offset;
      const std::int32_t begin = std::max(into.lo, from.lo - shift);
      const std::int32_t end = std::min({into.hi, from.hi - shift, n - offset});
      const K added = static_cast<K>(weight + (step.moved ? keys.move : K{0}));
      K* const a = into.pattern(static_cast<std::size_t>(step.from));
      const K* const b = from.pattern(static_cast<std::size_t>(step.to));
      for (std::int32_t f = begin; f < end; ++f)
        lower(a[f], static_cast<K>(b[f + shift] + word_keys[f + offset] + added));
    }
}

// Removing hypothesis words at one place of the network.
template <typename K>
void remove_words(const RowView<K>& row, const EditKeys<K>& keys, const Window& window, std::int32_t n) {
  if (window.width == 1) {
    K* const a = row.pattern(0);
    for (std::int32_t f = std::min(row.hi - 1, n) - 1; f >= row.lo; --f)
      lower(a[f], static_cast<K>(a[f + 1] + keys.remove));
    return;
  }
  for (std::int32_t f = row.hi - 1; f >= row.lo; --f)
    for (const Window::Step& step : window.removals) {
      if (f + step.shift >= row.hi || f + step.offset >= n) continue;
      const K added = static_cast<K>(keys.remove + (step.moved ? keys.move : K{0}));
      lower(row.pattern(static_cast<std::size_t>(step.from))[f],
            static_cast<K>(row.pattern(static_cast<std::size_t>(step.to))[f + step.shift] + added));
    }
}

// Positions f that a path of at most `edits` edits can be at, where `before` tokens were read and `after` are
// to come.
struct Lengths {
  std::int64_t low, high;
};

inline std::pair<std::int32_t, std::int32_t> band(Lengths before, Lengths after, std::int64_t edits,
                                                  std::int64_t n, int width) {
  if (before.high < 0 || after.high < 0) return {0, 0};
  const Lengths back{n - after.high, n - after.low};  // where it should be to come out even
  const auto distance = [](std::int64_t at, Lengths to) {
    return at < to.low ? to.low - at : at > to.high ? at - to.high : 0;
  };
  const auto sum = [&](std::int64_t at) { return distance(at, before) + distance(at, back); };
  const std::int64_t gap =
      std::max<std::int64_t>(0, std::max(before.low, back.low) - std::min(before.high, back.high));
  if (gap > edits) return {0, 0};
  std::int64_t first = std::min(before.low, back.low), last = std::max(before.high, back.high);
  const std::int64_t over_first = sum(first) - edits, over_last = sum(last) - edits;
  first = over_first > 0 ? first + over_first : first - -over_first / 2;
  last = over_last > 0 ? last - over_last : last + -over_last / 2;
  first = std::clamp<std::int64_t>(first - (width - 1), 0, n + 1);
  last = std::clamp<std::int64_t>(last, -1, n);
  return {static_cast<std::int32_t>(first), static_cast<std::int32_t>(std::max(first, last + 1))};
}

// How the hypothesis becomes the path: fewest edits and moves together, then fewest moves, then from left to
// right keep, substitute, extra, missing. Fills steps and counts. `edits` is what the alignment costs, in
// whole edits.
void align(Tokens hypothesis, std::int64_t edits, const Window& window, MoveCost move_cost,
           ClosestPath& path);

}  // namespace core
