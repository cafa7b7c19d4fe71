#pragma once
// A slow and obvious version of TERp's edits, for tests only.
#include <cstdint>
#include <tuple>
#include <vector>

namespace reference {

// Words of the reference, words of the hypothesis that can stand for them, and what that costs.
using TerpPhrase = std::tuple<std::vector<std::int32_t>, std::vector<std::int32_t>, double>;

// Costs of match, insertion, deletion, substitution, stem, synonym and shift.
using TerpCosts = std::vector<double>;

// Cost, insertions, deletions, substitutions, stems, synonyms, paraphrases, shifts, shifted words of one
// pair. Words with one number in `stems` or `synonyms` are related; stop_words are flags. `shifts` is 0
// (none), 1 (exact), 2 (relaxed without paraphrases) or 3 (relaxed).
std::vector<double> terp(const std::vector<std::int32_t>& hyp, const std::vector<std::int32_t>& ref,
                         const std::vector<std::int32_t>& stems, const std::vector<std::int32_t>& synonyms,
                         const std::vector<int>& stop_words, const std::vector<TerpPhrase>& phrases,
                         const TerpCosts& costs, double beam, int shifts, int max_size, int max_distance);

}  // namespace reference
