#pragma once
// What the fuzz targets share: the bytes of a fuzzer as small numbers, rows, texts and what is known about
// words, and what they demand.
//
// An input is read from its front; where it has ended everything is 0. So any bytes are an input, and small
// ones stay small.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/batch.h"

namespace fuzz {

// Ends the process with the place where something is not as it must be.
#define DEMAND(condition)                                                          \
  do {                                                                             \
    if (!(condition)) {                                                            \
      std::fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
      std::abort();                                                                \
    }                                                                              \
  } while (false)

using Words = std::vector<std::int32_t>;

class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

  bool ended() const { return size_ == 0; }
  std::uint8_t byte() {
    if (size_ == 0) return 0;
    --size_;
    return *data_++;
  }
  bool flag() { return (byte() & 1) != 0; }
  // A number of 0 .. limit - 1.
  int below(int limit) { return byte() % limit; }
  double any_double() {
    double value = 0;
    auto* at = reinterpret_cast<std::uint8_t*>(&value);
    for (std::size_t i = 0; i < sizeof value; ++i) at[i] = byte();
    return value;
  }
  // A number of any size, most often a small one.
  template <typename T>
  T number() {
    const std::uint8_t kind = byte();
    if (kind < 200) return static_cast<T>(kind % 16);
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i) value = value << 8 | byte();
    return static_cast<T>(value);
  }
  template <typename T>
  std::vector<T> numbers(int most) {
    std::vector<T> values(static_cast<std::size_t>(below(most + 1)));
    for (T& value : values) value = number<T>();
    return values;
  }
  // Up to `most` words of so many different ones.
  Words words(int most, int vocabulary) {
    Words found(static_cast<std::size_t>(below(most + 1)));
    for (std::int32_t& word : found) word = below(vocabulary);
    return found;
  }
  std::vector<Words> rows(int least, int most, int longest, int vocabulary) {
    std::vector<Words> found(static_cast<std::size_t>(least + below(most - least + 1)));
    for (Words& row : found) row = words(longest, vocabulary);
    return found;
  }
  // All that is left.
  std::string_view rest() {
    const std::string_view text(reinterpret_cast<const char*>(data_), size_);
    size_ = 0;
    return text;
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
};

// Rows as the kernels read them.
inline core::OwnedBatch laid_out(const std::vector<Words>& rows) {
  core::OwnedBatch batch;
  for (const Words& row : rows) {
    batch.ids.insert(batch.ids.end(), row.begin(), row.end());
    batch.end_row();
  }
  return batch;
}
inline core::Batch view(const core::OwnedBatch& batch) { return {batch.ids, batch.offsets}; }
inline core::Texts view(const core::OwnedTexts& owned) {
  core::Texts texts;
  texts.values = owned.bytes;
  texts.offsets = owned.offsets;
  return texts;
}

// One hypothesis and its references, with what they look into.
struct Segment {
  Words hyp;
  std::vector<Words> refs;

  Segment(Words h, std::vector<Words> r) : hyp(std::move(h)), refs(std::move(r)) {
    std::vector<Words> rows{hyp};
    rows.insert(rows.end(), refs.begin(), refs.end());
    batch_ = laid_out(rows);
    for (std::size_t i = 0; i < refs.size(); ++i) references_.push_back(static_cast<std::int32_t>(i + 1));
    ends_ = {0, static_cast<std::int64_t>(refs.size())};
  }
  core::Batch batch() const { return view(batch_); }
  core::Pairing pairing() const { return {hypotheses_, {references_, ends_}}; }

 private:
  core::OwnedBatch batch_;
  Words hypotheses_{0}, references_;
  std::vector<std::int64_t> ends_;
};

// What is left of the input as texts, one for each line.
inline core::OwnedTexts lines(std::string_view text) {
  core::OwnedTexts texts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    texts.add(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return texts;
}

inline bool is_close(double a, double b, double tolerance = 1e-9) {
  return std::abs(a - b) <= tolerance * std::max({1.0, std::abs(a), std::abs(b)});
}

inline void demand_finite(const core::Table& table) {
  for (const double value : table.values) DEMAND(std::isfinite(value));
}

// Runs something that may refuse what it is given, and says whether it did not.
template <typename Run>
bool accepted(Run run) {
  try {
    run();
    return true;
  } catch (const std::invalid_argument&) {
    return false;
  } catch (const std::length_error&) {
    return false;
  } catch (const std::overflow_error&) {
    return false;
  }
}

}  // namespace fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
