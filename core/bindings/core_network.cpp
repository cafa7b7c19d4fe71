#include <nanobind/stl/pair.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <string>
#include <string_view>

#include "arrays.h"
#include "core/network.h"

namespace {

using Floats = Array<double>;

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

auto rows_of_four(const std::vector<core::NetworkStep>& steps) {
  auto* const owned = new std::vector<std::int32_t>;
  owned->reserve(4 * steps.size());
  for (const core::NetworkStep& step : steps)
    owned->insert(owned->end(),
                  {static_cast<std::int32_t>(step.kind), step.moved ? 1 : 0, step.word, step.on_path});
  nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<std::int32_t>*>(p); });
  return nb::ndarray<nb::numpy, std::int32_t, nb::ndim<2>>(owned->data(), {steps.size(), 4}, owner);
}

}  // namespace

void bind_network(nb::module_& m) {
  nb::class_<core::Network>(m, "Network", "A network of translations, made ready for any number of searches.")
      .def(
          "__init__",
          [](core::Network* self, Ids first_states, Bytes final, Offsets arc_offsets, Ids labels, Ids targets,
             Floats weights, Ids words, Offsets word_offsets, Ids paths, Offsets path_offsets, int small) {
            const core::NetworkArrays arrays{
                view(first_states), view(final),   view(arc_offsets),          view(labels),
                view(targets),      view(weights), batch(words, word_offsets), batch(paths, path_offsets)};
            new (self) core::Network(unlocked([&] { return core::make_network(arrays, small); }));
          },
          "first_states"_a.noconvert(), "final"_a.noconvert(), "arc_offsets"_a.noconvert(),
          "labels"_a.noconvert(), "targets"_a.noconvert(), "weights"_a.noconvert(), "words"_a.noconvert(),
          "word_offsets"_a.noconvert(), "paths"_a.noconvert(), "path_offsets"_a.noconvert(), "small"_a = 64,
          "The arrays of a FlatNetwork, the tokens of its words, and plain references as further paths.");
  m.def(
      "network_statistics",
      [](Ids ids, Offsets offsets, Ids hypotheses, const std::vector<const core::Network*>& networks,
         Bytes words, Offsets word_offsets, int window, std::string_view move_cost, std::string_view engine,
         double limit, int threads) {
        const core::SearchOptions options = search_options(window, move_cost, engine, limit);
        return array(unlocked([&] {
          const core::Texts names = texts(words, word_offsets);
          for (const core::Network* network : networks) {
            if (!network) throw std::invalid_argument("a network is None");
            check_tokens(*network, names.size());
          }
          return core::network_statistics(batch(ids, offsets), view(hypotheses), networks, names, options,
                                          threads);
        }));
      },
      "ids"_a.noconvert(), "offsets"_a.noconvert(), "hypotheses"_a.noconvert(), "networks"_a,
      "words"_a.noconvert(), "word_offsets"_a.noconvert(), "window"_a, "move_cost"_a, "engine"_a, "limit"_a,
      "threads"_a = 1,
      "Columns: edits, words of the closest path, words extra, missing and substituted, moves.");
  m.def(
      "closest_path",
      [](Ids hypothesis, const core::Network& network, Bytes words, Offsets word_offsets, int window,
         std::string_view move_cost, std::string_view engine, double limit) {
        const core::SearchOptions options = search_options(window, move_cost, engine, limit);
        core::ClosestPath path = unlocked([&] {
          const core::Texts names = texts(words, word_offsets);
          core::check(names, "words");
          check_tokens(network, names.size());
          return core::closest_path(view(hypothesis), network, names, options);
        });
        std::vector<std::pair<std::int32_t, std::int32_t>> nesting;
        for (const auto& occurrence : path.nesting) nesting.emplace_back(occurrence.parent, occurrence.card);
        return std::tuple(static_cast<double>(path.cost) / static_cast<double>(core::kEdit),
                          array(std::move(path.tokens)), array(std::move(path.occurrences)),
                          std::move(nesting), rows_of_four(path.steps));
      },
      "hypothesis"_a.noconvert(), "network"_a, "words"_a.noconvert(), "word_offsets"_a.noconvert(),
      "window"_a, "move_cost"_a, "engine"_a, "limit"_a,
      "Cost; tokens of the closest path; where in the cards each stands, and those places as (place around "
      "it, "
      "card); and the edits as rows of kind (keep, substitute, extra, missing), moved, word, place on the "
      "path.");
}
