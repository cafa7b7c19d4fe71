#pragma once
// Moving a phrase of a hypothesis, as TER and TERp do it.
#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace core {

// The word before which words [start, start + length) go if they are to go before `target`. A target inside
// the phrase or right behind it moves the phrase some places on: target - start, or one less by the rules of
// tercom and TERp, but never back.
inline int phrase_destination(int start, int length, int target, int n_words, bool one_less) {
  const int behind = start + length;
  if (target < start || target > behind) return target;
  return std::clamp(length + target - (one_less ? 1 : 0), behind, n_words);
}

// Moves words [start, start + length) before the word at `before`, which is not inside them; gives the first
// place that changes.
inline std::size_t move_phrase(std::span<const std::int32_t> words, int start, int length, int before,
                               std::vector<std::int32_t>& out) {
  out.assign(words.begin(), words.end());
  const auto begin = out.begin();
  const int behind = start + length;
  if (before < start) {
    std::rotate(begin + before, begin + start, begin + behind);
    return static_cast<std::size_t>(before);
  }
  std::rotate(begin + start, begin + behind, begin + before);
  return static_cast<std::size_t>(start);
}

}  // namespace core
