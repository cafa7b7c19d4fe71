#pragma once
// The slow twin of the search in networks: all strings of the network against all orders of the hypothesis.
#include <string>

#include "reference/reference.h"

namespace reference {

struct PlainNetwork {
  std::vector<int> first_states, final, arc_offsets, labels, targets;
  std::vector<double> weights;
};

struct ClosestPath {
  double cost;  // edits with moves and weights
  Words words;
  int moves;
};

// Words are ordered by their ids.
ClosestPath closest_path(const Words& hyp, const PlainNetwork& network, int window,
                         const std::string& move_cost);

// All strings of the network, each with its lowest weight.
std::vector<std::pair<Words, double>> all_strings(const PlainNetwork& network);

}  // namespace reference
