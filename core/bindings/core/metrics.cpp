// Statistics of the metrics that compare words as they are.
#include "bindings/values.h"
#include "edits/edit_distance.h"
#include "edits/match_counts.h"
#include "edits/ter.h"
#include "matching/gtm.h"
#include "ngrams/bleu.h"
#include "ngrams/chrf.h"
#include "ngrams/nist.h"

namespace {

// A kernel that reads pairs of texts: `run` gets the batch, the pairing, its options and the threads.
template <typename... Options, typename Run, typename... Extra>
void bind_kernel(nb::module_& m, const char* name, const char* doc, Run run, const Extra&... extra) {
  m.def(
      name,
      [run](const HeldPairs& pairs, Options... options, int threads) {
        return array(unlocked([&] { return run(pairs.batch(), pairs.pairing(), options..., threads); }));
      },
      "pairs"_a, nb::kw_only(), extra..., "threads"_a = 1, doc);
}

// Edits against the reference with the lowest rate, or with the fewest edits.
template <typename Run>
void bind_errors(nb::module_& m, const char* name, const char* doc, Run run) {
  bind_kernel<bool>(
      m, name, doc,
      [run](const core::Batch& batch, const core::Pairing& pairing, bool fewest, int threads) {
        return run(batch, pairing, fewest ? core::Closest::by_edits : core::Closest::by_rate, threads);
      },
      "fewest"_a = false);
}

}  // namespace

void bind_metrics(nb::module_& m) {
  bind_kernel<int>(m, "bleu_statistics",
                   "Columns: hypothesis words, reference words, matches by order, n-grams by order.",
                   &core::bleu_statistics, "max_order"_a);
  bind_kernel<int>(m, "nist_statistics",
                   "Columns: hypothesis words, mean reference words, information by order, n-grams by order.",
                   &core::nist_statistics, "max_order"_a);
  bind_errors(m, "wer_statistics", "Columns: edits, reference words.", &core::wer_statistics);
  bind_errors(m, "per_statistics", "Columns: edits without regard to order, reference words.",
              &core::per_statistics);
  bind_kernel<bool>(
      m, "ter_statistics", "Columns: edits with shifts, mean reference words.",
      [](const core::Batch& batch, const core::Pairing& pairing, bool tercom, int threads) {
        const core::TerRules rules = tercom ? core::TerRules::tercom : core::TerRules::sacrebleu;
        return core::ter_statistics(batch, pairing, rules, threads);
      },
      "tercom"_a = false);
  bind_kernel<double, int>(
      m, "gtm_statistics", "Columns: match size, hypothesis words, reference words.",
      [](const core::Batch& batch, const core::Pairing& pairing, double exponent, int exact_up_to,
         int threads) { return core::gtm_statistics(batch, pairing, {exponent, exact_up_to}, threads); },
      "exponent"_a, "exact_up_to"_a);
  m.attr("LARGEST_EXACT_GTM") = core::kLargestExactGtm;
  m.def(
      "chrf_statistics",
      [](const HeldPairs& characters, const HeldBatch& words, int char_order, int word_order, double beta,
         bool eps_smoothing, int threads) {
        return array(unlocked([&] {
          return core::chrf_statistics(characters.batch(), words.view_of(), characters.pairing(),
                                       {char_order, word_order, beta, eps_smoothing}, threads);
        }));
      },
      "characters"_a, "words"_a, nb::kw_only(), "char_order"_a, "word_order"_a, "beta"_a, "eps_smoothing"_a,
      "threads"_a = 1,
      "Columns: for each character order, then each word order: hypothesis n-grams, reference n-grams, "
      "matches.");
  m.def(
      "edit_distances",
      [](const HeldBatch& batch, Ids a, Ids b, int threads) {
        return array(
            unlocked([&] { return core::edit_distances(batch.view_of(), view(a), view(b), threads); }));
      },
      "batch"_a, "a"_a.noconvert(), "b"_a.noconvert(), nb::kw_only(), "threads"_a = 1,
      "Levenshtein distance of row a[i] and row b[i].");
  m.def(
      "match_counts",
      [](const HeldBatch& batch, Ids a, Ids b, bool most, int threads) {
        const core::ScriptChoice choice =
            most ? core::ScriptChoice::most_kept : core::ScriptChoice::rapidfuzz;
        return array(
            unlocked([&] { return core::match_counts(batch.view_of(), view(a), view(b), choice, threads); }));
      },
      "batch"_a, "a"_a.noconvert(), "b"_a.noconvert(), nb::kw_only(), "most"_a, "threads"_a = 1,
      "Columns: edits of a shortest script from row a[i] to row b[i], words it keeps: the most that can be, "
      "or as "
      "many as RapidFuzz keeps.");
}
