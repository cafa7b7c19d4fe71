#pragma once
// The slow twin of the networks of lists: a state is the set of all that may follow there.
#include <map>
#include <set>

#include "reference/reference.h"

namespace reference {

struct ListState {
  bool final;
  std::map<std::int32_t, int> arcs;  // label and state
};

// The smallest deterministic automaton of some sentences, from its start on; arcs lead to later states.
std::vector<ListState> smallest_automaton(const std::set<Words>& sentences);

}  // namespace reference
