#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "reference/network.h"

namespace nb = nanobind;
using namespace nb::literals;

void bind_network(nb::module_& m) {
  using Ints = std::vector<int>;
  m.def(
      "closest_path",
      [](const reference::Words& hyp, Ints first_states, Ints final, Ints arc_offsets, Ints labels,
         Ints targets, std::vector<double> weights, int window, const std::string& move_cost) {
        return reference::closest_path(hyp, {first_states, final, arc_offsets, labels, targets, weights},
                                       window, move_cost);
      },
      "hyp"_a, "first_states"_a, "final"_a, "arc_offsets"_a, "labels"_a, "targets"_a, "weights"_a, "window"_a,
      "move_cost"_a, "Cost, words and moves of the closest path.");
  m.def(
      "network_strings",
      [](Ints first_states, Ints final, Ints arc_offsets, Ints labels, Ints targets,
         std::vector<double> weights) {
        return reference::all_strings({first_states, final, arc_offsets, labels, targets, weights});
      },
      "first_states"_a, "final"_a, "arc_offsets"_a, "labels"_a, "targets"_a, "weights"_a,
      "All strings of a network with their lowest weights.");
}
