#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/batch.h"

namespace core {

// The networks of several lists of sentences, one after the other: of each list the words by the order of
// their UTF-8 bytes, and the smallest deterministic automaton of its sentences as NetworkArrays has one card.
// Labels, states and arcs count from 0 in each network.
struct ListNetworks {
  std::vector<std::int32_t> words;  // rows of the texts of all words
  std::vector<std::uint8_t> final;
  std::vector<std::int64_t> arc_offsets;  // of each network one more than it has states
  std::vector<std::int32_t> labels, targets;
  // Where the words, states and arcs of each list begin, and the end.
  std::vector<std::int64_t> word_offsets{0}, state_offsets{0}, label_offsets{0};
};

// List i is the rows lists[i] .. lists[i + 1] of the sentences; a sentence may stand there often. `words`
// names their tokens. Time: that of sorting the sentences of each list.
ListNetworks list_networks(const Batch& sentences, std::span<const std::int64_t> lists, const Texts& words);

}  // namespace core
