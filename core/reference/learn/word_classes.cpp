#include "reference/learn/word_classes.h"

namespace reference {

std::vector<double> word_class_features(const std::vector<std::int32_t>& hyp,
                                        const std::vector<std::int32_t>& ref,
                                        const std::vector<std::int32_t>& folded,
                                        const std::vector<int>& classes, int n_classes) {
  std::vector<double> row(2 * static_cast<std::size_t>(n_classes), 0.0);
  for (std::size_t side = 0; side < 2; ++side) {
    const auto& ours = side == 0 ? hyp : ref;
    std::vector<std::int32_t> theirs = side == 0 ? ref : hyp;
    for (const std::int32_t word : ours) {
      bool found = false;
      for (std::size_t i = 0; i < theirs.size() && !found; ++i) {
        if (folded[static_cast<std::size_t>(theirs[i])] != folded[static_cast<std::size_t>(word)]) continue;
        theirs.erase(theirs.begin() + static_cast<std::ptrdiff_t>(i));
        found = true;
      }
      const int kind = classes[static_cast<std::size_t>(word)];
      if (!found && kind < n_classes)
        row[2 * static_cast<std::size_t>(kind) + side] += 1.0 / static_cast<double>(ours.size());
    }
  }
  return row;
}

}  // namespace reference
