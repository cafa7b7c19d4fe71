#pragma once
#include <array>
#include <stdexcept>

#include "networks/details/network_rows.h"

namespace core {

struct SearchInput {
  const Network& network;
  const Texts& words;
  const SearchOptions& options;
  const Window& window;
};

struct SearchBounds {
  std::int64_t edits;                  // no closest path costs more
  std::int64_t scale;                  // more than the tokens of any path that can be closest, and 1
  std::vector<std::uint8_t> matrices;  // cards of the plan that become matrices
  double work = 0;                     // cells that dp computes, about
};

// A place of a search: a use of a card, a state of it, a pattern of the window and the first word left.
using Cell = std::array<std::int32_t, 4>;

struct CellHash {
  std::size_t operator()(const Cell& cell) const {
    std::uint64_t mixed = 0;
    for (const std::int32_t part : cell) {
      mixed = (mixed ^ static_cast<std::uint32_t>(part)) * 0x9E3779B97F4A7C15u;
      mixed ^= mixed >> 29;
    }
    return static_cast<std::size_t>(mixed);
  }
};

// What is thrown where a search would compute more cells than it may.
std::overflow_error too_large(std::size_t words, const Window& window);

// Both fill cost, tokens, occurrences and nesting, and give the weights of the path.
std::int64_t search_dp(Tokens hypothesis, const SearchInput& input, const SearchBounds& bounds,
                       ClosestPath& path);
// Throws std::overflow_error where it would look at more nodes.
std::int64_t search_astar(Tokens hypothesis, const SearchInput& input, const SearchBounds& bounds,
                          double most_nodes, ClosestPath& path);

}  // namespace core
