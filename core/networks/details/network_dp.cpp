#include "networks/details/network_dp.h"

#include "networks/details/network_walk.h"

namespace core {
namespace {

constexpr double kFewCells = 100'000;
constexpr std::int64_t kNotFound = -1;

template <typename K>
std::int64_t try_bound(Tokens hypothesis, const SearchInput& input, const SearchBounds& bounds,
                       std::int64_t edits, ClosestPath& path) {
  NetworkDp<K> dp(hypothesis, input, bounds, edits);
  return dp.found() ? dp.walk(path) : kNotFound;
}

}  // namespace

// Runs with a bound that grows until the closest path lies within it.
std::int64_t search_dp(Tokens hypothesis, const SearchInput& input, const SearchBounds& bounds,
                       ClosestPath& path) {
  const auto n = static_cast<std::int64_t>(hypothesis.size());
  const double unit =
      static_cast<double>(bounds.scale) * (input.network.plan.weighted ? static_cast<double>(kEdit) : 1.0);
  // Few edits leave few places; that pays only where it saves more than a second pass costs. Matrices are as
  // they are.
  const double cells = static_cast<double>(input.network.plan.final.size()) * static_cast<double>(n + 1) *
                       static_cast<double>(input.window.size());
  const bool full = cells < kFewCells || std::ranges::find(bounds.matrices, 1) != bounds.matrices.end();
  const std::int64_t narrow = full ? bounds.edits : std::max<std::int64_t>(16, n / 16);
  for (std::int64_t edits = std::min(bounds.edits, narrow);; edits = std::min(bounds.edits, 2 * edits)) {
    const double largest = static_cast<double>(edits + 2) * unit + static_cast<double>(n) + 1;
    std::int64_t weights = kNotFound;
    if (largest < kUnreachable<std::int16_t>)
      weights = try_bound<std::int16_t>(hypothesis, input, bounds, edits, path);
    else if (largest < kUnreachable<std::int32_t>)
      weights = try_bound<std::int32_t>(hypothesis, input, bounds, edits, path);
    else if (largest < static_cast<double>(kUnreachable<std::int64_t>))
      weights = try_bound<std::int64_t>(hypothesis, input, bounds, edits, path);
    else
      throw std::overflow_error("the paths of the network are too long");
    if (weights != kNotFound) return weights;
    if (edits == bounds.edits) throw std::logic_error("no path within the bound");
  }
}

}  // namespace core
