#pragma once
#include <array>

#include "base/batch.h"

namespace core {

// What each edit costs: words put in, taken out, replaced, and phrases shifted.
struct EditCosts {
  double insert = 1, remove = 1, substitute = 1, shift = 1;
};

constexpr std::size_t kEditCostColumns = 5;

// Edits of each hypothesis against its first reference under several settings of costs; for each setting the
// columns cost, insertions, deletions, substitutions, shifts, all for each word of the reference (as counts
// where it has none).
//
// Phrases are shifted as TER does it by sacreBLEU's rules, once for all settings; the steps that are left are
// then chosen to cost least under each setting. Of equal ways the one that, read from the end, keeps or
// substitutes before it removes before it inserts. Insertions are words of the reference that the hypothesis
// lacks. Costs are finite and not negative. Time O(settings * |hyp| * |ref|) after TER's own; texts of more
// than kLargestCostMatrix cells are compared without looking for order: as many words as possible are kept or
// replaced.
constexpr std::size_t kLargestCostMatrix = std::size_t{1} << 24;
Table edit_cost_features(const Batch& batch, const Pairing& pairing, std::span<const EditCosts> settings,
                         int threads);

}  // namespace core
