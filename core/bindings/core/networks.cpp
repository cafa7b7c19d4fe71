#include <nanobind/stl/pair.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <string>
#include <string_view>

#include "bindings/values.h"
#include "networks/list_networks.h"
#include "networks/network.h"

namespace {

core::SearchOptions search_options(int window, std::string_view move_cost, std::string_view engine,
                                   double limit) {
  core::SearchOptions options;
  options.window = window;
  options.limit = limit;
  if (move_cost == "block")
    options.move_cost = core::MoveCost::block;
  else if (move_cost == "free")
    options.move_cost = core::MoveCost::free;
  else if (move_cost != "word")
    throw std::invalid_argument("unknown move cost " + std::string(move_cost));
  if (engine == "astar")
    options.engine = core::SearchEngine::astar;
  else if (engine == "dp")
    options.engine = core::SearchEngine::dp;
  else if (engine != "either")
    throw std::invalid_argument("unknown engine " + std::string(engine));
  return options;
}

// Every token that the network or a hypothesis can show must have a text.
void check_tokens(const core::Network& network, std::size_t n_words) {
  for (const core::Cards::Arc& arc : network.cards.arcs)
    if (arc.label >= 0 && static_cast<std::size_t>(arc.label) >= n_words)
      throw std::invalid_argument("a token of the network has no text");
}

struct ClosestPath {
  double cost;
  Column<std::int32_t> tokens, occurrences;
  std::vector<std::pair<std::int32_t, std::int32_t>> nesting;
  Columns<std::int32_t> steps;

  static ClosestPath of(core::ClosestPath&& made) {
    std::vector<std::pair<std::int32_t, std::int32_t>> nesting;
    for (const auto& occurrence : made.nesting) nesting.emplace_back(occurrence.parent, occurrence.card);
    std::vector<std::int32_t> steps;
    steps.reserve(4 * made.steps.size());
    for (const core::NetworkStep& step : made.steps)
      steps.insert(steps.end(),
                   {static_cast<std::int32_t>(step.kind), step.moved ? 1 : 0, step.word, step.on_path});
    return {static_cast<double>(made.cost) / static_cast<double>(core::kEdit), array(std::move(made.tokens)),
            array(std::move(made.occurrences)), std::move(nesting), rows<4>(std::move(steps))};
  }
};

struct ListNetworks {
  Column<std::int32_t> words;
  Column<std::uint8_t> final;
  Column<std::int64_t> arc_offsets;
  Column<std::int32_t> labels, targets;
  Column<std::int64_t> word_offsets, state_offsets, label_offsets;

  static ListNetworks of(core::ListNetworks&& made) {
    return {array(std::move(made.words)),         array(std::move(made.final)),
            array(std::move(made.arc_offsets)),   array(std::move(made.labels)),
            array(std::move(made.targets)),       array(std::move(made.word_offsets)),
            array(std::move(made.state_offsets)), array(std::move(made.label_offsets))};
  }
};

}  // namespace

