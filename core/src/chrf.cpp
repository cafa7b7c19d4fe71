#include "core/chrf.h"

#include <algorithm>

#include "core/parallel.h"
#include "ngram_matcher.h"

namespace core {

namespace {

// Fills (hypothesis, reference, matches) for orders 1 .. max_order.
void count(NgramMatcher& matcher, Tokens hyp, Tokens ref, int max_order, std::vector<std::int64_t>& matched,
           double* out) {
  matched.assign(static_cast<std::size_t>(max_order) + 1, 0);
  matcher.match(hyp, {&ref, 1}, max_order,
                [&](int n, std::int32_t, bool matches) { matched[static_cast<std::size_t>(n)] += matches; });
  for (int n = 1; n <= max_order; ++n, out += 3) {
    out[1] = n_ngrams(ref.size(), n);
    out[0] = out[1] > 0 ? n_ngrams(hyp.size(), n) : 0;
    out[2] = static_cast<double>(matched[static_cast<std::size_t>(n)]);
  }
}

// The F score that picks the best reference: the same operations in the same order as sacreBLEU, so that
// ties fall the same way.
double f_score(const double* statistics, std::size_t orders, const ChrfOptions& options) {
  constexpr double kEps = 1e-16;
  const double factor = options.beta * options.beta;
  double score = 0, precision_sum = 0, recall_sum = 0, effective = 0;
  for (std::size_t i = 0; i < orders; ++i) {
    const double hyp = statistics[3 * i], ref = statistics[3 * i + 1], match = statistics[3 * i + 2];
    const double precision = hyp > 0 ? match / hyp : kEps;
    const double recall = ref > 0 ? match / ref : kEps;
    const double denominator = factor * precision + recall;
    score += denominator > 0 ? (1 + factor) * precision * recall / denominator : kEps;
    if (hyp > 0 && ref > 0) {
      precision_sum += precision;
      recall_sum += recall;
      ++effective;
    }
  }
  if (options.eps_smoothing) return score / static_cast<double>(orders);
  if (effective == 0) return 0;
  const double precision = precision_sum / effective, recall = recall_sum / effective;
  return precision + recall > 0 ? (1 + factor) * precision * recall / (factor * precision + recall) : 0;
}

}  // namespace

Table chrf_statistics(const Batch& characters, const Batch& words, const Pairing& pairing,
                      const ChrfOptions& options, int threads) {
  check(characters, "characters");
  check_referenced(pairing, characters.size());
  check_at_least(options.char_order, 1, "char_order");
  check_at_least(options.word_order, 0, "word_order");
  if (options.word_order > 0) {
    check(words, "words");
    check_referenced(pairing, words.size());
  }
  const auto orders = static_cast<std::size_t>(options.char_order + options.word_order);
  const std::size_t limit = std::max(id_limit(characters), options.word_order > 0 ? id_limit(words) : 0);
  Table table(pairing.size(), 3 * orders);
  parallel_for(pairing.size(), threads, [&] {
    return [&, matcher = NgramMatcher(limit), matched = std::vector<std::int64_t>(),
            found = std::vector<double>(3 * orders)](std::size_t begin, std::size_t end) mutable {
      for (std::size_t i = begin; i < end; ++i) {
        const auto hyp = static_cast<std::size_t>(pairing.hypotheses[i]);
        double best = -1;
        for (const std::int32_t reference : pairing.references[i]) {
          const auto ref = static_cast<std::size_t>(reference);
          count(matcher, characters[hyp], characters[ref], options.char_order, matched, found.data());
          if (options.word_order > 0)
            count(matcher, words[hyp], words[ref], options.word_order, matched,
                  found.data() + 3 * options.char_order);
          const double score = f_score(found.data(), orders, options);
          if (score > best) {
            best = score;
            std::copy(found.begin(), found.end(), table.row(i));
          }
        }
      }
    };
  });
  return table;
}

}  // namespace core
