#include "matching/transport.h"

#include <array>
#include <cmath>
#include <stdexcept>
#include <string>

#include "base/also_wide.h"
#include "base/each_pair.h"
#include "matching/details/unit_vectors.h"

namespace core {
namespace {

// Sums are made in so many parts, whatever the registers: the result is the same everywhere.
constexpr std::size_t kLanes = 8;
// Keeps what is divided by from vanishing where single precision has nothing smaller.
constexpr float kLeast = 1e-30F;

std::size_t padded(std::size_t n) { return (n + kLanes - 1) / kLanes * kLanes; }

// The mass of a place over what its row of the kernel lets go.
inline float mass_left(const float* row, const float* right, std::size_t width, float mass) {
  std::array<float, kLanes> parts{};
  for (std::size_t j = 0; j < width; j += kLanes)
    for (std::size_t k = 0; k < kLanes; ++k) parts[k] += row[j + k] * right[j + k];
  const float sum =
      ((parts[0] + parts[4]) + (parts[1] + parts[5])) + ((parts[2] + parts[6]) + (parts[3] + parts[7]));
  return mass / (sum > kLeast ? sum : kLeast);
}

// One step of Sinkhorn's method: makes the masses of the left side right, then gathers what each place of the
// right side gets. `kernel` has a row of `width` numbers for each place of the left side. What four rows give
// is added at a time, one after the other.
TERTIUM_ALSO_WIDE void step(const float* kernel, const float* ours, std::size_t n, std::size_t width,
                            const float* right, float* left, float* __restrict gathered) {
  for (std::size_t j = 0; j < width; ++j) gathered[j] = 0;
  for (std::size_t i = 0; i < n; ++i) left[i] = mass_left(kernel + i * width, right, width, ours[i]);
  std::size_t i = 0;
  for (; i + 4 <= n; i += 4) {
    const float *const a = kernel + i * width, *const b = a + width, *const c = b + width,
                       *const d = c + width;
    const float x = left[i], y = left[i + 1], z = left[i + 2], w = left[i + 3];
    for (std::size_t j = 0; j < width; ++j)
      gathered[j] = (((gathered[j] + x * a[j]) + y * b[j]) + z * c[j]) + w * d[j];
  }
  for (; i < n; ++i) {
    const float* const row = kernel + i * width;
    for (std::size_t j = 0; j < width; ++j) gathered[j] += left[i] * row[j];
  }
}

TERTIUM_ALSO_WIDE void divide(const float* theirs, const float* gathered, std::size_t width, float* right) {
  for (std::size_t j = 0; j < width; ++j)
    right[j] = theirs[j] / (gathered[j] > kLeast ? gathered[j] : kLeast);
}

// The different pieces of a text, in the order of their numbers, and their masses.
struct Side {
  std::vector<std::int32_t> ids;
  std::vector<std::size_t> places;         // among the vectors
  std::array<std::vector<float>, 2> mass;  // all pieces weighing the same, and by weight
  std::array<bool, 2> weighs{};
  bool limited = false;
};

class Transporter {
 public:
  Transporter(const UnitVectors& units, std::span<const float> weights, double softness, int steps)
      : units_(units), weights_(weights), per_cost_(static_cast<float>(1 / softness)), steps_(steps) {}

  void compare(Tokens hyp, Tokens ref, double* row) {
    if (hyp.empty() || ref.empty()) return;
    collect(hyp, hyp_);
    collect(ref, ref_);
    row[2] = hyp_.limited || ref_.limited;
    const bool same = std::ranges::equal(hyp, ref);
    if (!same) fill();
    for (const std::size_t kind : {0U, 1U}) {
      if (!hyp_.weighs[kind] || !ref_.weighs[kind]) continue;
      row[kind] = same ? 1.0 : 1 - cost(hyp_.mass[kind], ref_.mass[kind]);
    }
  }

