#include "reference/pfsm/pfsm.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace nb::literals;

void bind_pfsm(nb::module_& m) {
  nb::class_<reference::EditResult>(m, "EditResult")
      .def_ro("sequences", &reference::EditResult::sequences)
      .def_ro("score", &reference::EditResult::score)
      .def_ro("best", &reference::EditResult::best)
      .def_ro("counts", &reference::EditResult::counts)
      .def_ro("posteriors", &reference::EditResult::posteriors)
      .def_ro("edges", &reference::EditResult::edges);
  nb::class_<reference::EditProblem>(m, "EditProblem")
      .def(nb::init<>())
      .def_rw("ref_length", &reference::EditProblem::ref_length)
      .def_rw("hyp_length", &reference::EditProblem::hyp_length)
      .def_rw("substitutions", &reference::EditProblem::substitutions)
      .def_rw("transitions", &reference::EditProblem::transitions)
      .def_rw("relations", &reference::EditProblem::relations)
      .def_rw("ref_relations", &reference::EditProblem::ref_relations)
      .def_rw("hyp_relations", &reference::EditProblem::hyp_relations)
      .def_rw("max_jump", &reference::EditProblem::max_jump)
      .def_rw("max_block", &reference::EditProblem::max_block)
      .def_rw("over_hypothesis", &reference::EditProblem::over_hypothesis)
      .def_rw("over_reference", &reference::EditProblem::over_reference);
  m.def("edits_by_enumeration", &reference::edits_by_enumeration, "problem"_a);
  m.def("edits_by_lattice", &reference::edits_by_lattice, "problem"_a);
}
