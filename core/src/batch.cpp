#include "core/batch.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace core {

namespace {
[[noreturn]] void fail(const char* name, const std::string& why) {
  throw std::invalid_argument(std::string(name) + ": " + why);
}
}  // namespace

void check_rows(std::span<const std::int32_t> rows, std::size_t n_rows, const char* name) {
  for (const std::int32_t row : rows)
    if (row < 0 || static_cast<std::size_t>(row) >= n_rows)
      fail(name, "row " + std::to_string(row) + " named, but there are " + std::to_string(n_rows) + " rows");
}

void check_offsets(std::span<const std::int64_t> offsets, std::size_t n_values, const char* name) {
  if (offsets.empty() || offsets.front() != 0) fail(name, "offsets must start at 0");
  if (!std::is_sorted(offsets.begin(), offsets.end())) fail(name, "offsets must not decrease");
  if (offsets.back() != static_cast<std::int64_t>(n_values))
    fail(name, "last offset is " + std::to_string(offsets.back()) + " but there are " +
                   std::to_string(n_values) + " values");
}

void check(const Batch& batch, const char* name) {
  check_offsets(batch.offsets, batch.values.size(), name);
  const auto smallest = std::min_element(batch.values.begin(), batch.values.end());
  if (smallest != batch.values.end() && *smallest < 0)
    fail(name, "ids must not be negative, found " + std::to_string(*smallest));
}

void check(const Texts& texts, const char* name) { check_offsets(texts.offsets, texts.values.size(), name); }

void check(const Pairing& pairing, std::size_t n_rows) {
  check_offsets(pairing.references.offsets, pairing.references.values.size(), "references");
  if (pairing.references.size() != pairing.hypotheses.size())
    fail("references", "given for " + std::to_string(pairing.references.size()) +
                           " segments, but there are " + std::to_string(pairing.hypotheses.size()) +
                           " hypotheses");
  check_rows(pairing.hypotheses, n_rows, "hypotheses");
  check_rows(pairing.references.values, n_rows, "references");
}

void check_referenced(const Pairing& pairing, std::size_t n_rows) {
  check(pairing, n_rows);
  for (std::size_t i = 0; i < pairing.size(); ++i)
    if (pairing.references[i].empty()) fail("references", "segment " + std::to_string(i) + " has none");
}

void check_at_least(int value, int least, const char* name) {
  if (value < least)
    fail(name, "must be at least " + std::to_string(least) + ", is " + std::to_string(value));
}

std::size_t id_limit(const Batch& batch) {
  const auto largest = std::max_element(batch.values.begin(), batch.values.end());
  return largest == batch.values.end() ? 0 : static_cast<std::size_t>(*largest) + 1;
}

}  // namespace core
