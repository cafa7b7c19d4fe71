#pragma once
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace core {

// Writes to `order` the places of the `n_kept` smallest keys from the smallest on; equal ones keep their
// order.
//
// Of a few dozen short keys the place of each is the number of smaller ones: that has no branch to guess
// wrong and is counted several keys at a time. `counts` is scratch memory.
template <typename Key>
void first_in_order(std::span<const Key> keys, std::size_t n_kept, std::vector<std::int32_t>& order,
                    std::vector<std::int32_t>& counts) {
  constexpr std::size_t kFew = 200;
  const std::size_t size = keys.size();
  order.resize(size);
  if (sizeof(Key) > 4 || size > kFew) {
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {}, [&](std::int32_t i) { return keys[static_cast<std::size_t>(i)]; });
  } else {
    // How many keys that have so many smaller ones have been placed.
    counts.assign(size, 0);
    for (std::size_t i = 0; i < size; ++i) {
      const Key key = keys[i];
      std::int32_t smaller = 0;
      for (std::size_t j = 0; j < size; ++j) smaller += keys[j] < key;
      const std::int32_t equal = counts[static_cast<std::size_t>(smaller)]++;
      order[static_cast<std::size_t>(smaller + equal)] = static_cast<std::int32_t>(i);
    }
  }
  order.resize(std::min(size, n_kept));
}

}  // namespace core
