// Cutting an output into the segments of a reference.
#include "edits/resegment.h"

#include "bindings/arrays.h"

void bind_resegment(nb::module_& m) {
  m.def(
      "resegment",
      [](Ids hyp, Ids ref, Offsets ends) {
        return array(unlocked([&] { return core::resegment(view(hyp), view(ref), view(ends)); }));
      },
      "hyp"_a.noconvert(), "ref"_a.noconvert(), "ends"_a.noconvert(),
      "Where the parts of an output end that have fewest word errors against the segments of a reference.");
}
