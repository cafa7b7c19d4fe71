#include "reference/learn/envelope.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace nb::literals;

void bind_tuning(nb::module_& m) { m.def("envelope", &reference::envelope, "intercepts"_a, "slopes"_a); }
