#include <queue>
#include <string>
#include <unordered_map>
#include <utility>

#include "base/parallel.h"
#include "networks/details/network_search.h"

namespace core {
namespace {

constexpr std::size_t kMostCounts = std::size_t{1} << 23;
constexpr std::int64_t kNever = std::int64_t{1} << 60;

// Best first over (stack of cards, state, order of the hypothesis), straight on the cards. Stacks are shared.
class AStar {
 public:
  AStar(Tokens hypothesis, const SearchInput& input, const SearchBounds& bounds, double most_nodes)
      : hypothesis_(hypothesis),
        input_(input),
        cards_(input.network.cards),
        window_(input.window),
        n_(static_cast<std::int32_t>(hypothesis.size())),
        most_nodes_(most_nodes),
        scale_(bounds.scale),
        unit_(bounds.scale * kEdit),
        move_(input.options.move_cost == MoveCost::free ? 0 : unit_) {
    if (static_cast<double>(bounds.edits + 2) * static_cast<double>(unit_) > static_cast<double>(kNever) / 4)
      throw std::overflow_error("the texts are too long for this engine; use the engine dp");
    count_words();
    measure_cards();
  }

  std::int64_t search(ClosestPath& path) {
    run();
    return walk(path);
  }

 private:
  struct Stack {
    std::int32_t parent, after, card;  // where to go on when the card ends
    std::int64_t shortest;             // tokens still to read after the card
  };
  struct Edge {
    std::int32_t to;
    std::int64_t key;
    std::int32_t label;  // the token read, or below 0
    std::int64_t weight;
  };

  std::size_t n_kinds() const { return kinds_.size(); }

  void count_words() {
    for (const std::int32_t word : hypothesis_) {
      const auto at = kinds_.try_emplace(word, kinds_.size()).first;
      kind_of_.push_back(at->second);
    }
    // Two tables have a column for each kind of word.
    if (std::max(cards_.final.size(), hypothesis_.size() + 1) * (n_kinds() + 1) > kMostCounts)
      throw std::overflow_error("the texts are too long for this engine; use the engine dp");
    left_.assign((hypothesis_.size() + 1) * n_kinds(), 0);
    for (std::size_t f = hypothesis_.size(); f-- > 0;) {
      std::copy_n(left_.begin() + static_cast<std::ptrdiff_t>((f + 1) * n_kinds()), n_kinds(),
                  left_.begin() + static_cast<std::ptrdiff_t>(f * n_kinds()));
      ++left_[f * n_kinds() + kind_of_[f]];
    }
  }

  // From each state to the end of its card: fewest tokens, and how often at most each word of the hypothesis
  // comes.
  void measure_cards() {
    const std::size_t n_states = cards_.final.size();
    shortest_.assign(n_states, kNever);
    most_.assign(n_states * n_kinds(), 0);
    for (std::size_t c = cards_.size(); c-- > 0;)
      for (std::int32_t state = cards_.first_states[c + 1]; state-- > cards_.first_states[c];)
        measure_state(state);
  }

  void measure_state(std::int32_t state) {
    const auto s = static_cast<std::size_t>(state);
    if (cards_.final[s]) shortest_[s] = 0;
    for (const Cards::Arc& arc : cards_.arcs_of(state)) {
      const auto t = static_cast<std::size_t>(arc.target);
      const bool is_card = arc.label < 0 && arc.label != Cards::kNothing;
      const auto start = static_cast<std::size_t>(
          is_card ? cards_.first_states[static_cast<std::size_t>(-1 - arc.label)] : 0);
      const std::int64_t inside = is_card ? shortest_[start] : arc.label >= 0 ? 1 : 0;
      if (inside >= kNever || shortest_[t] >= kNever) continue;
      shortest_[s] = std::min(shortest_[s], std::min(kNever, shortest_[t] + inside));
      const auto kind = arc.label >= 0 ? kinds_.find(arc.label) : kinds_.end();
      for (std::size_t k = 0; k < n_kinds(); ++k) {
        std::int32_t count = most_[t * n_kinds() + k] + (is_card ? most_[start * n_kinds() + k] : 0);
        if (kind != kinds_.end() && kind->second == k) ++count;
        auto& most = most_[s * n_kinds() + k];
        most = std::max(most, std::min(count, n_));
      }
    }
  }

