#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "reference/edits/terp.h"
#include "reference/matching/meteor.h"

namespace nb = nanobind;
using namespace nb::literals;

void bind_matching(nb::module_& m) {
  m.def("meteor_beam", &reference::meteor_beam, "matches"_a, nb::kw_only(), "hyp_length"_a, "ref_length"_a,
        "beam"_a);
  m.def("meteor_exact", &reference::meteor_exact, "matches"_a);
  m.def("meteor_value", &reference::meteor_value, "chosen"_a);
  m.def("terp", &reference::terp, "hyp"_a, "ref"_a, nb::kw_only(), "stems"_a, "synonyms"_a, "stop_words"_a,
        "phrases"_a, "costs"_a, "beam"_a, "shifts"_a, "max_size"_a, "max_distance"_a);
}
