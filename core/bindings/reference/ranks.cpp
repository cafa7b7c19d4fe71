#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include "reference/ranks/pair_counts.h"

namespace nb = nanobind;
using namespace nb::literals;

void bind_meta(nb::module_& m) {
  m.def("pair_counts", &reference::pair_counts, "human"_a, "metric"_a, "epsilon"_a);
  m.def("calibrate_ties", &reference::calibrate_ties, "human"_a, "metric"_a);
  m.def("spearman", &reference::spearman, "x"_a, "y"_a);
}
