#pragma once
// A slow and obvious version of ParaEval's matching, for tests only.
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace reference {

using ParaevalPhrase = std::vector<std::int32_t>;

// Words of hypothesis and reference, matched words of both, those matched by another phrase. An entry is a
// phrase of a reference and a phrase of a hypothesis that stands for it. The measure is `precision`, `recall`
// or `f1`.
std::vector<double> paraeval(const ParaevalPhrase& hyp, const std::vector<ParaevalPhrase>& refs,
                             const std::vector<std::pair<ParaevalPhrase, ParaevalPhrase>>& entries,
                             const std::string& measure, bool optimal, int min_words);

}  // namespace reference
