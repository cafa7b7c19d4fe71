#include "matching/first_in_order.h"

#include <array>
#include <cstring>

#include "base/also_wide.h"

namespace core {

namespace {

// Counts for each key how many are smaller.
TERTIUM_ALSO_WIDEST
void count_smaller(std::span<const std::int32_t> keys, std::span<std::int32_t> smaller) {
  using Lanes [[gnu::vector_size(64)]] = std::int32_t;
  constexpr std::size_t kLanes = sizeof(Lanes) / sizeof(std::int32_t);
  for (std::size_t begin = 0; begin < keys.size(); begin += kLanes) {
    const std::size_t n_here = std::min(kLanes, keys.size() - begin);
    Lanes here{}, counts{};
    std::memcpy(&here, &keys[begin], n_here * sizeof(std::int32_t));
    for (const std::int32_t key : keys) counts -= key < here;  // a true comparison is -1
    std::memcpy(&smaller[begin], &counts, n_here * sizeof(std::int32_t));
  }
}

}  // namespace

void order_by_counting(std::span<const std::int32_t> keys, std::span<std::int32_t> order,
                       std::vector<std::int32_t>& counts) {
  // For each key the number of smaller ones; and how many keys with so many have been placed.
  counts.assign(2 * keys.size(), 0);
  const auto smaller = std::span(counts).first(keys.size()), placed = std::span(counts).last(keys.size());
  count_smaller(keys, smaller);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const std::int32_t equal = placed[static_cast<std::size_t>(smaller[i])]++;
    order[static_cast<std::size_t>(smaller[i] + equal)] = static_cast<std::int32_t>(i);
  }
}

}  // namespace core
