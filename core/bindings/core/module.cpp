#include "base/parallel.h"
#include "bindings/values.h"

void bind_values(nb::module_& m);
void bind_texts(nb::module_& m);
void bind_metrics(nb::module_& m);
void bind_meta(nb::module_& m);
void bind_tuning(nb::module_& m);
void bind_network(nb::module_& m);
void bind_matching(nb::module_& m);
void bind_learn(nb::module_& m);
void bind_paraeval(nb::module_& m);
void bind_paraphrase(nb::module_& m);
void bind_terp(nb::module_& m);
void bind_resegment(nb::module_& m);
void bind_scripts(nb::module_& m);
void bind_pfsm(nb::module_& m);
void bind_pairwise(nb::module_& m);

NB_MODULE(_core, m) {
  m.doc() = "Kernels of Tertium: arrays in, arrays out. The GIL is released while they run.";
  // What is kept for the next text (pools, word tables) lives until the process ends; that is no leak to tell
  // users of.
  nb::set_leak_warnings(false);
  // Asked by the thread that called a kernel; Ctrl-C then stops the work and reaches Python.
  core::set_interrupt_check([] {
    nb::gil_scoped_acquire locked;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
  });
  bind_values(m);
  bind_texts(m);
  bind_metrics(m);
  bind_meta(m);
  bind_tuning(m);
  bind_network(m);
  bind_matching(m);
  bind_learn(m);
  bind_paraeval(m);
  bind_paraphrase(m);
  bind_terp(m);
  bind_resegment(m);
  bind_scripts(m);
  bind_pfsm(m);
  bind_pairwise(m);
}
