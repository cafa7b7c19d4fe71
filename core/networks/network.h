#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/batch.h"

namespace core {

// A network of translations as it comes from Python (tertium.text.network.FlatNetwork says what the arrays
// mean), with the tokens that each of its words stands for (none, one or several), and plain references as
// further paths. Without any state it is the plain references alone.
struct NetworkArrays {
  std::span<const std::int32_t> first_states;
  std::span<const std::uint8_t> final;
  std::span<const std::int64_t> arc_offsets;
  std::span<const std::int32_t> labels;
  std::span<const std::int32_t> targets;
  std::span<const double> weights;
  Batch words;  // row w holds the tokens of label w
  Batch paths;  // plain references
};

// Costs are whole numbers of 2^-20 edits, so that sums do not depend on their order.
constexpr std::int64_t kEdit = std::int64_t{1} << 20;

// Cards over tokens: arcs lead to higher states of the same card, card numbers rise inwards, card 0 is the
// root.
struct Cards {
  static constexpr std::int32_t kNothing = INT32_MIN;  // label of an arc that reads no token

  struct Arc {
    std::int32_t label;  // a token, -1 - card, or kNothing
    std::int32_t target;
    std::int64_t weight;
  };

  std::vector<std::int32_t> first_states;
  std::vector<std::uint8_t> final;
  std::vector<std::int64_t> arc_offsets;
  std::vector<Arc> arcs;

  std::size_t size() const { return first_states.size() - 1; }
  std::span<const Arc> arcs_of(std::int32_t state) const {
    const auto s = static_cast<std::size_t>(state);
    return std::span(arcs).subspan(static_cast<std::size_t>(arc_offsets[s]),
                                   static_cast<std::size_t>(arc_offsets[s + 1] - arc_offsets[s]));
  }
};

// The same network with small cards, and cards that are used once, written into the cards that use them. What
// is left as cards is used several times and large; so the size stays within a constant of the network's
// size. States are numbered from the end: arcs lead to lower states.
struct Plan {
  struct Arc {
    std::int32_t label;  // a token, -1 - card of the plan, or Cards::kNothing
    std::int32_t target;
    std::int32_t occurrence;  // where in the cards the arc stands
    std::int64_t weight;
  };
  struct Occurrence {
    std::int32_t parent;  // -1 for the outermost of a plan's card
    std::int32_t card;
  };

  std::vector<std::int32_t> first_states;  // of each card of the plan, and the end
  std::vector<std::uint8_t> final;
  std::vector<std::int64_t> arc_offsets;
  std::vector<Arc> arcs;
  std::vector<Occurrence> occurrences;
  // Fewest and most tokens from each state to the end of its card, and from the root's start to each of its
  // states.
  std::vector<std::int64_t> shortest, longest, shortest_before, longest_before;
  std::int64_t cheapest = 0;  // of any path, each token an edit
  bool weighted = false;

  std::size_t size() const { return first_states.size() - 1; }
  std::int32_t start(std::size_t card) const { return first_states[card + 1] - 1; }
  std::span<const Arc> arcs_of(std::int32_t state) const {
    const auto s = static_cast<std::size_t>(state);
    return std::span(arcs).subspan(static_cast<std::size_t>(arc_offsets[s]),
                                   static_cast<std::size_t>(arc_offsets[s + 1] - arc_offsets[s]));
  }
};

// A network made ready for any number of searches.
struct Network {
  Cards cards;
  Plan plan;
};

// Throws std::invalid_argument where an array breaks the layout, a weight is negative or not finite, or the
// network has no path. Cost: the size of the arrays.
// A card of up to `small` arcs is written out wherever it is used.
Network make_network(const NetworkArrays& arrays, int small = 64);

enum class MoveCost { word, block, free };
enum class SearchEngine { either, dp, astar };

struct SearchOptions {
  int window = 1;  // how far the next word may stand from the first that is left, that included; 1 = no moves
  MoveCost move_cost = MoveCost::word;
  SearchEngine engine = SearchEngine::either;
  double limit = 4e9;  // cells that may be computed, or nodes times 1000; beyond, std::overflow_error
};

// A word of the hypothesis may be extra (an insertion), a word of the path missing (a deletion).
enum class EditKind : std::uint8_t { keep, substitute, extra, missing };

struct NetworkStep {
  EditKind kind;
  bool moved;            // the hypothesis word was taken out of order at the cost of a move
  std::int32_t word;     // position in the hypothesis, -1 where a word is missing
  std::int32_t on_path;  // position on the closest path, -1 where a word is extra
};

// The path of the network that needs fewest edits. Of several the longest counts, then the one whose words
// come first in the order of their UTF-8 bytes, then fewest moves.
struct ClosestPath {
  std::int64_t cost = 0;  // in units of 1 / kEdit: edits, moves and weights
  std::vector<std::int32_t> tokens;
  std::vector<std::int32_t> occurrences;  // of each token; an index into `nesting`
  std::vector<Plan::Occurrence> nesting;  // cards of the network, and the occurrence each stands in
  std::vector<NetworkStep> steps;         // in the order of the path

  std::int64_t extra = 0, missing = 0, substitutions = 0, moves = 0;
};

// Hypothesis words may be taken in any order in which the next one is among the first
// `window` that start at the first word left. A move costs 1 for each word taken that is not the first left
// (word), for each of those that does not follow the word taken before (block), or nothing (free).
//
// dp: vectors over the orders of the hypothesis, from the end of the network to its start, through the plan.
// A card of the plan that is met often becomes a matrix once. Cost: arcs x words x 2^(window - 1) x window
// while no card needs a matrix. astar: nodes of the cards with their stack, best first; the bound counts
// words that cannot be matched any more.
//
// either: dp, after astar has had as long as dp will need where that is long.
//
// `words` names the tokens.
ClosestPath closest_path(Tokens hypothesis, const Network& network, const Texts& words,
                         const SearchOptions& options);

// Columns: edits (with moves and weights), words of the closest path, words extra, missing and substituted,
// moves.
Table network_statistics(const Batch& batch, std::span<const std::int32_t> hypotheses,
                         std::span<const Network* const> networks, const Texts& words,
                         const SearchOptions& options, int threads);

}  // namespace core
