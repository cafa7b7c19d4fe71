#include <algorithm>
#include <cmath>

#include "reference/reference.h"

namespace reference {

namespace {

using Used = std::vector<bool>;

bool is_run(const Words& hyp, const Words& ref, const Used& hyp_used, const Used& ref_used, std::size_t i,
            std::size_t j, std::size_t length) {
  if (i + length > hyp.size() || j + length > ref.size()) return false;
  for (std::size_t k = 0; k < length; ++k)
    if (hyp_used[i + k] || ref_used[j + k] || hyp[i + k] != ref[j + k]) return false;
  return true;
}

void mark(Used& used, std::size_t start, std::size_t length, bool value) {
  for (std::size_t k = 0; k < length; ++k) used[start + k] = value;
}

double best_of_rest(const Words& hyp, const Words& ref, Used& hyp_used, Used& ref_used, double exponent) {
  double best = 0;
  for (std::size_t i = 0; i < hyp.size(); ++i)
    for (std::size_t j = 0; j < ref.size(); ++j)
      for (std::size_t length = 1; is_run(hyp, ref, hyp_used, ref_used, i, j, length); ++length) {
        mark(hyp_used, i, length, true);
        mark(ref_used, j, length, true);
        best = std::max(best, std::pow(static_cast<double>(length), exponent) +
                                  best_of_rest(hyp, ref, hyp_used, ref_used, exponent));
        mark(hyp_used, i, length, false);
        mark(ref_used, j, length, false);
      }
  return best;
}

}  // namespace

double greedy_match(const Words& hyp, const Words& ref, double exponent) {
  Used hyp_used(hyp.size()), ref_used(ref.size());
  double sum = 0;
  for (std::size_t length = std::min(hyp.size(), ref.size()); length > 0; --length)
    for (std::size_t i = 0; i < hyp.size(); ++i)
      for (std::size_t j = 0; j < ref.size(); ++j)
        if (is_run(hyp, ref, hyp_used, ref_used, i, j, length)) {
          mark(hyp_used, i, length, true);
          mark(ref_used, j, length, true);
          sum += std::pow(static_cast<double>(length), exponent);
        }
  return sum;
}

double best_match(const Words& hyp, const Words& ref, double exponent) {
  Used hyp_used(hyp.size()), ref_used(ref.size());
  return best_of_rest(hyp, ref, hyp_used, ref_used, exponent);
}

}  // namespace reference
