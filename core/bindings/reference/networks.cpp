#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/set.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "reference/networks/list_networks.h"
#include "reference/networks/network.h"

namespace nb = nanobind;
using namespace nb::literals;

void bind_network(nb::module_& m) {
  using Ints = std::vector<int>;
  nb::class_<reference::PlainNetwork>(m, "PlainNetwork")
      .def(
          "__init__",
          [](reference::PlainNetwork* self, Ints first_states, Ints final, Ints arc_offsets, Ints labels,
             Ints targets, std::vector<double> weights) {
            new (self) reference::PlainNetwork{first_states, final, arc_offsets, labels, targets, weights};
          },
          nb::kw_only(), "first_states"_a, "final"_a, "arc_offsets"_a, "labels"_a, "targets"_a, "weights"_a);
  nb::class_<reference::ClosestPath>(m, "ClosestPath")
      .def_ro("cost", &reference::ClosestPath::cost)
      .def_ro("words", &reference::ClosestPath::words)
      .def_ro("moves", &reference::ClosestPath::moves);
  m.def("closest_path", &reference::closest_path, "hyp"_a, "network"_a, nb::kw_only(), "window"_a,
        "move_cost"_a);
  m.def("network_strings", &reference::all_strings, "network"_a,
        "All strings of a network with their lowest weights.");
  m.def(
      "smallest_automaton",
      [](const std::set<reference::Words>& sentences) {
        std::vector<std::pair<bool, std::map<std::int32_t, int>>> states;
        for (const reference::ListState& state : reference::smallest_automaton(sentences))
          states.emplace_back(state.final, state.arcs);
        return states;
      },
      "sentences"_a, "Each state from the start on: whether it ends there, and where each label leads.");
}
