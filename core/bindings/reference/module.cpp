#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include "reference/reference.h"

namespace nb = nanobind;
using namespace nb::literals;

void bind_matching(nb::module_& m);
void bind_learn(nb::module_& m);
void bind_meta(nb::module_& m);
void bind_tuning(nb::module_& m);
void bind_network(nb::module_& m);
void bind_pfsm(nb::module_& m);
void bind_paraphrase(nb::module_& m);
void bind_pairwise(nb::module_& m);

NB_MODULE(_reference, m) {
  m.doc() = "Slow and obvious twins of the kernels, for tests only. Lists of word ids in, numbers out.";
  m.def("bleu", &reference::bleu, "hyp"_a, "refs"_a, "max_order"_a);
  m.def("nist", &reference::nist, "hyps"_a, "refs"_a, "max_order"_a);
  m.def("ngram_overlap", &reference::ngram_overlap, "hyp"_a, "ref"_a, "max_order"_a);
  m.def("edit_distance", &reference::edit_distance, "a"_a, "b"_a);
  m.def("position_independent_distance", &reference::position_independent_distance, "a"_a, "b"_a);
  m.def("translation_edits", &reference::translation_edits, "hyp"_a, "ref"_a);
  m.def("greedy_match", &reference::greedy_match, "hyp"_a, "ref"_a, "exponent"_a);
  m.def("best_match", &reference::best_match, "hyp"_a, "ref"_a, "exponent"_a);
  bind_matching(m);
  bind_learn(m);
  bind_meta(m);
  bind_tuning(m);
  bind_network(m);
  bind_pfsm(m);
  bind_paraphrase(m);
  bind_pairwise(m);
}
