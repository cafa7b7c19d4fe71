#pragma once
#include "matching/piece_vectors.h"

namespace core {

inline constexpr std::size_t kTransportColumns = 3;
// More different pieces of a text than this are not looked at.
inline constexpr std::size_t kMostTransported = 4096;

// What it costs to turn one text into the other by moving its pieces, one row for each reference of each
// hypothesis, in their order.
//
// Both texts are masses that sum to 1. A mass that moves from a piece to another costs 1 less the cosine of
// their vectors, and nothing where the two are the same piece. The plan is Sinkhorn's: `steps` times the
// masses of one side and of the other are made right, and plans whose costs differ by much less than
// `softness` (above 0) count alike. It is an approximation: with the 50 steps that features take, half of the
// values on real text are more than .001 from those of a plan that has converged, the farthest .025
// (papers/transport.py). Columns:
//   0 1 less the cost, all pieces weighing the same
//   1 the same by weight; 0 where a side weighs nothing
//   2 1 where a side has more than kMostTransported different pieces; those of least weight are left out
// A side without pieces has zeros; a text has 1 with itself. Time O(different pieces of both sides multiplied
// x steps), in single precision and in an order that no processor changes (after Cuturi 2013).
Table transport_features(const Batch& batch, const Pairing& pairing, const PieceVectors& vectors,
                         double softness, int steps, int threads);

}  // namespace core
