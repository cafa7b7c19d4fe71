#include <stdexcept>
#include <string>

#include "bindings/arrays.h"
#include "ranks/pair_counts.h"
#include "ranks/resampled_ranks.h"
#include "ranks/resampled_sums.h"

namespace {

core::ScoreGroups score_groups(const Doubles& human, const Doubles& metric, const Offsets& offsets) {
  return {view(human), view(metric), view(offsets)};
}

using Matrix = nb::ndarray<nb::numpy, const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Sums = nb::ndarray<nb::numpy, double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

core::Rows rows_for(const Matrix& rows, const Sums& sums) {
  if (rows.shape(1) != sums.shape(1))
    throw std::invalid_argument("rows have " + std::to_string(rows.shape(1)) + " columns but sums " +
                                std::to_string(sums.shape(1)));
  return {{rows.data(), rows.size()}, rows.shape(1)};
}

}  // namespace

void bind_meta(nb::module_& m) {
  m.def(
      "pair_counts",
      [](Doubles human, Doubles metric, Offsets offsets, double epsilon, int threads) {
        return array(unlocked(
            [&] { return core::pair_counts(score_groups(human, metric, offsets), epsilon, threads); }));
      },
      "human"_a.noconvert(), "metric"_a.noconvert(), "offsets"_a.noconvert(), nb::kw_only(),
      "epsilon"_a = 0.0, "threads"_a = 1,
      "Pairs of each group: concordant, discordant, tied by people only, by the metric only, by both.");
  nb::class_<core::TieCalibration>(m, "TieCalibration", "An accuracy, and the epsilon that gives it.")
      .def_ro("accuracy", &core::TieCalibration::accuracy)
      .def_ro("epsilon", &core::TieCalibration::epsilon);
  m.def(
      "calibrate_ties",
      [](Doubles human, Doubles metric, Offsets offsets) {
        return unlocked([&] { return core::calibrate_ties(score_groups(human, metric, offsets)); });
      },
      "human"_a.noconvert(), "metric"_a.noconvert(), "offsets"_a.noconvert(),
      "The largest mean pairwise accuracy over groups, and the smallest epsilon that gives it.");
  m.def(
      "resampled_spearman",
      [](Ids first, Ids second, Ids counts, int threads) {
        return array(unlocked(
            [&] { return core::resampled_spearman({view(first), view(second)}, view(counts), threads); }));
      },
      "first"_a.noconvert(), "second"_a.noconvert(), "counts"_a.noconvert(), nb::kw_only(), "threads"_a = 1,
      "Spearman's coefficient of each sample of dense ranks.");
  m.def(
      "resampled_pair_counts",
      [](Ids first, Ids second, Ids counts, int threads) {
        return array(unlocked(
            [&] { return core::resampled_pair_counts({view(first), view(second)}, view(counts), threads); }));
      },
      "first"_a.noconvert(), "second"_a.noconvert(), "counts"_a.noconvert(), nb::kw_only(), "threads"_a = 1,
      "Pairs of each sample: concordant, discordant, tied in the first only, in the second only, in both.");
  m.attr("SEGMENTS_OF_BLOCK") = core::kSegmentsOfBlock;
  m.def(
      "add_swapped",
      [](Matrix rows, Sums sums, std::uint64_t key, std::uint64_t block, int threads) {
        const core::Rows segments = rows_for(rows, sums);
        unlocked([&] { core::add_swapped(segments, {key, block}, {sums.data(), sums.size()}, threads); });
      },
      "rows"_a.noconvert(), "sums"_a.noconvert(), nb::kw_only(), "key"_a, "block"_a, "threads"_a = 1,
      "Add to the sums of each sample the rows of the segments of a block that it swaps.");
  m.def(
      "add_drawn",
      [](Matrix rows, Offsets numbers, Sums sums, std::uint64_t key, std::uint64_t block, int threads) {
        const core::Rows segments = rows_for(rows, sums);
        unlocked([&] {
          core::add_drawn(segments, {key, block}, view(numbers), {sums.data(), sums.size()}, threads);
        });
      },
      "rows"_a.noconvert(), "numbers"_a.noconvert(), "sums"_a.noconvert(), nb::kw_only(), "key"_a, "block"_a,
      "threads"_a = 1,
      "Add to the sums of each sample the rows of so many segments of a block that it draws.");
}
