#include "ngrams/bleu.h"

#include <cstdlib>

#include "base/parallel.h"
#include "ngrams/ngram_matcher.h"

namespace core {

namespace {
std::size_t closest_length(std::size_t length, std::span<const Tokens> references) {
  const auto distance = [&](std::size_t other) { return other > length ? other - length : length - other; };
  std::size_t best = references[0].size();
  for (const Tokens reference : references) {
    const std::size_t size = reference.size();
    if (distance(size) < distance(best) || (distance(size) == distance(best) && size < best)) best = size;
  }
  return best;
}
}  // namespace

Table bleu_statistics(const Batch& batch, const Pairing& pairing, int max_order, int threads) {
  const std::size_t limit = check(batch, "tokens");
  check_referenced(pairing, batch.size());
  check_at_least(max_order, 1, "max_order");
  const auto orders = static_cast<std::size_t>(max_order);
  Table table(pairing.size(), 2 + 2 * orders);
  parallel_for(pairing.size(), threads, [&] {
    return [&, matcher = NgramMatcher(limit), references = std::vector<Tokens>(),
            found = std::vector<std::int64_t>()](std::size_t begin, std::size_t end) mutable {
      for (std::size_t i = begin; i < end; ++i) {
        const Tokens hyp = batch[static_cast<std::size_t>(pairing.hypotheses[i])];
        references_of(batch, pairing, i, references);
        double* row = table.row(i);
        row[0] = static_cast<double>(hyp.size());
        row[1] = static_cast<double>(closest_length(hyp.size(), references));
        found.assign(orders + 1, 0);
        matcher.count(hyp, references, max_order, found.data());
        for (std::size_t n = 1; n <= orders; ++n) {
          row[1 + n] = static_cast<double>(found[n]);
          row[1 + orders + n] = n_ngrams(hyp.size(), static_cast<int>(n));
        }
      }
    };
  });
  return table;
}

}  // namespace core
