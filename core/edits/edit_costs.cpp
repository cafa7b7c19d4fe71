#include "edits/edit_costs.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <unordered_map>

#include "base/parallel.h"
#include "edits/ter.h"

namespace core {

namespace {

// Counts of edits.
struct Edits {
  double insert = 0, remove = 0, substitute = 0;
};

class Costs {
 public:
  Costs(const Batch& batch, std::span<const EditCosts> settings) : batch_(batch), settings_(settings) {}

  void extract(std::size_t hypothesis, std::size_t reference, double* out) {
    const Tokens ref = batch_[reference];
    hyp_.assign(batch_[hypothesis].begin(), batch_[hypothesis].end());
    double shifts = 0;
    const bool fits = (hyp_.size() + 1) * (ref.size() + 1) <= kLargestCostMatrix;
    if (fits && !ref.empty()) {
      const EditScript script = shifted(ref);
      for (const PhraseShift& shift : script.shifts) apply(shift);
      shifts = static_cast<double>(script.shifts.size());
    }
    const double words = ref.empty() ? 1 : static_cast<double>(ref.size());
    for (const EditCosts& costs : settings_) {
      const Edits edits = fits ? cheapest(ref, costs) : without_order(ref);
      const double cost = costs.insert * edits.insert + costs.remove * edits.remove +
                          costs.substitute * edits.substitute + costs.shift * shifts;
      for (const double value : {cost, edits.insert, edits.remove, edits.substitute, shifts})
        *out++ = value / words;
    }
  }

 private:
  // TER's script for the pair alone, with numbers of its own for the words: ter_script looks at its whole
  // batch.
  EditScript shifted(Tokens ref) {
    pair_ids_.clear();
    numbers_.clear();
    for (const Tokens side : {Tokens(hyp_), ref})
      for (const std::int32_t word : side)
        pair_ids_.push_back(numbers_.emplace(word, static_cast<std::int32_t>(numbers_.size())).first->second);
    const std::array<std::int64_t, 3> offsets{0, static_cast<std::int64_t>(hyp_.size()),
                                              static_cast<std::int64_t>(pair_ids_.size())};
    return ter_script({pair_ids_, offsets}, 0, 1, TerRules::sacrebleu);
  }

  void apply(const PhraseShift& shift) {
    const auto begin = hyp_.begin();
    const std::int32_t end = shift.start + shift.length;
    if (shift.before < shift.start)
      std::rotate(begin + shift.before, begin + shift.start, begin + end);
    else if (shift.before > end)
      std::rotate(begin + shift.start, begin + end, begin + shift.before);
  }

  Edits cheapest(Tokens ref, const EditCosts& costs) {
    const std::size_t width = ref.size() + 1;
    cells_.resize((hyp_.size() + 1) * width);
    for (std::size_t j = 0; j < width; ++j) cells_[j] = static_cast<double>(j) * costs.insert;
    for (std::size_t i = 1; i <= hyp_.size(); ++i) {
      pulse(width);
      double* const here = &cells_[i * width];
      const double* const above = here - width;
      here[0] = static_cast<double>(i) * costs.remove;
      for (std::size_t j = 1; j < width; ++j) {
        const double replaced = above[j - 1] + (hyp_[i - 1] == ref[j - 1] ? 0 : costs.substitute);
        here[j] = std::min({replaced, above[j] + costs.remove, here[j - 1] + costs.insert});
      }
    }
    return read_back(ref, costs);
  }

  Edits read_back(Tokens ref, const EditCosts& costs) const {
    const std::size_t width = ref.size() + 1;
    Edits edits;
    std::size_t i = hyp_.size(), j = ref.size();
    while (i > 0 || j > 0) {
      const double cost = cells_[i * width + j];
      const bool same = i > 0 && j > 0 && hyp_[i - 1] == ref[j - 1];
      if (i > 0 && j > 0 && cells_[(i - 1) * width + j - 1] + (same ? 0 : costs.substitute) == cost) {
        edits.substitute += !same;
        --i, --j;
      } else if (i > 0 && cells_[(i - 1) * width + j] + costs.remove == cost) {
        ++edits.remove;
        --i;
      } else if (j > 0) {
        ++edits.insert;
        --j;
      } else {
        // Sums at the edge can differ from products in the last place.
        ++edits.remove;
        --i;
      }
    }
    return edits;
  }

  Edits without_order(Tokens ref) {
    ref_.assign(ref.begin(), ref.end());
    std::sort(ref_.begin(), ref_.end());
    std::sort(hyp_.begin(), hyp_.end());
    std::size_t both = 0;
    for (std::size_t i = 0, j = 0; i < hyp_.size() && j < ref_.size();) {
      both += hyp_[i] == ref_[j];
      const bool step_ref = ref_[j] <= hyp_[i];
      i += hyp_[i] <= ref_[j];
      j += step_ref;
    }
    const double hyp = static_cast<double>(hyp_.size()), other = static_cast<double>(ref_.size());
    const double replaced = std::min(hyp, other) - static_cast<double>(both);
    return {std::max(0.0, other - hyp), std::max(0.0, hyp - other), replaced};
  }

  const Batch& batch_;
  std::span<const EditCosts> settings_;
  std::vector<std::int32_t> hyp_, ref_, pair_ids_;
  std::unordered_map<std::int32_t, std::int32_t> numbers_;
  std::vector<double> cells_;
};

}  // namespace

Table edit_cost_features(const Batch& batch, const Pairing& pairing, std::span<const EditCosts> settings,
                         int threads) {
  check(batch, "batch");
  check_referenced(pairing, batch.size());
  for (const EditCosts& costs : settings)
    for (const double cost : {costs.insert, costs.remove, costs.substitute, costs.shift})
      if (!(cost >= 0) || !std::isfinite(cost))
        throw std::invalid_argument("costs: finite numbers that are not negative are due");
  Table table(pairing.size(), kEditCostColumns * settings.size());
  parallel_for(pairing.size(), threads, [&] {
    return [&, costs = std::make_shared<Costs>(batch, settings)](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        costs->extract(static_cast<std::size_t>(pairing.hypotheses[i]),
                       static_cast<std::size_t>(pairing.references[i].front()), table.row(i));
    };
  });
  return table;
}

}  // namespace core
