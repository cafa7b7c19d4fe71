#include "reference/edits/resegment.h"

#include <algorithm>

#include "reference/reference.h"

namespace reference {

int resegmented_errors(const std::vector<std::int32_t>& hyp,
                       const std::vector<std::vector<std::int32_t>>& segments) {
  // best[i]: errors of the segments so far with the first i words of the output.
  std::vector<int> best(hyp.size() + 1, static_cast<int>(hyp.size()) + 1000000);
  best[0] = 0;
  for (const auto& segment : segments) {
    std::vector<int> next(best.size(), best[0] + 1000000);
    for (std::size_t from = 0; from < best.size(); ++from)
      for (std::size_t to = from; to < best.size(); ++to) {
        const std::vector<std::int32_t> part(hyp.begin() + static_cast<std::ptrdiff_t>(from),
                                             hyp.begin() + static_cast<std::ptrdiff_t>(to));
        next[to] = std::min(next[to], best[from] + static_cast<int>(edit_distance(part, segment)));
      }
    best = next;
  }
  return best.back();
}

}  // namespace reference
