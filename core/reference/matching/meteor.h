#pragma once
// Slow and obvious versions of METEOR's choice of matches, for tests only.
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace reference {

// Kind, hypothesis start and length, reference start and length.
using MatchRow = std::array<std::int32_t, 5>;
using MatchRows = std::vector<MatchRow>;

// What METEOR 1.5's beam search keeps of the matches, which are sorted by their start in the reference.
MatchRows meteor_beam(const MatchRows& matches, int hyp_length, int ref_length, int beam);

// Gain and chunks of the best of all sets of matches that share no word and hold those that have no rival.
std::pair<int, int> meteor_exact(const MatchRows& matches);

// Gain and chunks of a set of matches.
std::pair<int, int> meteor_value(const MatchRows& chosen);

}  // namespace reference
