#pragma once
// Slow and obvious twins of the kernels of meta-evaluation. Lists of numbers in, numbers out.
#include <array>
#include <utility>
#include <vector>

namespace reference {

using Scores = std::vector<double>;

// Pairs: concordant, discordant, tied in the first only, in the second only, in both. The second ties what is
// at most epsilon apart.
std::array<long, 5> pair_counts(const Scores& human, const Scores& metric, double epsilon);

// Best mean accuracy over groups and the smallest epsilon that gives it, by trying every epsilon that
// matters. Means are compared to within 1e-12.
std::pair<double, double> calibrate_ties(const std::vector<Scores>& human, const std::vector<Scores>& metric);

// Spearman's coefficient from ranks counted one by one; NaN where either is constant.
double spearman(const Scores& x, const Scores& y);

}  // namespace reference
