#pragma once
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace core {

// Sequences stored back to back: row i is values[offsets[i] .. offsets[i + 1]).
//
// `offsets` has one more entry than there are rows, starts at 0, never decreases and ends at
// values.size(). Views only: the caller keeps both buffers alive.
template <typename T>
struct Ragged {
  std::span<const T> values;
  std::span<const std::int64_t> offsets;

  std::size_t size() const { return offsets.empty() ? 0 : offsets.size() - 1; }
  std::span<const T> operator[](std::size_t i) const {
    return values.subspan(static_cast<std::size_t>(offsets[i]),
                          static_cast<std::size_t>(offsets[i + 1] - offsets[i]));
  }
};

// Token ids; never negative.
using Batch = Ragged<std::int32_t>;
using Tokens = std::span<const std::int32_t>;

// UTF-8 texts, each of which may hold any character, NUL too.
struct Texts : Ragged<char> {
  std::string_view text(std::size_t i) const {
    const auto row = (*this)[i];
    return {row.data(), row.size()};
  }
};

// Which rows of a Batch (or Texts) are compared: hypothesis i stands against the references
// references[offsets[i] .. offsets[i + 1]). A text that occurs often is stored once and named often.
struct Pairing {
  std::span<const std::int32_t> hypotheses;
  Ragged<std::int32_t> references;

  std::size_t size() const { return hypotheses.size(); }
};

// The owned forms, for results.
struct OwnedBatch {
  std::vector<std::int32_t> ids;
  std::vector<std::int64_t> offsets{0};

  void end_row() { offsets.push_back(static_cast<std::int64_t>(ids.size())); }
};

struct OwnedTexts {
  std::vector<char> bytes;
  std::vector<std::int64_t> offsets{0};

  void add(std::string_view text) {
    bytes.insert(bytes.end(), text.begin(), text.end());
    offsets.push_back(static_cast<std::int64_t>(bytes.size()));
  }
  std::string_view text(std::size_t i) const {
    return {bytes.data() + offsets[i], static_cast<std::size_t>(offsets[i + 1] - offsets[i])};
  }
  std::size_t size() const { return offsets.size() - 1; }
};

// A table of numbers, row by row.
struct Table {
  std::size_t rows = 0, columns = 0;
  std::vector<double> values;

  Table(std::size_t n_rows, std::size_t n_columns)
      : rows(n_rows), columns(n_columns), values(n_rows * n_columns) {}
  double* row(std::size_t i) { return values.data() + i * columns; }
};

// Each throws std::invalid_argument naming the first broken rule above.
void check_offsets(std::span<const std::int64_t> offsets, std::size_t n_values, const char* name);
// For a batch, gives its id_limit: its ids are looked at anyway.
std::size_t check(const Batch& batch, const char* name);
void check(const Texts& texts, const char* name);
void check_rows(std::span<const std::int32_t> rows, std::size_t n_rows, const char* name);
void check(const Pairing& pairing, std::size_t n_rows);
// Also asks that every hypothesis has a reference.
void check_referenced(const Pairing& pairing, std::size_t n_rows);

// Throws where a number that should be at least `least` is not.
void check_at_least(int value, int least, const char* name);

// One more than the largest id, for tables indexed by id.
std::size_t id_limit(const Batch& batch);

}  // namespace core
