#pragma once
#include <cstdint>
#include <utility>
#include <vector>

namespace reference {

// The upper envelope of one list of lines: which one is the highest at x = -infinity, and then each x at
// which another becomes so, with its number. Walks from left to right and asks all lines at every step.
std::pair<std::int32_t, std::vector<std::pair<double, std::int32_t>>> envelope(
    const std::vector<double>& intercepts, const std::vector<double>& slopes);

}  // namespace reference
