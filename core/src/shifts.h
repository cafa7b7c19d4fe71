#pragma once
// Moving a phrase of a hypothesis, as TER and TERp do it.
#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace core {

// Moves words[start .. start + length) before the word at `target`; gives the first place that changes.
// A target inside the phrase or right behind it moves the phrase some places on: target - start, or one less
// by the rules of tercom and TERp.
inline std::size_t move_phrase(std::span<const std::int32_t> words, int start, int length, int target,
                               bool one_less, std::vector<std::int32_t>& out) {
  out.assign(words.begin(), words.end());
  const auto begin = out.begin();
  const int behind = start + length;
  if (target <= start) {
    std::rotate(begin + target, begin + start, begin + behind);
    return static_cast<std::size_t>(target);
  }
  const int inside = length + target - (one_less ? 1 : 0);
  const int end = target > behind ? target : std::min(static_cast<int>(words.size()), inside);
  std::rotate(begin + start, begin + behind, begin + end);
  return static_cast<std::size_t>(start);
}

}  // namespace core
