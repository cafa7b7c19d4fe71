#include "reference/learn/envelope.h"

#include <limits>

namespace reference {

std::pair<std::int32_t, std::vector<std::pair<double, std::int32_t>>> envelope(
    const std::vector<double>& intercepts, const std::vector<double>& slopes) {
  const double infinity = std::numeric_limits<double>::infinity();
  // At -infinity the flattest line is the highest; of equal slopes the higher one, of equal lines the first.
  std::size_t now = 0;
  for (std::size_t i = 1; i < slopes.size(); ++i)
    if (slopes[i] < slopes[now] || (slopes[i] == slopes[now] && intercepts[i] > intercepts[now])) now = i;
  const auto start = static_cast<std::int32_t>(now);

  std::vector<std::pair<double, std::int32_t>> changes;
  while (true) {
    double nearest = infinity;
    std::size_t next = now;
    for (std::size_t i = 0; i < slopes.size(); ++i) {
      if (slopes[i] <= slopes[now]) continue;
      const double x = (intercepts[now] - intercepts[i]) / (slopes[i] - slopes[now]);
      const bool steeper =
          slopes[i] > slopes[next] || (slopes[i] == slopes[next] && intercepts[i] > intercepts[next]);
      if (x < nearest || (x == nearest && x < infinity && steeper)) {
        nearest = x;
        next = i;
      }
    }
    if (next == now) return {start, changes};
    changes.emplace_back(nearest, static_cast<std::int32_t>(next));
    now = next;
  }
}

}  // namespace reference
