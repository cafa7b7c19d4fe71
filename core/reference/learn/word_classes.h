#pragma once
#include <cstdint>
#include <vector>

namespace reference {

// See core/learn/word_classes.h; the shares of one hypothesis against one reference. Counterparts are sought
// word by word, and each is crossed out.
std::vector<double> word_class_features(const std::vector<std::int32_t>& hyp,
                                        const std::vector<std::int32_t>& ref,
                                        const std::vector<std::int32_t>& folded,
                                        const std::vector<int>& classes, int n_classes);

}  // namespace reference
