#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include "reference/meteor.h"

namespace nb = nanobind;
using namespace nb::literals;

void bind_matching(nb::module_& m) {
  m.def("meteor_beam", &reference::meteor_beam, "matches"_a, "hyp_length"_a, "ref_length"_a, "beam"_a);
  m.def("meteor_exact", &reference::meteor_exact, "matches"_a);
  m.def("meteor_value", &reference::meteor_value, "chosen"_a);
}
