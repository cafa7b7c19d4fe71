#include "ranks/resampled_sums.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/also_wide.h"
#include "base/parallel.h"

namespace core {

namespace {

std::uint64_t mixed(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31);
}

constexpr std::uint64_t kStep = 0x9E3779B97F4A7C15U;

class Stream {
 public:
  Stream(const Draws& draws, std::size_t sample)
      : state_(mixed(mixed(draws.key + kStep * (draws.block + 1)) + kStep * (std::uint64_t{sample} + 1))) {}
  std::uint64_t operator()() { return mixed(state_ += kStep); }

 private:
  std::uint64_t state_;
};

// Whole numbers below a limit, each equally likely (Lemire 2019), two from a word.
class Below {
 public:
  Below(Stream stream, std::uint32_t limit)
      : stream_(stream), limit_(limit), refused_((0U - limit) % limit) {}
  std::uint32_t operator()() {
    for (;;) {
      const std::uint64_t product = std::uint64_t{half()} * limit_;
      if (static_cast<std::uint32_t>(product) >= refused_) return static_cast<std::uint32_t>(product >> 32);
    }
  }

 private:
  std::uint32_t half() {
    second_ = !second_;
    if (second_) word_ = stream_();
    return second_ ? static_cast<std::uint32_t>(word_) : static_cast<std::uint32_t>(word_ >> 32);
  }
  Stream stream_;
  std::uint32_t limit_, refused_;
  std::uint64_t word_ = 0;
  bool second_ = false;
};

std::size_t n_segments(const Rows& rows) {
  if (rows.columns == 0 || rows.values.empty() || rows.values.size() % rows.columns != 0)
    throw std::invalid_argument("rows: " + std::to_string(rows.values.size()) +
                                " numbers do not fill rows of " + std::to_string(rows.columns) + " columns");
  const std::size_t n = rows.values.size() / rows.columns;
  if (n > kSegmentsOfBlock)
    throw std::invalid_argument("rows: " + std::to_string(n) + " segments; a block has at most " +
                                std::to_string(kSegmentsOfBlock));
  return n;
}

std::size_t n_samples(const Rows& rows, std::span<double> sums) {
  if (sums.size() % rows.columns != 0)
    throw std::invalid_argument("sums: " + std::to_string(sums.size()) + " numbers do not fill rows of " +
                                std::to_string(rows.columns) + " columns");
  return sums.size() / rows.columns;
}

// As many columns as registers take at a time, and the sums of every choice from four segments.
constexpr std::size_t kWide = 16, kTogether = 4, kChoices = std::size_t{1} << kTogether, kWord = 64;
// In registers that hold four (or twice two), which compilers do not find out by themselves.
using Four [[gnu::vector_size(32)]] = double;
constexpr std::size_t kFour = 4;
struct alignas(32) Part {
  std::array<Four, kWide / kFour> at{};

  double& operator[](std::size_t c) { return reinterpret_cast<double*>(at.data())[c]; }
  Part& operator+=(const Part& other) {
    for (std::size_t i = 0; i < at.size(); ++i) at[i] += other.at[i];
    return *this;
  }
};

// The columns from `first` on, as many as there are up to kWide; zeros behind them, and behind the last
// segment.
void copy_part(const Rows& rows, std::size_t segment, std::size_t first, Part& out) {
  out = Part{};
  if (segment >= rows.values.size() / rows.columns) return;
  const auto row = rows.values.subspan(segment * rows.columns, rows.columns);
  std::copy_n(&row[first], std::min(kWide, rows.columns - first), &out[0]);
}

void fill_choices(const Rows& rows, std::size_t begin, std::size_t first, std::vector<Part>& choices) {
  Part row;
  for (std::size_t group = 0; group < kWord / kTogether; ++group) {
    Part* sums = &choices[group * kChoices];
    sums[0] = Part{};
    for (std::size_t bit = 0; bit < kTogether; ++bit) {
      copy_part(rows, begin + group * kTogether + bit, first, row);
      for (std::size_t choice = 0; choice < std::size_t{1} << bit; ++choice)
        (sums[(std::size_t{1} << bit) + choice] = sums[choice]) += row;
    }
  }
}

TERTIUM_ALSO_WIDE void add_choices(const Part* choices, const std::uint64_t* words, std::size_t n_words,
                                   std::size_t stride, Part* sums) {
  for (std::size_t s = 0; s < n_words; ++s) {
    Part sum = sums[s];
    std::uint64_t word = words[s * stride];
    for (std::size_t group = 0; group < kWord / kTogether; ++group, word >>= kTogether)
      sum += choices[group * kChoices + (word & (kChoices - 1))];
    sums[s] = sum;
  }
}

// The products of four samples' counts with some columns; counts[i * 4 + s].
constexpr std::size_t kSamples = 4, kNarrow = 8;
TERTIUM_ALSO_WIDE void add_products(const double* counts, const double* rows, std::size_t n, double* sums) {
  double total[kSamples][kNarrow] = {};
  for (std::size_t i = 0; i < n; ++i, rows += kNarrow, counts += kSamples)
    for (std::size_t s = 0; s < kSamples; ++s)
      for (std::size_t c = 0; c < kNarrow; ++c) total[s][c] += counts[s] * rows[c];
  for (std::size_t s = 0; s < kSamples; ++s)
    for (std::size_t c = 0; c < kNarrow; ++c) sums[s * kNarrow + c] = total[s][c];
}

// Rows in groups of kNarrow columns, each group by itself, zeros behind the last column.
std::vector<double> in_groups(const Rows& rows, std::size_t n, std::size_t groups) {
  std::vector<double> packed(groups * n * kNarrow, 0);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t c = 0; c < rows.columns; ++c)
      packed[(c / kNarrow * n + i) * kNarrow + c % kNarrow] = rows.values[i * rows.columns + c];
  return packed;
}

