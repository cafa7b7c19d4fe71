// ParaEval.
#include "matching/paraeval.h"

#include <nanobind/stl/string_view.h>

#include <string>

#include "bindings/values.h"

namespace {

core::ParaevalOptions paraeval_options(std::string_view measure, bool optimal, int min_words) {
  if (measure == "precision") return {core::ParaevalMeasure::precision, optimal, min_words};
  if (measure == "recall") return {core::ParaevalMeasure::recall, optimal, min_words};
  if (measure == "f1") return {core::ParaevalMeasure::f1, optimal, min_words};
  throw nb::value_error(("no measure is called '" + std::string(measure) + "'").c_str());
}

struct ParaevalLinks {
  Columns<std::int32_t> rows;
  Column<std::int64_t> offsets;
  Column<std::int32_t> references;
};

}  // namespace

void bind_paraeval(nb::module_& m) {
  m.def(
      "paraeval_statistics",
      [](const HeldPairs& pairs, const HeldLexicon& lexicon, std::string_view measure, bool optimal,
         int min_words, int threads) {
        const auto options = paraeval_options(measure, optimal, min_words);
        return array(unlocked([&] {
          return core::paraeval_statistics(pairs.batch(), pairs.pairing(), lexicon.view_of(), options,
                                           threads);
        }));
      },
      "pairs"_a, "lexicon"_a, nb::kw_only(), "measure"_a, "optimal"_a = false, "min_words"_a = 1,
      "threads"_a = 1,
      "Columns: hypothesis words, reference words, matched words of both, those of both that another phrase "
      "matched.");
  nb::class_<ParaevalLinks>(
      m, "ParaevalLinks",
      "`rows` of number of the reference, whether another phrase stands there, start and length in the "
      "hypothesis, start and length in the reference; the `offsets` of the segments; and the `references` "
      "that "
      "the statistics are of.")
      .def_ro("rows", &ParaevalLinks::rows, kNoCopy)
      .def_ro("offsets", &ParaevalLinks::offsets, kNoCopy)
      .def_ro("references", &ParaevalLinks::references, kNoCopy);
  m.def(
      "paraeval_links",
      [](const HeldPairs& pairs, const HeldLexicon& lexicon, std::string_view measure, bool optimal,
         int min_words) {
        const auto options = paraeval_options(measure, optimal, min_words);
        core::ParaevalLinks result = unlocked(
            [&] { return core::paraeval_links(pairs.batch(), pairs.pairing(), lexicon.view_of(), options); });
        std::vector<std::int32_t> links;
        for (const core::ParaevalLink& link : result.links)
          links.insert(links.end(), {link.reference, link.paraphrase ? 1 : 0, link.hyp_start, link.hyp_length,
                                     link.ref_start, link.ref_length});
        return ParaevalLinks{rows<6>(std::move(links)), array(std::move(result.offsets)),
                             array(std::move(result.references))};
      },
      "pairs"_a, "lexicon"_a, nb::kw_only(), "measure"_a, "optimal"_a = false, "min_words"_a = 1,
      "The phrases of each segment that were matched.");
}