 private:
  void collect(Tokens pieces, Side& side) {
    sorted_.assign(pieces.begin(), pieces.end());
    std::ranges::sort(sorted_);
    counted_.clear();
    for (const std::int32_t id : sorted_) {
      if (counted_.empty() || counted_.back().id != id)
        counted_.push_back({id, 0, weights_[static_cast<std::size_t>(id)]});
      ++counted_.back().count;
    }
    side.limited = counted_.size() > kMostTransported;
    if (side.limited) leave_out_light();
    side.ids.clear();
    side.places.clear();
    for (auto& mass : side.mass) mass.clear();
    double total = 0, heavy = 0;
    for (const Counted& piece : counted_) total += piece.count, heavy += piece.weight * piece.count;
    for (const Counted& piece : counted_) {
      side.ids.push_back(piece.id);
      side.places.push_back(units_.place(piece.id));
      side.mass[0].push_back(static_cast<float>(piece.count / total));
      side.mass[1].push_back(heavy > 0 ? static_cast<float>(piece.weight * piece.count / heavy) : 0.0F);
    }
    side.weighs = {true, heavy > 0};
  }

  void leave_out_light() {
    const auto heavier = [](const Counted& a, const Counted& b) {
      const double ours = a.weight * a.count, theirs = b.weight * b.count;
      return ours != theirs ? ours > theirs : a.id < b.id;
    };
    std::ranges::nth_element(counted_, counted_.begin() + kMostTransported, heavier);
    counted_.resize(kMostTransported);
    std::ranges::sort(counted_, {}, &Counted::id);
  }

  // What it costs to move from each piece to each other, and how readily that is done. Rows are filled up
  // with what nothing moves to.
  void fill() {
    const std::size_t n = hyp_.ids.size(), m = ref_.ids.size();
    width_ = padded(m);
    costs_.assign(n * width_, 0.0F);
    kernel_.assign(n * width_, 0.0F);
    for (std::size_t i = 0; i < n; ++i) {
      pulse(m * units_.dimensions());
      units_.products(hyp_.places[i], ref_.places, products_);
      for (std::size_t j = 0; j < m; ++j) {
        const bool equal = hyp_.ids[i] == ref_.ids[j];
        const float cost = equal ? 0.0F : 1 - units_.cosine(hyp_.places[i], ref_.places[j], products_[j]);
        costs_[i * width_ + j] = cost;
        kernel_[i * width_ + j] = std::exp(-cost * per_cost_);
      }
    }
  }

  double cost(const std::vector<float>& ours, const std::vector<float>& masses) {
    const std::size_t n = ours.size();
    theirs_.assign(masses.begin(), masses.end());
    theirs_.resize(width_, 0.0F);
    left_.resize(n);
    gathered_.resize(width_);
    // Pieces that are alike begin as if each stood alone.
    right_.assign(ref_.mass[0].begin(), ref_.mass[0].end());
    right_.resize(width_, 0.0F);
    for (int s = 0; s < steps_; ++s) {
      pulse(n * width_);
      step(kernel_.data(), ours.data(), n, width_, right_.data(), left_.data(), gathered_.data());
      divide(theirs_.data(), gathered_.data(), width_, right_.data());
    }
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
      double of_row = 0;
      for (std::size_t j = 0; j < masses.size(); ++j)
        of_row += double{kernel_[i * width_ + j]} * costs_[i * width_ + j] * right_[j];
      sum += left_[i] * of_row;
    }
    return sum;
  }

  struct Counted {
    std::int32_t id;
    std::int32_t count;
    double weight;
  };

  const UnitVectors& units_;
  std::span<const float> weights_;
  float per_cost_;
  int steps_;
  Side hyp_, ref_;
  std::size_t width_ = 0;
  std::vector<std::int32_t> sorted_, products_;
  std::vector<Counted> counted_;
  std::vector<float> costs_, kernel_, theirs_, left_, right_, gathered_;
};

}  // namespace

Table transport_features(const Batch& batch, const Pairing& pairing, const PieceVectors& vectors,
                         double softness, int steps, int threads) {
  check(batch, "tokens");
  check(pairing, batch.size());
  check_vectors(batch, vectors);
  check_at_least(steps, 1, "steps");
  // Below this the kernel of opposite vectors is nothing in single precision.
  if (!(softness >= 0.025 && std::isfinite(softness)))
    throw std::invalid_argument("softness: expected a number of at least 0.025, found " +
                                std::to_string(softness));
  const UnitVectors units(batch, vectors);
  Table table(pairing.references.values.size(), kTransportColumns);
  for_each_pair(pairing, threads, [&] {
    return [&, transporter = Transporter(units, vectors.weights, softness, steps)](
               std::size_t hyp, std::size_t ref, std::size_t pair) mutable {
      transporter.compare(batch[hyp], batch[ref], table.row(pair));
    };
  });
  return table;
}

}  // namespace core
