#include <nanobind/stl/string_view.h>

#include <stdexcept>
#include <string>

#include "arrays.h"
#include "core/pairwise.h"

namespace {

using Doubles = Array<double>;

core::TextLists lists(const Ids& hyp, const Offsets& hyp_offsets, const Ids& ref,
                      const Offsets& ref_offsets) {
  return {{view(hyp), view(hyp_offsets)}, {view(ref), view(ref_offsets)}};
}

core::Smoothing smoothing(std::string_view name) {
  if (name == "none") return core::Smoothing::none;
  if (name == "exp") return core::Smoothing::exp;
  if (name == "floor") return core::Smoothing::floor;
  if (name == "add-k") return core::Smoothing::add_k;
  throw std::invalid_argument("unknown smoothing " + std::string(name));
}

using ChrfKernel = std::vector<double> (*)(const core::Batch&, const core::Batch&, const core::TextLists&,
                                           std::span<const double>, const core::ChrfOptions&, int);
using BleuKernel = std::vector<double> (*)(const core::Batch&, const core::TextLists&,
                                           std::span<const double>, const core::BleuOptions&, int);

void bind_chrf(nb::module_& m, const char* name, const char* doc, ChrfKernel kernel) {
  m.def(
      name,
      [kernel](Ids char_ids, Offsets char_offsets, Ids word_ids, Offsets word_offsets, Ids hyp,
               Offsets hyp_offsets, Ids ref, Offsets ref_offsets, Doubles weights, int char_order,
               int word_order, double beta, bool eps_smoothing, int threads) {
        return array(unlocked([&] {
          return kernel(batch(char_ids, char_offsets), batch(word_ids, word_offsets),
                        lists(hyp, hyp_offsets, ref, ref_offsets), view(weights),
                        {char_order, word_order, beta, eps_smoothing}, threads);
        }));
      },
      "char_ids"_a.noconvert(), "char_offsets"_a.noconvert(), "word_ids"_a.noconvert(),
      "word_offsets"_a.noconvert(), "hypotheses"_a.noconvert(), "hypothesis_offsets"_a.noconvert(),
      "references"_a.noconvert(), "reference_offsets"_a.noconvert(), "weights"_a.noconvert(), "char_order"_a,
      "word_order"_a, "beta"_a, "eps_smoothing"_a, "threads"_a = 1, doc);
}

void bind_bleu(nb::module_& m, const char* name, const char* doc, BleuKernel kernel) {
  m.def(
      name,
      [kernel](Ids ids, Offsets offsets, Ids hyp, Offsets hyp_offsets, Ids ref, Offsets ref_offsets,
               Doubles weights, int max_order, std::string_view smooth, double smooth_value,
               bool effective_order, bool brevity, int threads) {
        const core::BleuOptions options{max_order, smoothing(smooth), smooth_value, effective_order, brevity};
        return array(unlocked([&] {
          return kernel(batch(ids, offsets), lists(hyp, hyp_offsets, ref, ref_offsets), view(weights),
                        options, threads);
        }));
      },
      "ids"_a.noconvert(), "offsets"_a.noconvert(), "hypotheses"_a.noconvert(),
      "hypothesis_offsets"_a.noconvert(), "references"_a.noconvert(), "reference_offsets"_a.noconvert(),
      "weights"_a.noconvert(), "max_order"_a, "smooth"_a, "smooth_value"_a, "effective_order"_a, "brevity"_a,
      "threads"_a = 1, doc);
}

}  // namespace

void bind_pairwise(nb::module_& m) {
  constexpr const char* kPairwise =
      "Scores of each hypothesis against each reference of its list; with weights their weighted sums.";
  constexpr const char* kAggregate =
      "Scores of each hypothesis against the weighted mean of the references of its list.";
  bind_chrf(m, "pairwise_chrf", kPairwise, &core::pairwise_chrf);
  bind_bleu(m, "pairwise_bleu", kPairwise, &core::pairwise_bleu);
  bind_chrf(m, "aggregate_chrf", kAggregate, &core::aggregate_chrf);
  bind_bleu(m, "aggregate_bleu", kAggregate, &core::aggregate_bleu);
}
