#include "reference/networks/network.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <tuple>

namespace reference {
namespace {

using Strings = std::map<Words, double>;

void note(Strings& strings, const Words& words, double weight) {
  const auto [at, added] = strings.try_emplace(words, weight);
  if (!added) at->second = std::min(at->second, weight);
}

// Strings from each state of a card to its end, the last state first.
Strings strings_of_card(const PlainNetwork& network, std::size_t card, const std::vector<Strings>& cards) {
  const auto first = static_cast<std::size_t>(network.first_states[card]);
  const auto end = static_cast<std::size_t>(network.first_states[card + 1]);
  std::vector<Strings> from(end - first);
  for (std::size_t s = end; s-- > first;) {
    if (network.final[s]) note(from[s - first], {}, 0);
    for (auto a = static_cast<std::size_t>(network.arc_offsets[s]);
         a < static_cast<std::size_t>(network.arc_offsets[s + 1]); ++a) {
      const int label = network.labels[a];
      const Strings here =
          label >= 0 ? Strings{{Words{label}, 0.0}} : cards[static_cast<std::size_t>(-1 - label)];
      for (const auto& [head, head_weight] : here)
        for (const auto& [tail, tail_weight] : from[static_cast<std::size_t>(network.targets[a]) - first]) {
          Words whole = head;
          whole.insert(whole.end(), tail.begin(), tail.end());
          note(from[s - first], whole, network.weights[a] + head_weight + tail_weight);
        }
    }
  }
  return from[0];
}

// Whether each word of an order is among the first `window` places that start at the first one left.
bool is_local(const std::vector<int>& order, int window) {
  std::vector<bool> taken(order.size());
  for (const int at : order) {
    const auto first = static_cast<int>(std::find(taken.begin(), taken.end(), false) - taken.begin());
    if (at >= first + window) return false;
    taken[static_cast<std::size_t>(at)] = true;
  }
  return true;
}

int moves_of(const std::vector<int>& order, bool blocks) {
  std::vector<bool> taken(order.size());
  int moves = 0, previous = -2;
  for (const int at : order) {
    const auto first = static_cast<int>(std::find(taken.begin(), taken.end(), false) - taken.begin());
    if (at != first && !(blocks && at == previous + 1)) ++moves;
    taken[static_cast<std::size_t>(at)] = true;
    previous = at;
  }
  return moves;
}

}  // namespace

std::vector<std::pair<Words, double>> all_strings(const PlainNetwork& network) {
  std::vector<Strings> cards(network.first_states.size() - 1);
  for (std::size_t c = cards.size(); c-- > 0;) cards[c] = strings_of_card(network, c, cards);
  return {cards[0].begin(), cards[0].end()};
}

ClosestPath closest_path(const Words& hyp, const PlainNetwork& network, int window,
                         const std::string& move_cost) {
  const auto strings = all_strings(network);
  std::vector<int> order(hyp.size());
  std::iota(order.begin(), order.end(), 0);
  std::optional<std::tuple<double, long, Words, int>> best;
  do {
    if (!is_local(order, window)) continue;
    Words moved;
    for (const int at : order) moved.push_back(hyp[static_cast<std::size_t>(at)]);
    const int moves = moves_of(order, move_cost == "block");
    for (const auto& [words, weight] : strings) {
      const double cost = weight + edit_distance(moved, words) + (move_cost == "free" ? 0 : moves);
      const std::tuple candidate(cost, -static_cast<long>(words.size()), words, moves);
      if (!best || candidate < *best) best = candidate;
    }
  } while (std::next_permutation(order.begin(), order.end()));
  return {std::get<0>(*best), std::get<2>(*best), std::get<3>(*best)};
}

}  // namespace reference
