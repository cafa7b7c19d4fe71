// Envelopes of lines (MERT) and the pair counts of meta-evaluation against slow twins; any doubles are
// refused or sorted.
#include "learn/envelope.h"

#include "fuzz/input.h"
#include "ranks/pair_counts.h"
#include "ranks/resampled_ranks.h"
#include "reference/learn/envelope.h"
#include "reference/ranks/pair_counts.h"

namespace {

void compare_envelope(fuzz::Input& input) {
  // Whole numbers make ties, and their ratios compare exactly.
  std::vector<double> intercepts, slopes;
  std::vector<std::int32_t> rows;
  const int n = 1 + input.below(10);
  for (std::int32_t i = 0; i < n; ++i) {
    intercepts.push_back(input.below(9) - 4);
    slopes.push_back(input.below(9) - 4);
    rows.push_back(i);
  }
  const std::vector<std::int64_t> offsets{0, n};
  const auto [first, changes] = reference::envelope(intercepts, slopes);
  const std::vector<std::int32_t> order = core::slope_order(slopes, offsets, 1);
  for (const std::vector<std::int32_t>& given : {std::vector<std::int32_t>{}, order}) {
    const core::Breakpoints found = core::envelopes({intercepts, slopes, offsets, given, rows}, 1);
    DEMAND(found.first[0] == first && found.x.size() == changes.size());
    for (std::size_t i = 0; i < changes.size(); ++i)
      DEMAND(found.x[i] == changes[i].first && found.after[i] == changes[i].second);
  }
}

void envelope_of_any(fuzz::Input& input) {
  std::vector<double> intercepts, slopes;
  const int n = 1 + input.below(12);
  for (int i = 0; i < n; ++i) {
    intercepts.push_back(input.any_double());
    slopes.push_back(input.any_double());
  }
  const auto offsets = input.numbers<std::int64_t>(4);
  const auto rows = input.numbers<std::int32_t>(12), order = input.numbers<std::int32_t>(12);
  const std::vector<std::int64_t> whole{0, n};
  std::vector<std::int32_t> own;
  for (std::int32_t i = 0; i < n; ++i) own.push_back(i);
  fuzz::accepted([&] { core::envelopes({intercepts, slopes, offsets, order, rows}, 1); });
  fuzz::accepted([&] { core::slope_order(slopes, offsets, 1); });
  fuzz::accepted([&] {
    const core::Breakpoints found = core::envelopes({intercepts, slopes, whole, {}, own}, 1);
    for (const double x : found.x) DEMAND(!std::isnan(x));
    DEMAND(std::ranges::is_sorted(found.x));
  });
}

void compare_pairs(fuzz::Input& input) {
  const bool is_any = input.flag();
  std::vector<double> human, metric;
  const int n = input.below(12);
  for (int i = 0; i < n; ++i) {
    human.push_back(input.below(5));
    metric.push_back(is_any ? input.any_double() : input.below(7) * 0.1);
  }
  const std::vector<std::int64_t> offsets{0, n};
  constexpr double kEpsilons[] = {0, 0.1, 0.5, 1e9};
  const double epsilon = kEpsilons[input.below(4)];
  const core::ScoreGroups groups{human, metric, offsets};
  if (!fuzz::accepted([&] { groups.check(); })) return;
  const core::Table found = core::pair_counts(groups, epsilon, 1);
  const auto expected = reference::pair_counts(human, metric, epsilon);
  for (std::size_t i = 0; i < expected.size(); ++i)
    DEMAND(found.values[i] == static_cast<double>(expected[i]));
  const core::TieCalibration best = core::calibrate_ties(groups);
  const auto [accuracy, threshold] = reference::calibrate_ties({human}, {metric});
  DEMAND(std::isnan(accuracy) ? std::isnan(best.accuracy) : std::abs(best.accuracy - accuracy) <= 1e-12);
  DEMAND(best.epsilon == threshold);
  const auto ranks = input.numbers<std::int32_t>(6), others = input.numbers<std::int32_t>(6),
             counts = input.numbers<std::int32_t>(12);
  fuzz::accepted([&] { core::resampled_spearman({ranks, others}, counts, 1); });
  fuzz::accepted([&] { core::resampled_pair_counts({ranks, others}, counts, 1); });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  const int kind = input.below(3);
  if (kind == 0)
    compare_envelope(input);
  else if (kind == 1)
    envelope_of_any(input);
  else
    compare_pairs(input);
  return 0;
}
