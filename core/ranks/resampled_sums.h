#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace core {

// A block of segments that follow each other, with a row of numbers for each: values[i * columns + c].
struct Rows {
  std::span<const double> values;
  std::size_t columns;
};

// A stream of random words for each sample and block, the same whatever the threads and the other blocks:
// SplitMix64 (Steele, Lea & Flood 2014) from a place that key, sample and block determine.
struct Draws {
  std::uint64_t key;
  std::uint64_t block;
};

// The most segments that one block may have.
inline constexpr std::size_t kSegmentsOfBlock = 1024;

// Adds to sums[s * columns + c] the rows of the segments that sample s swaps: segment i is swapped where bit
// i % 64 of the stream's word i / 64 is set. Four segments cost one addition for each column.
void add_swapped(const Rows& rows, const Draws& draws, std::span<double> sums, int threads);

// Adds to sums[s * columns + c] the rows of the segments that sample s draws with repetition: numbers[s] of
// them from this block, each equally likely. O(segments * columns) for a sample.
void add_drawn(const Rows& rows, const Draws& draws, std::span<const std::int64_t> numbers,
               std::span<double> sums, int threads);

}  // namespace core