  std::int32_t push(std::int32_t parent, std::int32_t after, std::int32_t card) {
    const auto [at, added] =
        stack_numbers_.try_emplace({parent, after, card, 0}, static_cast<std::int32_t>(stacks_.size()));
    if (added) {
      std::int64_t shortest = 0;
      std::vector<std::int32_t> most(n_kinds());
      if (parent >= 0) {
        shortest = std::min(kNever, stacks_[static_cast<std::size_t>(parent)].shortest +
                                        shortest_[static_cast<std::size_t>(after)]);
        for (std::size_t k = 0; k < n_kinds(); ++k)
          most[k] = std::min(n_, stack_most_[static_cast<std::size_t>(parent)][k] +
                                     most_[static_cast<std::size_t>(after) * n_kinds() + k]);
      }
      stacks_.push_back({parent, after, card, shortest});
      stack_most_.push_back(std::move(most));
    }
    return at->second;
  }

  // At least the words that are left on either side and cannot be matched; for equal costs at most that many
  // tokens.
  std::int64_t bound(const Cell& cell) const {
    const auto [stack, state, pattern, f] = cell;
    const auto at = static_cast<std::size_t>(stack), s = static_cast<std::size_t>(state);
    const std::int64_t shortest = stacks_[at].shortest + shortest_[s];
    if (shortest >= kNever) return kNever;
    const auto p = static_cast<std::size_t>(pattern);
    const std::int64_t words = n_ - f - window_.taken[p];
    std::vector<std::int32_t> left(
        left_.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(f) * n_kinds()),
        left_.begin() + static_cast<std::ptrdiff_t>((static_cast<std::size_t>(f) + 1) * n_kinds()));
    for (int o = 1; o < window_.width; ++o)
      if (window_.bits[p] >> (o - 1) & 1u) --left[kind_of_[static_cast<std::size_t>(f + o)]];
    std::int64_t matched = 0;
    for (std::size_t k = 0; k < n_kinds(); ++k)
      matched += std::min(left[k], most_[s * n_kinds() + k] + stack_most_[at][k]);
    const std::int64_t edits = std::max<std::int64_t>(0, std::max(words, shortest) - matched);
    return edits * (unit_ - 1) - words;
  }

  std::int32_t node(const Cell& cell) {
    const auto [at, added] = numbers_.try_emplace(cell, static_cast<std::int32_t>(cells_.size()));
    if (added) {
      if (static_cast<double>(cells_.size()) > most_nodes_)
        throw std::overflow_error("the search has looked at " + std::to_string(cells_.size()) +
                                  " nodes without coming to an end; use the engine dp");
      cells_.push_back(cell);
      key_.push_back(kNever);
      bound_.push_back(bound(cell));
    }
    return at->second;
  }

  void edges_of(std::int32_t from, std::vector<Edge>& out) {
    out.clear();
    const Cell here = cells_[static_cast<std::size_t>(from)];
    const auto [stack, state, pattern, f] = here;
    const auto p = static_cast<std::size_t>(pattern);
    const auto add = [&](const Cell& cell, std::int64_t key, std::int32_t label, std::int64_t weight) {
      out.push_back({node(cell), key + weight * scale_, label, weight});
    };
    for (const Window::Step& step : window_.steps[p])
      if (window_.may_remove(step, input_.options.move_cost) && f + step.offset < n_)
        add({stack, state, step.to, f + step.shift}, unit_ + (step.moved ? move_ : 0), -1, 0);
    const Stack around = stacks_[static_cast<std::size_t>(stack)];
    if (around.parent >= 0 && cards_.final[static_cast<std::size_t>(state)])
      add({around.parent, around.after, pattern, f}, 0, -1, 0);
    for (const Cards::Arc& arc : cards_.arcs_of(state)) {
      if (arc.label == Cards::kNothing) {
        add({stack, arc.target, pattern, f}, 0, -1, arc.weight);
      } else if (arc.label < 0) {
        const std::int32_t card = -1 - arc.label;
        add({push(stack, arc.target, card), cards_.first_states[static_cast<std::size_t>(card)], pattern, f},
            0, -1, arc.weight);
      } else {
        add({stack, arc.target, pattern, f}, unit_ - 1, arc.label, arc.weight);
        for (const Window::Step& step : window_.steps[p])
          if (f + step.offset < n_) {
            const bool same = hypothesis_[static_cast<std::size_t>(f + step.offset)] == arc.label;
            add({stack, arc.target, step.to, f + step.shift},
                (same ? 0 : unit_) - 1 + (step.moved ? move_ : 0), arc.label, arc.weight);
          }
      }
    }
  }

