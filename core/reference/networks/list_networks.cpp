#include "reference/networks/list_networks.h"

#include <algorithm>

namespace reference {

namespace {

using Rest = std::set<Words>;

int visit(const Rest& rest, std::map<Rest, int>& numbers, std::vector<ListState>& states) {
  if (const auto known = numbers.find(rest); known != numbers.end()) return known->second;
  std::map<std::int32_t, Rest> behind;
  for (const Words& words : rest)
    if (!words.empty()) behind[words[0]].insert(Words(words.begin() + 1, words.end()));
  ListState state{rest.contains({}), {}};
  for (const auto& [label, next] : behind) state.arcs[label] = visit(next, numbers, states);
  states.push_back(state);
  return numbers[rest] = static_cast<int>(states.size()) - 1;
}

}  // namespace

std::vector<ListState> smallest_automaton(const std::set<Words>& sentences) {
  std::map<Rest, int> numbers;
  std::vector<ListState> states;
  const int last = visit(sentences, numbers, states);
  std::reverse(states.begin(), states.end());
  for (ListState& state : states)
    for (auto& [label, target] : state.arcs) target = last - target;
  return states;
}

}  // namespace reference
