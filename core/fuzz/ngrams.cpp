// BLEU, NIST and chrF, alone and over all pairs of a list, against slow twins; scores lie on their scales.
#include "fuzz/input.h"
#include "learn/word_classes.h"
#include "ngrams/bleu.h"
#include "ngrams/chrf.h"
#include "ngrams/nist.h"
#include "ngrams/pairwise.h"
#include "reference/learn/word_classes.h"
#include "reference/ngrams/pairwise.h"
#include "reference/reference.h"

namespace {

void compare_rows(fuzz::Input& input, const fuzz::Segment& pair, int vocabulary) {
  const int order = 1 + input.below(7);
  DEMAND(core::bleu_statistics(pair.batch(), pair.pairing(), order, 1).values ==
         reference::bleu(pair.hyp, pair.refs, order));
  const core::Table nist = core::nist_statistics(pair.batch(), pair.pairing(), order, 1);
  const reference::Row expected = reference::nist({pair.hyp}, {pair.refs}, order)[0];
  for (std::size_t i = 0; i < expected.size(); ++i) DEMAND(fuzz::is_close(nist.values[i], expected[i]));
  const core::ChrfOptions options{order, 0, 0.5 * input.below(6), input.flag()};
  const core::Table chrf = core::chrf_statistics(pair.batch(), pair.batch(), pair.pairing(), options, 1);
  if (pair.refs.size() == 1) DEMAND(chrf.values == reference::ngram_overlap(pair.hyp, pair.refs[0], order));

  fuzz::Words folded;
  std::vector<std::uint8_t> classes;
  for (int i = 0; i < vocabulary; ++i) {
    folded.push_back(input.below(vocabulary));
    classes.push_back(static_cast<std::uint8_t>(input.below(4)));
  }
  const core::Table shares = core::word_class_features(pair.batch(), pair.pairing(), folded, classes, 3, 1);
  const std::vector<double> first =
      reference::word_class_features(pair.hyp, pair.refs[0], folded, {classes.begin(), classes.end()}, 3);
  for (std::size_t i = 0; i < first.size(); ++i) DEMAND(fuzz::is_close(shares.values[i], first[i]));
}

void compare_lists(fuzz::Input& input, const std::vector<fuzz::Words>& texts) {
  const core::OwnedBatch batch = fuzz::laid_out(texts);
  fuzz::Words numbers;
  for (std::size_t i = 0; i < texts.size(); ++i) numbers.push_back(static_cast<std::int32_t>(i));
  const std::vector<std::int64_t> offsets{0, static_cast<std::int64_t>(texts.size())};
  const core::TextLists lists{{numbers, offsets}, {numbers, offsets}};
  const core::ChrfOptions chrf{1 + input.below(6), input.below(3), 0.5 * (1 + input.below(4)), input.flag()};
  const core::BleuOptions bleu{1 + input.below(5), static_cast<core::Smoothing>(input.below(4)),
                               input.flag() ? 0.1 : 1.0, input.flag(), input.flag()};
  const core::Batch rows = fuzz::view(batch);
  const std::vector<double> chrf_scores = core::pairwise_chrf(rows, rows, lists, {}, chrf, 1),
                            bleu_scores = core::pairwise_bleu(rows, lists, {}, bleu, 1);
  const std::vector<double> weights(texts.size(), 1.0 / static_cast<double>(texts.size()));
  const std::vector<double> means = core::pairwise_chrf(rows, rows, lists, weights, chrf, 1);
  for (std::size_t h = 0; h < texts.size(); ++h) {
    double mean = 0;
    for (std::size_t r = 0; r < texts.size(); ++r) {
      const double score = chrf_scores[h * texts.size() + r];
      DEMAND(score >= 0 && score <= 100 + 1e-9);
      DEMAND(fuzz::is_close(score, reference::chrf_score(texts[h], texts[r], texts[h], texts[r], chrf)));
      DEMAND(
          fuzz::is_close(bleu_scores[h * texts.size() + r], reference::bleu_score(texts[h], texts[r], bleu)));
      mean += score * weights[r];
    }
    DEMAND(fuzz::is_close(means[h], mean));
  }
  for (const double score : core::aggregate_chrf(rows, rows, lists, weights, chrf, 1))
    DEMAND(std::isfinite(score));
  for (const double score : core::aggregate_bleu(rows, lists, weights, bleu, 1)) DEMAND(std::isfinite(score));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  constexpr int kVocabularies[] = {1, 2, 5, 200};
  const int vocabulary = kVocabularies[input.below(4)];
  const int longest = input.below(4) == 0 ? 90 : 12;
  if (input.flag())
    compare_rows(input, {input.words(longest, vocabulary), input.rows(1, 3, longest, vocabulary)},
                 vocabulary);
  else
    compare_lists(input, input.rows(1, longest == 12 ? 20 : 3, longest, vocabulary));
  return 0;
}
