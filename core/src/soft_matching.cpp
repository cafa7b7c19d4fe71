#include "core/soft_matching.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string>

#include "each_pair.h"

namespace core {
namespace {

constexpr std::size_t kWorst = 3;
constexpr float kNear = 0.5F;

void check_vectors(const Batch& batch, const PieceVectors& vectors) {
  if (vectors.dimensions < 1 || vectors.values.size() != vectors.size() * vectors.dimensions)
    throw std::invalid_argument("vectors: " + std::to_string(vectors.values.size()) + " numbers for " +
                                std::to_string(vectors.size()) + " pieces of " +
                                std::to_string(vectors.dimensions) + " dimensions");
  if (id_limit(batch) > vectors.size())
    throw std::invalid_argument("vectors: a piece is " + std::to_string(id_limit(batch) - 1) +
                                " but there are " + std::to_string(vectors.size()));
  for (const float weight : vectors.weights)
    if (!(weight >= 0 && std::isfinite(weight)))
      throw std::invalid_argument("weights: expected finite numbers that are not negative");
}

// The vectors of the pieces that occur, each of length 1; pieces are numbered anew, so that they lie
// together.
class UnitVectors {
 public:
  UnitVectors(const Batch& batch, const PieceVectors& vectors)
      : dimensions_(vectors.dimensions), place_(vectors.size(), -1) {
    for (const std::int32_t id : batch.values) {
      std::int32_t& place = place_[static_cast<std::size_t>(id)];
      if (place >= 0) continue;
      place = static_cast<std::int32_t>(values_.size() / dimensions_);
      const auto raw = vectors.values.subspan(static_cast<std::size_t>(id) * dimensions_, dimensions_);
      double square = 0;
      for (const std::int8_t value : raw) square += double{1} * value * value;
      const float scale = square > 0 ? static_cast<float>(1 / std::sqrt(square)) : 0.0F;
      for (const std::int8_t value : raw) values_.push_back(scale * static_cast<float>(value));
    }
  }

  std::size_t dimensions() const { return dimensions_; }
  const float* operator[](std::int32_t id) const {
    return values_.data() + static_cast<std::size_t>(place_[static_cast<std::size_t>(id)]) * dimensions_;
  }

 private:
  std::size_t dimensions_;
  std::vector<std::int32_t> place_;
  std::vector<float> values_;
};

float dot(const float* a, const float* b, std::size_t n) {
  // Eight sums at once, so that the compiler can use wide registers without changing the order of additions.
  std::array<float, 8> sums{};
  std::size_t i = 0;
  for (; i + 8 <= n; i += 8)
    for (std::size_t k = 0; k < 8; ++k) sums[k] += a[i + k] * b[i + k];
  float total = 0;
  for (const float sum : sums) total += sum;
  for (; i < n; ++i) total += a[i] * b[i];
  return total;
}

class SoftMatcher {
 public:
  SoftMatcher(const UnitVectors& units, std::span<const float> weights) : units_(units), weights_(weights) {}

  void compare(Tokens hyp, Tokens ref, double* row) {
    if (hyp.empty() || ref.empty()) return;
    nearest(hyp, ref);
    for (const bool weighted : {false, true}) {
      double* at = row + (weighted ? 3 : 0);
      at[0] = mean(hyp, near_hyp_, weighted);
      at[1] = mean(ref, near_ref_, weighted);
      at[2] = at[0] + at[1] > 0 ? 2 * at[0] * at[1] / (at[0] + at[1]) : 0.0;
      row[6 + weighted] = cosine_of_means(hyp, ref, weighted);
    }
    const auto is_near = [](float value) { return value > kNear; };
    const auto n_near = std::count_if(near_hyp_.begin(), near_hyp_.end(), is_near) +
                        std::count_if(near_ref_.begin(), near_ref_.end(), is_near);
    row[10] = static_cast<double>(n_near) / static_cast<double>(hyp.size() + ref.size());
    row[8] = worst(near_hyp_);
    row[9] = worst(near_ref_);
  }

 private:
  void nearest(Tokens hyp, Tokens ref) {
    near_hyp_.assign(hyp.size(), -1.0F);
    near_ref_.assign(ref.size(), -1.0F);
    for (std::size_t i = 0; i < hyp.size(); ++i) {
      pulse(ref.size() * units_.dimensions());
      const float* ours = units_[hyp[i]];
      for (std::size_t j = 0; j < ref.size(); ++j) {
        const float near = hyp[i] == ref[j] ? 1.0F : dot(ours, units_[ref[j]], units_.dimensions());
        near_hyp_[i] = std::max(near_hyp_[i], near);
        near_ref_[j] = std::max(near_ref_[j], near);
      }
    }
  }

  double mean(Tokens pieces, const std::vector<float>& near, bool weighted) const {
    double sum = 0, total = 0;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      const double weight = weighted ? weights_[static_cast<std::size_t>(pieces[i])] : 1.0F;
      sum += weight * near[i];
      total += weight;
    }
    return total > 0 ? sum / total : 0.0;
  }

  double cosine_of_means(Tokens hyp, Tokens ref, bool weighted) {
    sum(hyp, weighted, sum_hyp_);
    sum(ref, weighted, sum_ref_);
    double product = 0, ours = 0, theirs = 0;
    for (std::size_t k = 0; k < units_.dimensions(); ++k) {
      product += sum_hyp_[k] * sum_ref_[k];
      ours += sum_hyp_[k] * sum_hyp_[k];
      theirs += sum_ref_[k] * sum_ref_[k];
    }
    return ours > 0 && theirs > 0 ? product / std::sqrt(ours * theirs) : 0.0;
  }

  void sum(Tokens pieces, bool weighted, std::vector<double>& out) const {
    out.assign(units_.dimensions(), 0.0);
    for (const std::int32_t id : pieces) {
      const double weight = weighted ? weights_[static_cast<std::size_t>(id)] : 1.0F;
      const float* unit = units_[id];
      for (std::size_t k = 0; k < out.size(); ++k) out[k] += weight * unit[k];
    }
  }

  static double worst(std::vector<float>& near) {
    const std::size_t n = std::min(kWorst, near.size());
    std::partial_sort(near.begin(), near.begin() + static_cast<std::ptrdiff_t>(n), near.end());
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) sum += near[i];
    return sum / static_cast<double>(n);
  }

  const UnitVectors& units_;
  std::span<const float> weights_;
  std::vector<float> near_hyp_, near_ref_;
  std::vector<double> sum_hyp_, sum_ref_;
};

}  // namespace

Table soft_features(const Batch& batch, const Pairing& pairing, const PieceVectors& vectors, int threads) {
  check(batch, "tokens");
  check(pairing, batch.size());
  check_vectors(batch, vectors);
  const UnitVectors units(batch, vectors);
  Table table(pairing.references.values.size(), kSoftColumns);
  for_each_pair(pairing, threads, [&] {
    return [&, matcher = SoftMatcher(units, vectors.weights)](std::size_t hyp, std::size_t ref,
                                                              std::size_t pair) mutable {
      matcher.compare(batch[hyp], batch[ref], table.row(pair));
    };
  });
  return table;
}

}  // namespace core
