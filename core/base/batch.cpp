#include "base/batch.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>

#include "base/also_wide.h"

namespace core {

namespace {
[[noreturn]] void fail(const char* name, const std::string& why) {
  throw std::invalid_argument(std::string(name) + ": " + why);
}

// The largest of some ids, or 0. A negative one is larger than all others here, so that one look at a batch
// finds both; it is looked at again for each system.
TERTIUM_ALSO_WIDE std::uint32_t largest(std::span<const std::int32_t> ids) {
  std::uint32_t most = 0;
  for (const std::int32_t id : ids) most = std::max(most, static_cast<std::uint32_t>(id));
  return most;
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

std::size_t check(const Batch& batch, const char* name) {
  check_offsets(batch.offsets, batch.values.size(), name);
  const std::uint32_t most = largest(batch.values);
  if (most > static_cast<std::uint32_t>(std::numeric_limits<std::int32_t>::max()))
    fail(name, "ids must not be negative, found " +
                   std::to_string(*std::min_element(batch.values.begin(), batch.values.end())));
  return batch.values.empty() ? 0 : static_cast<std::size_t>(most) + 1;
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
  return batch.values.empty() ? 0 : static_cast<std::size_t>(largest(batch.values)) + 1;
}

}  // namespace core
