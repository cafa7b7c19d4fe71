// Texts compared by the vectors of their pieces: soft matches as the plain formula has them, and what it
// costs to turn one text into the other, which must be a number for any vectors and weights.
#include <bit>
#include <span>

#include "fuzz/input.h"
#include "matching/piece_vectors.h"
#include "matching/soft_matching.h"
#include "matching/transport.h"

namespace {

constexpr int kPieces = 6;

struct Vectors {
  std::vector<std::int8_t> values;
  std::vector<float> weights;
  std::size_t dimensions;

  explicit Vectors(fuzz::Input& input) : dimensions(static_cast<std::size_t>(1 + input.below(5))) {
    for (std::size_t i = 0; i < kPieces * dimensions; ++i)
      values.push_back(static_cast<std::int8_t>(std::max(-127, static_cast<int>(input.byte()) - 128)));
    for (int i = 0; i < kPieces; ++i) {
      std::uint32_t bits = 0;
      for (int b = 0; b < 4; ++b) bits = bits << 8 | input.byte();
      weights.push_back(input.flag() ? std::bit_cast<float>(bits) : static_cast<float>(bits % 8));
    }
  }
  core::PieceVectors view() const { return {values, dimensions, weights}; }

  double cosine(std::int32_t a, std::int32_t b) const {
    if (a == b) return 1;
    double product = 0, ours = 0, theirs = 0;
    for (std::size_t k = 0; k < dimensions; ++k) {
      const double x = values[static_cast<std::size_t>(a) * dimensions + k];
      const double y = values[static_cast<std::size_t>(b) * dimensions + k];
      product += x * y, ours += x * x, theirs += y * y;
    }
    return ours > 0 && theirs > 0 ? product / std::sqrt(ours * theirs) : 0.0;
  }

  // The mean over one text of how near each piece is to its nearest of the other.
  double nearest(core::Tokens text, core::Tokens other) const {
    double sum = 0;
    for (const std::int32_t a : text) {
      double best = -1;
      for (const std::int32_t b : other) best = std::max(best, cosine(a, b));
      sum += best;
    }
    return sum / static_cast<double>(text.size());
  }
};

void compare(const fuzz::Segment& segment, const Vectors& vectors, double softness, int steps) {
  const auto soft = core::soft_features(segment.batch(), segment.pairing(), vectors.view(), 1);
  const auto moved =
      core::transport_features(segment.batch(), segment.pairing(), vectors.view(), softness, steps, 1);
  fuzz::demand_finite(soft);
  fuzz::demand_finite(moved);
  for (std::size_t r = 0; r < segment.refs.size(); ++r) {
    const core::Tokens hyp(segment.hyp), ref(segment.refs[r]);
    const double* row = moved.values.data() + r * core::kTransportColumns;
    DEMAND(row[0] <= 1 + 1e-5 && row[1] <= 1 + 1e-5 && row[0] >= -1 - 1e-3 && row[2] == 0);
    if (hyp.empty() || ref.empty()) continue;
    if (std::ranges::equal(hyp, ref)) DEMAND(row[0] == 1);
    const double* near = soft.values.data() + r * core::kSoftColumns;
    DEMAND(fuzz::is_close(near[0], vectors.nearest(hyp, ref), 1e-4));
    DEMAND(fuzz::is_close(near[1], vectors.nearest(ref, hyp), 1e-4));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  const Vectors vectors(input);
  const double softness = input.flag() ? input.any_double() : 0.025 + input.below(16) / 64.0;
  const int steps = input.below(40);
  auto hyp = input.words(12, kPieces);
  auto refs = input.rows(1, 3, 12, kPieces);
  if (input.flag()) refs.push_back(hyp);
  const fuzz::Segment segment(hyp, refs);
  fuzz::accepted([&] { compare(segment, vectors, softness, steps); });
  return 0;
}
