#pragma once
#include <algorithm>
#include <concepts>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace core {

// Writes to `order` the places of a few dozen keys from the smallest on; equal ones keep their order. The
// place of a key is the number of smaller ones: that has no branch to guess wrong and is counted several keys
// at a time. `counts` is scratch memory.
void order_by_counting(std::span<const std::int32_t> keys, std::span<std::int32_t> order,
                       std::vector<std::int32_t>& counts);

// Writes to `order` the places of the `n_kept` smallest keys from the smallest on; equal ones keep their
// order. `counts` is scratch memory.
template <typename Key>
void first_in_order(std::span<const Key> keys, std::size_t n_kept, std::vector<std::int32_t>& order,
                    std::vector<std::int32_t>& counts) {
  constexpr std::size_t kFew = 300;
  const std::size_t size = keys.size();
  order.resize(size);
  bool is_done = false;
  if constexpr (std::same_as<Key, std::int32_t>) {
    is_done = size <= kFew;
    if (is_done) order_by_counting(keys, order, counts);
  }
  if (!is_done) {
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {}, [&](std::int32_t i) { return keys[static_cast<std::size_t>(i)]; });
  }
  order.resize(std::min(size, n_kept));
}

}  // namespace core
