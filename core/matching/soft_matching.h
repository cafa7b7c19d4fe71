#pragma once
#include "matching/piece_vectors.h"

namespace core {

inline constexpr std::size_t kSoftColumns = 11;

// How near the pieces of a hypothesis and of a reference are to each other, one row for each reference of
// each hypothesis, in their order.
//
// A piece is as near to a text as to its nearest piece there, by the cosine of their vectors (a piece is 1
// near to itself; one whose vector is all zeros is 0 near to all others). Columns:
//    0- 2 mean of the pieces of the hypothesis (precision), of the reference (recall), and their F1
//    3- 5 the same by weight
//    6- 7 cosine of the mean vectors, plain and by weight
//    8- 9 mean of the three worst pieces of the hypothesis, and of the reference
//   10    share of all pieces that are more than one half near
// A side without pieces has shares of 0. Time O(pieces of the hypothesis x pieces of the reference).
Table soft_features(const Batch& batch, const Pairing& pairing, const PieceVectors& vectors, int threads);

}  // namespace core
