#pragma once
#include <cstdint>
#include <vector>

namespace reference {

// The fewest word errors with which an output can be cut against the segments of a reference: every place for
// every cut is tried.
int resegmented_errors(const std::vector<std::int32_t>& hyp,
                       const std::vector<std::vector<std::int32_t>>& segments);

}  // namespace reference
