#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace core {

// Counts by position, with the sum of all positions before one in O(log n).
class Fenwick {
 public:
  explicit Fenwick(std::size_t size) : tree_(size + 1) {}

  void clear() { tree_.assign(tree_.size(), 0); }

  void add(std::size_t position, std::int64_t count) {
    for (std::size_t i = position + 1; i < tree_.size(); i += i & (~i + 1)) tree_[i] += count;
  }

  // The sum of positions 0 .. end - 1.
  std::int64_t sum(std::size_t end) const {
    std::int64_t total = 0;
    for (std::size_t i = end; i > 0; i &= i - 1) total += tree_[i];
    return total;
  }

 private:
  std::vector<std::int64_t> tree_;
};

}  // namespace core
