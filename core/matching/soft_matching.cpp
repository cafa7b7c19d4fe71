#include "matching/soft_matching.h"

#include <algorithm>
#include <cmath>

#include "base/also_wide.h"
#include "base/each_pair.h"
#include "matching/details/unit_vectors.h"

namespace core {
namespace {

constexpr std::size_t kWorst = 3;
constexpr float kNear = 0.5F;

TERTIUM_ALSO_WIDE void add_times(double* out, double weight, const std::int16_t* values,
                                 std::size_t dimensions) {
  for (std::size_t k = 0; k < dimensions; ++k) out[k] += weight * values[k];
}

// The different pieces of a text, in the order in which they first occur.
struct Different {
  std::vector<std::size_t> places;  // of each different piece among the vectors
  std::vector<std::size_t> number;  // of each piece of the text, among the different ones
  std::vector<float> near;          // of each different piece to the other text
};

class SoftMatcher {
 public:
  SoftMatcher(const UnitVectors& units, std::span<const float> weights)
      : units_(units), weights_(weights), seen_(units.size()) {}

  void compare(Tokens hyp, Tokens ref, double* row) {
    if (hyp.empty() || ref.empty()) return;
    const bool same = std::ranges::equal(hyp, ref);
    if (same) {
      near_hyp_.assign(hyp.size(), 1.0F);
      near_ref_ = near_hyp_;
    } else {
      nearest(hyp, ref);
    }
    for (const bool weighted : {false, true}) {
      double* at = row + (weighted ? 3 : 0);
      at[0] = mean(hyp, near_hyp_, weighted);
      at[1] = mean(ref, near_ref_, weighted);
      at[2] = at[0] + at[1] > 0 ? 2 * at[0] * at[1] / (at[0] + at[1]) : 0.0;
      row[6 + weighted] =
          same ? (has_direction(hyp, weighted) ? 1.0 : 0.0) : cosine_of_means(hyp, ref, weighted);
    }
    const auto is_near = [](float value) { return value > kNear; };
    const auto n_near = std::count_if(near_hyp_.begin(), near_hyp_.end(), is_near) +
                        std::count_if(near_ref_.begin(), near_ref_.end(), is_near);
    row[10] = static_cast<double>(n_near) / static_cast<double>(hyp.size() + ref.size());
    row[8] = worst(near_hyp_);
    row[9] = worst(near_ref_);
  }

 private:
  // A piece that the other text has is 1 near to it. Only the others must be compared, each different one
  // once.
  void nearest(Tokens hyp, Tokens ref) {
    collect(hyp, hyp_);
    collect(ref, ref_);
    mark(hyp_, ref_);
    mark(ref_, hyp_);
    lacking_.clear();
    for (std::size_t j = 0; j < ref_.places.size(); ++j)
      if (ref_.near[j] != 1.0F) lacking_.push_back(j);
    lacking_places_.clear();
    for (const std::size_t j : lacking_) lacking_places_.push_back(ref_.places[j]);
    for (std::size_t i = 0; i < hyp_.places.size(); ++i) {
      pulse(ref_.places.size() * units_.dimensions());
      const bool known = hyp_.near[i] == 1.0F;
      const std::vector<std::size_t>& places = known ? lacking_places_ : ref_.places;
      units_.products(hyp_.places[i], places, products_);
      for (std::size_t n = 0; n < places.size(); ++n) {
        const float near = units_.cosine(hyp_.places[i], places[n], products_[n]);
        float& other = ref_.near[known ? lacking_[n] : n];
        hyp_.near[i] = std::max(hyp_.near[i], near);
        other = std::max(other, near);
      }
    }
    spread(hyp_, near_hyp_);
    spread(ref_, near_ref_);
  }

  void collect(Tokens pieces, Different& text) {
    text.places.clear();
    text.number.clear();
    ++visit_;
    for (const std::int32_t id : pieces) {
      Seen& seen = seen_[units_.place(id)];
      if (seen.visit != visit_) {
        seen = {visit_, text.places.size()};
        text.places.push_back(units_.place(id));
      }
      text.number.push_back(seen.number);
    }
    text.near.assign(text.places.size(), -1.0F);
  }

  void mark(const Different& text, Different& other) {
    ++visit_;
    for (const std::size_t place : text.places) seen_[place].visit = visit_;
    for (std::size_t j = 0; j < other.places.size(); ++j)
      if (seen_[other.places[j]].visit == visit_) other.near[j] = 1.0F;
  }

  static void spread(const Different& text, std::vector<float>& near) {
    near.resize(text.number.size());
    for (std::size_t i = 0; i < near.size(); ++i) near[i] = text.near[text.number[i]];
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

  bool has_direction(Tokens pieces, bool weighted) {
    sum(pieces, weighted, sum_hyp_);
    return std::ranges::any_of(sum_hyp_, [](double value) { return value * value > 0; });
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
      const std::size_t place = units_.place(id);
      const double weight = (weighted ? weights_[static_cast<std::size_t>(id)] : 1.0F) * units_.scale(place);
      add_times(out.data(), weight, units_.values(place), out.size());
    }
  }

  static double worst(std::vector<float>& near) {
    const std::size_t n = std::min(kWorst, near.size());
    std::partial_sort(near.begin(), near.begin() + static_cast<std::ptrdiff_t>(n), near.end());
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) sum += near[i];
    return sum / static_cast<double>(n);
  }

  struct Seen {
    std::uint64_t visit = 0;
    std::size_t number = 0;
  };

  const UnitVectors& units_;
  std::span<const float> weights_;
  std::vector<Seen> seen_;  // of each vector: in which text it was last met, and as which different piece
  std::uint64_t visit_ = 0;
  Different hyp_, ref_;
  std::vector<std::size_t> lacking_, lacking_places_;  // different pieces that the hypothesis does not have
  std::vector<std::int32_t> products_;
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
