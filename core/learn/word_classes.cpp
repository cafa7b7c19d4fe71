#include "learn/word_classes.h"

#include <stdexcept>
#include <string>

#include "base/each_pair.h"

namespace core {
namespace {

void check_words(const Batch& batch, std::span<const std::int32_t> folded,
                 std::span<const std::uint8_t> classes, int n_classes) {
  const std::size_t limit = id_limit(batch);
  if (n_classes < 1 || n_classes > 255)
    throw std::invalid_argument("got " + std::to_string(n_classes) + " classes, expected 1 to 255");
  if (folded.size() != classes.size() || folded.size() < limit)
    throw std::invalid_argument("got " + std::to_string(folded.size()) + " folded ids and " +
                                std::to_string(classes.size()) + " classes for " + std::to_string(limit) +
                                " words");
  for (const std::int32_t id : folded)
    if (id < 0 || static_cast<std::size_t>(id) >= folded.size())
      throw std::invalid_argument("a folded id is " + std::to_string(id) + " but there are " +
                                  std::to_string(folded.size()) + " words");
}

}  // namespace

Table word_class_features(const Batch& batch, const Pairing& pairing, std::span<const std::int32_t> folded,
                          std::span<const std::uint8_t> classes, int n_classes, int threads) {
  check(batch, "tokens");
  check(pairing, batch.size());
  check_words(batch, folded, classes, n_classes);
  const auto n = static_cast<std::size_t>(n_classes);
  Table table(pairing.references.values.size(), 2 * n);

  const auto folded_at = [&](std::int32_t id) {
    return static_cast<std::size_t>(folded[static_cast<std::size_t>(id)]);
  };

  // Writes the shares of the words of `ours` that `theirs` lacks, by class. `counts` is all 0 before and
  // after.
  const auto lacking = [&](Tokens ours, Tokens theirs, std::vector<std::int32_t>& counts, double* row) {
    if (ours.empty()) return;
    for (const std::int32_t id : theirs) ++counts[folded_at(id)];
    for (const std::int32_t id : ours) {
      std::int32_t& left = counts[folded_at(id)];
      const std::size_t kind = classes[static_cast<std::size_t>(id)];
      if (left > 0)
        --left;
      else if (kind < n)
        ++row[2 * kind];
    }
    for (const std::int32_t id : theirs) counts[folded_at(id)] = 0;
    for (std::size_t kind = 0; kind < n; ++kind) row[2 * kind] /= static_cast<double>(ours.size());
  };
  for_each_pair(pairing, threads, [&] {
    return [&, counts = std::vector<std::int32_t>(folded.size())](std::size_t hyp, std::size_t ref,
                                                                  std::size_t pair) mutable {
      lacking(batch[hyp], batch[ref], counts, table.row(pair));
      lacking(batch[ref], batch[hyp], counts, table.row(pair) + 1);
    };
  });
  return table;
}

}  // namespace core