// How many samples are swapped at a time: their sums stay near the processor.
constexpr std::size_t kSamplesOfPiece = 512;

}  // namespace

void add_swapped(const Rows& rows, const Draws& draws, std::span<double> sums, int threads) {
  const std::size_t n = n_segments(rows), samples = n_samples(rows, sums);
  const std::size_t words = (n + kWord - 1) / kWord;
  parallel_for((samples + kSamplesOfPiece - 1) / kSamplesOfPiece, threads, [&, n, words] {
    return [&, n, words, bits = std::vector<std::uint64_t>(kSamplesOfPiece * words),
            choices = std::vector<Part>(kChoices * (kWord / kTogether)),
            parts = std::vector<Part>(kSamplesOfPiece)](std::size_t begin, std::size_t end) mutable {
      for (std::size_t piece = begin; piece < end; ++piece) {
        const std::size_t start = piece * kSamplesOfPiece, size = std::min(kSamplesOfPiece, samples - start);
        for (std::size_t s = 0; s < size; ++s) {
          Stream stream(draws, start + s);
          for (std::size_t w = 0; w < words; ++w) bits[s * words + w] = stream();
        }
        for (std::size_t first = 0; first < rows.columns; first += kWide) {
          std::fill(parts.begin(), parts.end(), Part{});
          for (std::size_t w = 0; w < words; ++w) {
            fill_choices(rows, w * kWord, first, choices);
            add_choices(choices.data(), &bits[w], size, words, parts.data());
          }
          const std::size_t wide = std::min(kWide, rows.columns - first);
          for (std::size_t s = 0; s < size; ++s)
            for (std::size_t c = 0; c < wide; ++c)
              sums[(start + s) * rows.columns + first + c] += parts[s][c];
        }
      }
    };
  });
}

void add_drawn(const Rows& rows, const Draws& draws, std::span<const std::int64_t> numbers,
               std::span<double> sums, int threads) {
  const std::size_t n = n_segments(rows), samples = n_samples(rows, sums);
  if (numbers.size() != samples)
    throw std::invalid_argument("numbers: " + std::to_string(numbers.size()) + " for " +
                                std::to_string(samples) + " samples");
  for (const std::int64_t number : numbers)
    if (number < 0)
      throw std::invalid_argument("numbers: a sample draws " + std::to_string(number) + " segments");
  const std::size_t groups = (rows.columns + kNarrow - 1) / kNarrow;
  const std::vector<double> packed = in_groups(rows, n, groups);
  parallel_for((samples + kSamples - 1) / kSamples, threads, [&, n, groups] {
    return [&, n, groups, counts = std::vector<double>(n * kSamples)](std::size_t begin,
                                                                      std::size_t end) mutable {
      std::array<double, kSamples * kNarrow> products;
      for (std::size_t piece = begin; piece < end; ++piece) {
        const std::size_t start = piece * kSamples, size = std::min(kSamples, samples - start);
        std::fill(counts.begin(), counts.end(), 0);
        for (std::size_t s = 0; s < size; ++s) {
          Below below(Stream(draws, start + s), static_cast<std::uint32_t>(n));
          for (std::int64_t drawn = 0; drawn < numbers[start + s]; ++drawn) ++counts[below() * kSamples + s];
        }
        for (std::size_t group = 0; group < groups; ++group) {
          add_products(counts.data(), &packed[group * n * kNarrow], n, products.data());
          const std::size_t wide = std::min(kNarrow, rows.columns - group * kNarrow);
          for (std::size_t s = 0; s < size; ++s)
            for (std::size_t c = 0; c < wide; ++c)
              sums[(start + s) * rows.columns + group * kNarrow + c] += products[s * kNarrow + c];
        }
        pulse(n * rows.columns * kSamples);
      }
    };
  });
}

}  // namespace core