  bool is_end(std::int32_t number) const {
    const auto [stack, state, pattern, f] = cells_[static_cast<std::size_t>(number)];
    return stack == 0 && f == n_ && pattern == 0 && cards_.final[static_cast<std::size_t>(state)];
  }

  // Until every node that may lie on a best path has its final key.
  void run() {
    using Entry = std::pair<std::int64_t, std::int32_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    const std::int32_t start = node({push(-1, -1, 0), cards_.first_states[0], 0, 0});
    key_[0] = 0;
    open.emplace(bound_[0], start);
    std::vector<Edge> edges;
    while (!open.empty() && open.top().first <= best_) {
      const auto [estimate, from] = open.top();
      open.pop();
      pulse(200);
      const auto at = static_cast<std::size_t>(from);
      if (estimate != key_[at] + bound_[at]) continue;  // it was reached by a better way since
      if (is_end(from)) best_ = std::min(best_, key_[at]);
      edges_of(from, edges);
      for (const Edge& edge : edges) {
        const auto to = static_cast<std::size_t>(edge.to);
        if (key_[at] + edge.key >= key_[to] || bound_[to] >= kNever) continue;
        key_[to] = key_[at] + edge.key;
        open.emplace(key_[to] + bound_[to], edge.to);
      }
    }
  }

  bool is_best(std::int32_t from, const Edge& edge) const {
    const auto to = static_cast<std::size_t>(edge.to);
    return key_[to] < kNever && key_[to] + bound_[to] <= best_ &&
           key_[to] == key_[static_cast<std::size_t>(from)] + edge.key;
  }

  // The edges of all best paths, and from them the path of the smallest words.
  std::int64_t walk(ClosestPath& path) {
    std::unordered_map<std::int32_t, std::vector<Edge>> ways;
    std::vector<std::int32_t> order{0};
    std::vector<Edge> edges;
    ways[0];
    for (std::size_t i = 0; i < order.size(); ++i) {
      edges_of(order[i], edges);
      for (const Edge& edge : edges)
        if (is_best(order[i], edge)) {
          ways[order[i]].push_back(edge);
          if (ways.try_emplace(edge.to).second) order.push_back(edge.to);
        }
    }
    keep_ways_to_the_end(ways, order);
    path.cost = best_ > 0 ? (best_ + scale_ - 1) / scale_ : 0;
    return read(ways, path.cost * scale_ - best_, path);
  }

  void keep_ways_to_the_end(std::unordered_map<std::int32_t, std::vector<Edge>>& ways,
                            const std::vector<std::int32_t>& order) const {
    std::unordered_map<std::int32_t, std::vector<std::int32_t>> back;
    std::vector<std::int32_t> reached;
    std::unordered_map<std::int32_t, bool> good;
    for (const std::int32_t from : order) {
      for (const Edge& edge : ways[from]) back[edge.to].push_back(from);
      if (is_end(from) && key_[static_cast<std::size_t>(from)] == best_) {
        good[from] = true;
        reached.push_back(from);
      }
    }
    for (std::size_t i = 0; i < reached.size(); ++i)
      for (const std::int32_t from : back[reached[i]])
        if (!good[from]) {
          good[from] = true;
          reached.push_back(from);
        }
    for (auto& [from, edges] : ways) std::erase_if(edges, [&](const Edge& edge) { return !good[edge.to]; });
  }

  struct Place {
    std::int32_t node, before;
    const Edge* edge;
  };