void bind_network(nb::module_& m) {
  nb::class_<core::Network>(m, "Network", "A network of translations, made ready for any number of searches.")
      .def(
          "__init__",
          [](core::Network* self, Ids first_states, Bytes final, Offsets arc_offsets, Ids labels, Ids targets,
             Doubles weights, const HeldBatch& words, const HeldBatch& paths, int small) {
            const core::NetworkArrays arrays{view(first_states), view(final),    view(arc_offsets),
                                             view(labels),       view(targets),  view(weights),
                                             words.view_of(),    paths.view_of()};
            new (self) core::Network(unlocked([&] { return core::make_network(arrays, small); }));
          },
          nb::kw_only(), "first_states"_a.noconvert(), "final"_a.noconvert(), "arc_offsets"_a.noconvert(),
          "labels"_a.noconvert(), "targets"_a.noconvert(), "weights"_a.noconvert(), "words"_a, "paths"_a,
          "small"_a = 64,
          "The arrays of a FlatNetwork, the tokens of its words, and plain references as further paths.");
  m.def(
      "network_statistics",
      [](const HeldBatch& batch, Ids hypotheses, const std::vector<const core::Network*>& networks,
         const HeldTexts& words, int window, std::string_view move_cost, std::string_view engine,
         double limit, int threads) {
        const core::SearchOptions options = search_options(window, move_cost, engine, limit);
        return array(unlocked([&] {
          const core::Texts names = words.view_of();
          for (const core::Network* network : networks) {
            if (!network) throw std::invalid_argument("a network is None");
            check_tokens(*network, names.size());
          }
          return core::network_statistics(batch.view_of(), view(hypotheses), networks, names, options,
                                          threads);
        }));
      },
      "batch"_a, "hypotheses"_a.noconvert(), "networks"_a, nb::kw_only(), "words"_a, "window"_a,
      "move_cost"_a, "engine"_a, "limit"_a, "threads"_a = 1,
      "Columns: edits, words of the closest path, words extra, missing and substituted, moves. `words` names "
      "the ids of the batch.");
  nb::class_<ClosestPath>(m, "ClosestPath",
                          "Its `cost` and `tokens`; where in the cards each token stands (`occurrences`), "
                          "and those places as (place "
                          "around it, card) (`nesting`); and the edits as `steps`: kind (keep, substitute, "
                          "extra, missing), moved, "
                          "word, place on the path.")
      .def_ro("cost", &ClosestPath::cost)
      .def_ro("tokens", &ClosestPath::tokens, kNoCopy)
      .def_ro("occurrences", &ClosestPath::occurrences, kNoCopy)
      .def_ro("nesting", &ClosestPath::nesting)
      .def_ro("steps", &ClosestPath::steps, kNoCopy);
  m.def(
      "closest_path",
      [](Ids hypothesis, const core::Network& network, const HeldTexts& words, int window,
         std::string_view move_cost, std::string_view engine, double limit) {
        const core::SearchOptions options = search_options(window, move_cost, engine, limit);
        return ClosestPath::of(unlocked([&] {
          const core::Texts names = words.view_of();
          core::check(names, "words");
          check_tokens(network, names.size());
          return core::closest_path(view(hypothesis), network, names, options);
        }));
      },
      "hypothesis"_a.noconvert(), "network"_a, nb::kw_only(), "words"_a, "window"_a, "move_cost"_a,
      "engine"_a, "limit"_a, "The path of a network that needs fewest edits.");
  nb::class_<ListNetworks>(
      m, "ListNetworks",
      "Networks one after the other, each as a FlatNetwork of one card: `words` are rows of the "
      "texts of all words; list i has the states from `state_offsets[i]` on, and so on.")
      .def_ro("words", &ListNetworks::words, kNoCopy)
      .def_ro("final", &ListNetworks::final, kNoCopy)
      .def_ro("arc_offsets", &ListNetworks::arc_offsets, kNoCopy)
      .def_ro("labels", &ListNetworks::labels, kNoCopy)
      .def_ro("targets", &ListNetworks::targets, kNoCopy)
      .def_ro("word_offsets", &ListNetworks::word_offsets, kNoCopy)
      .def_ro("state_offsets", &ListNetworks::state_offsets, kNoCopy)
      .def_ro("label_offsets", &ListNetworks::label_offsets, kNoCopy);
  m.def(
      "list_networks",
      [](const HeldBatch& sentences, Offsets lists, const HeldTexts& words) {
        return ListNetworks::of(
            unlocked([&] { return core::list_networks(sentences.view_of(), view(lists), words.view_of()); }));
      },
      "sentences"_a, "lists"_a.noconvert(), nb::kw_only(), "words"_a,
      "The smallest automaton of each list of sentences; list i is the rows lists[i] to lists[i + 1].");
}
