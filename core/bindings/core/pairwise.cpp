#include "ngrams/pairwise.h"

#include <nanobind/stl/string_view.h>

#include <stdexcept>
#include <string>

#include "bindings/values.h"

namespace {

core::TextLists lists(const HeldBatch& hypotheses, const HeldBatch& references) {
  return {hypotheses.view_of(), references.view_of()};
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
      [kernel](const HeldBatch& characters, const HeldBatch& words, const HeldBatch& hypotheses,
               const HeldBatch& references, Doubles weights, int char_order, int word_order, double beta,
               bool eps_smoothing, int threads) {
        return array(unlocked([&] {
          return kernel(characters.view_of(), words.view_of(), lists(hypotheses, references), view(weights),
                        {char_order, word_order, beta, eps_smoothing}, threads);
        }));
      },
      "characters"_a, "words"_a, "hypotheses"_a, "references"_a, "weights"_a.noconvert(), nb::kw_only(),
      "char_order"_a, "word_order"_a, "beta"_a, "eps_smoothing"_a, "threads"_a = 1, doc);
}

void bind_bleu(nb::module_& m, const char* name, const char* doc, BleuKernel kernel) {
  m.def(
      name,
      [kernel](const HeldBatch& batch, const HeldBatch& hypotheses, const HeldBatch& references,
               Doubles weights, int max_order, std::string_view smooth, double smooth_value,
               bool effective_order, bool brevity, int threads) {
        const core::BleuOptions options{max_order, smoothing(smooth), smooth_value, effective_order, brevity};
        return array(unlocked([&] {
          return kernel(batch.view_of(), lists(hypotheses, references), view(weights), options, threads);
        }));
      },
      "batch"_a, "hypotheses"_a, "references"_a, "weights"_a.noconvert(), nb::kw_only(), "max_order"_a,
      "smooth"_a, "smooth_value"_a, "effective_order"_a, "brevity"_a, "threads"_a = 1, doc);
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