  std::int64_t read(const std::unordered_map<std::int32_t, std::vector<Edge>>& ways, std::int64_t length,
                    ClosestPath& path) const {
    std::vector<Place> places{{0, -1, nullptr}};
    std::size_t since = 0;
    for (std::int64_t t = 0;; ++t) {
      std::unordered_map<std::int32_t, bool> seen;
      for (std::size_t i = since; i < places.size(); ++i) seen[places[i].node] = true;
      for (std::size_t i = since; i < places.size(); ++i)
        for (const Edge& edge : ways.at(places[i].node))
          if (edge.label < 0 && !std::exchange(seen[edge.to], true))
            places.push_back({edge.to, static_cast<std::int32_t>(i), &edge});
      if (t == length) break;
      const std::size_t end = places.size();
      std::int32_t chosen = -1;
      for (std::size_t i = since; i < end; ++i)
        for (const Edge& edge : ways.at(places[i].node))
          if (edge.label >= 0 && (chosen < 0 || input_.words.text(static_cast<std::size_t>(edge.label)) <
                                                    input_.words.text(static_cast<std::size_t>(chosen))))
            chosen = edge.label;
      std::unordered_map<std::int32_t, bool> next;
      for (std::size_t i = since; i < end; ++i)
        for (const Edge& edge : ways.at(places[i].node))
          if (edge.label == chosen && !std::exchange(next[edge.to], true))
            places.push_back({edge.to, static_cast<std::int32_t>(i), &edge});
      since = end;
    }
    const auto last = std::find_if(places.begin() + static_cast<std::ptrdiff_t>(since), places.end(),
                                   [&](const Place& place) { return is_end(place.node); });
    if (last == places.end()) throw std::logic_error("the closest path was lost on the way");
    return write(places, static_cast<std::int32_t>(last - places.begin()), path);
  }

  std::int64_t write(const std::vector<Place>& places, std::int32_t last, ClosestPath& path) const {
    std::int64_t weights = 0;
    std::vector<std::int32_t> stacks;
    for (std::int32_t at = last; at >= 0; at = places[static_cast<std::size_t>(at)].before) {
      const Place& place = places[static_cast<std::size_t>(at)];
      if (!place.edge) continue;
      weights += place.edge->weight;
      if (place.edge->label < 0) continue;
      path.tokens.push_back(place.edge->label);
      stacks.push_back(cells_[static_cast<std::size_t>(place.node)][0]);
    }
    std::reverse(path.tokens.begin(), path.tokens.end());
    std::unordered_map<std::int32_t, std::int32_t> numbers;
    for (auto stack = stacks.rbegin(); stack != stacks.rend(); ++stack) {
      std::vector<std::int32_t> chain;
      std::int32_t outer = *stack;
      for (; outer >= 0 && !numbers.contains(outer); outer = stacks_[static_cast<std::size_t>(outer)].parent)
        chain.push_back(outer);
      std::int32_t parent = outer >= 0 ? numbers[outer] : -1;
      for (auto inner = chain.rbegin(); inner != chain.rend(); ++inner) {
        path.nesting.push_back({parent, stacks_[static_cast<std::size_t>(*inner)].card});
        parent = static_cast<std::int32_t>(path.nesting.size()) - 1;
        numbers[*inner] = parent;
      }
      path.occurrences.push_back(parent);
    }
    return weights;
  }

  Tokens hypothesis_;
  const SearchInput& input_;
  const Cards& cards_;
  const Window& window_;
  std::int32_t n_;
  double most_nodes_;
  std::int64_t scale_, unit_, move_;
  std::unordered_map<std::int32_t, std::size_t> kinds_;  // the different words of the hypothesis
  std::vector<std::size_t> kind_of_;
  std::vector<std::int32_t> left_;  // by first word left and kind
  std::vector<std::int64_t> shortest_;
  std::vector<std::int32_t> most_;
  std::vector<Stack> stacks_;
  std::vector<std::vector<std::int32_t>> stack_most_;
  std::unordered_map<Cell, std::int32_t, CellHash> stack_numbers_, numbers_;
  std::vector<Cell> cells_;
  std::vector<std::int64_t> key_, bound_;
  std::int64_t best_ = kNever;
};

}  // namespace

std::int64_t search_astar(Tokens hypothesis, const SearchInput& input, const SearchBounds& bounds,
                          double most_nodes, ClosestPath& path) {
  return AStar(hypothesis, input, bounds, most_nodes).search(path);
}

}  // namespace core
