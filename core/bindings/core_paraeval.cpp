// ParaEval.
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>

#include <string>

#include "core/paraeval.h"
#include "held_lexicon.h"

namespace {

core::ParaevalOptions paraeval_options(std::string_view measure, bool optimal, int min_words) {
  if (measure == "precision") return {core::ParaevalMeasure::precision, optimal, min_words};
  if (measure == "recall") return {core::ParaevalMeasure::recall, optimal, min_words};
  if (measure == "f1") return {core::ParaevalMeasure::f1, optimal, min_words};
  throw nb::value_error(("no measure is called '" + std::string(measure) + "'").c_str());
}

}  // namespace

void bind_paraeval(nb::module_& m) {
  m.def(
      "paraeval_statistics",
      [](Ids ids, Offsets offsets, Ids hyp, Ids ref, Offsets ref_offsets, const HeldLexicon& lexicon,
         std::string_view measure, bool optimal, int min_words, int threads) {
        const core::Lexicon looked_into = lexicon.view_of();
        const auto options = paraeval_options(measure, optimal, min_words);
        return array(unlocked([&] {
          return core::paraeval_statistics(batch(ids, offsets), pairing(hyp, ref, ref_offsets), looked_into,
                                           options, threads);
        }));
      },
      "ids"_a.noconvert(), "offsets"_a.noconvert(), "hypotheses"_a.noconvert(), "references"_a.noconvert(),
      "reference_offsets"_a.noconvert(), "lexicon"_a, "measure"_a, "optimal"_a = false, "min_words"_a = 1,
      "threads"_a = 1,
      "Columns: hypothesis words, reference words, matched words of both, those of both that another phrase "
      "matched.");
  m.def(
      "paraeval_links",
      [](Ids ids, Offsets offsets, Ids hyp, Ids ref, Offsets ref_offsets, const HeldLexicon& lexicon,
         std::string_view measure, bool optimal, int min_words) {
        const core::Lexicon looked_into = lexicon.view_of();
        const auto options = paraeval_options(measure, optimal, min_words);
        core::ParaevalLinks found = unlocked([&] {
          return core::paraeval_links(batch(ids, offsets), pairing(hyp, ref, ref_offsets), looked_into,
                                      options);
        });
        std::vector<std::int32_t> links;
        for (const core::ParaevalLink& link : found.links)
          links.insert(links.end(), {link.reference, link.paraphrase ? 1 : 0, link.hyp_start, link.hyp_length,
                                     link.ref_start, link.ref_length});
        return std::tuple(rows<6>(std::move(links)), array(std::move(found.offsets)),
                          array(std::move(found.references)));
      },
      "ids"_a.noconvert(), "offsets"_a.noconvert(), "hypotheses"_a.noconvert(), "references"_a.noconvert(),
      "reference_offsets"_a.noconvert(), "lexicon"_a, "measure"_a, "optimal"_a = false, "min_words"_a = 1,
      "Links of each segment (number of the reference, whether another phrase stands there, start and length "
      "in the hypothesis, start and length in the reference), their offsets, and the reference that the "
      "statistics are of.");
}
