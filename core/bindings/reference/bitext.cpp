#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "reference/bitext/phrase_pairs.h"
#include "reference/edits/resegment.h"
#include "reference/matching/paraeval.h"

namespace nb = nanobind;
using namespace nb::literals;

void bind_paraphrase(nb::module_& m) {
  m.def("symmetrize", &reference::symmetrize, "one"_a, "other"_a, nb::kw_only(), "n_first"_a, "n_second"_a,
        "method"_a);
  m.def("phrase_pairs", &reference::phrase_pairs, "points"_a, nb::kw_only(), "n_first"_a, "n_second"_a,
        "max_words"_a);
  m.def("phrase_objection", &reference::phrase_objection, "one"_a, "other"_a, "max_words"_a);
  m.def("paraeval", &reference::paraeval, "hyp"_a, "refs"_a, "entries"_a, nb::kw_only(), "measure"_a,
        "optimal"_a, "min_words"_a);
  m.def("resegmented_errors", &reference::resegmented_errors, "hyp"_a, "segments"_a);
}
