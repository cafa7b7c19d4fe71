// The values that the kernels take: texts, rows of ids, pairs of texts.
#include "bindings/values.h"

void bind_values(nb::module_& m) {
  nb::class_<HeldTexts>(m, "Texts", "Texts as UTF-8; text i is bytes[offsets[i]:offsets[i + 1]].")
      .def(
          "__init__",
          [](HeldTexts* self, Bytes bytes, Offsets offsets) { new (self) HeldTexts{bytes, offsets}; },
          "bytes"_a.noconvert(), "offsets"_a.noconvert())
      .def_ro("bytes", &HeldTexts::bytes, kNoCopy)
      .def_ro("offsets", &HeldTexts::offsets, kNoCopy);
  nb::class_<HeldBatch>(m, "Batch", "Rows of ids; row i is ids[offsets[i]:offsets[i + 1]].")
      .def(
          "__init__", [](HeldBatch* self, Ids ids, Offsets offsets) { new (self) HeldBatch{ids, offsets}; },
          "ids"_a.noconvert(), "offsets"_a.noconvert())
      .def_ro("ids", &HeldBatch::ids, kNoCopy)
      .def_ro("offsets", &HeldBatch::offsets, kNoCopy);
  nb::class_<HeldPairs>(m, "TextPairs",
                        "Rows of a batch that are compared: hypothesis i stands against the rows "
                        "references[reference_offsets[i]:reference_offsets[i + 1]].")
      .def(
          "__init__",
          [](HeldPairs* self, const HeldBatch& batch, Ids hypotheses, Ids references, Offsets offsets) {
            new (self) HeldPairs{batch, hypotheses, references, offsets};
          },
          "batch"_a, nb::kw_only(), "hypotheses"_a.noconvert(), "references"_a.noconvert(),
          "reference_offsets"_a.noconvert());
}
