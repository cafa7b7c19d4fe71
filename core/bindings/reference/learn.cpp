#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/vector.h>

#include "reference/learn/beer.h"
#include "reference/learn/word_classes.h"

namespace nb = nanobind;
using namespace nb::literals;

void bind_learn(nb::module_& m) {
  m.def("permutation_nodes", &reference::permutation_nodes, "permutation"_a);
  m.def("permutation_trees", &reference::permutation_trees, "permutation"_a);
  m.def("beer_features", &reference::beer_features, "hyp_letters"_a, "ref_letters"_a, nb::kw_only(),
        "chosen"_a, "hyp_functions"_a, "ref_functions"_a);
  m.def("beer2_features", &reference::beer2_features, "hyp"_a, "ref"_a, nb::kw_only(), "hyp_letters"_a,
        "ref_letters"_a, "widest_skip"_a, "original"_a);
  m.def("word_class_features", &reference::word_class_features, "hyp"_a, "ref"_a, nb::kw_only(), "folded"_a,
        "classes"_a, "n_classes"_a);
}
