#include "reference/ngrams/pairwise.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace nb::literals;

void bind_pairwise(nb::module_& m) {
  m.def(
      "chrf_score",
      [](const reference::Words& hyp, const reference::Words& ref, const reference::Words& hyp_words,
         const reference::Words& ref_words, int char_order, int word_order, double beta, bool eps_smoothing) {
        return reference::chrf_score(hyp, ref, hyp_words, ref_words,
                                     {char_order, word_order, beta, eps_smoothing});
      },
      "hyp"_a, "ref"_a, "hyp_words"_a, "ref_words"_a, "char_order"_a, "word_order"_a, "beta"_a,
      "eps_smoothing"_a);
  m.def(
      "aggregate_chrf_score",
      [](const reference::Words& hyp, const std::vector<reference::Words>& refs,
         const reference::Row& weights, int char_order, double beta, bool eps_smoothing) {
        return reference::aggregate_chrf_score(hyp, refs, weights, {char_order, 0, beta, eps_smoothing});
      },
      "hyp"_a, "refs"_a, "weights"_a, "char_order"_a, "beta"_a, "eps_smoothing"_a);
  m.def(
      "bleu_score",
      [](const reference::Words& hyp, const reference::Words& ref, int max_order, int smoothing,
         double smooth_value, bool effective_order, bool brevity) {
        return reference::bleu_score(
            hyp, ref,
            {max_order, static_cast<core::Smoothing>(smoothing), smooth_value, effective_order, brevity});
      },
      "hyp"_a, "ref"_a, "max_order"_a, "smoothing"_a, "smooth_value"_a, "effective_order"_a, "brevity"_a);
}
