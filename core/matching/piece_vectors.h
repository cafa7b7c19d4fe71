#pragma once
#include "base/batch.h"

namespace core {

// A vector for each piece of a list, as whole numbers; only directions count.
struct PieceVectors {
  std::span<const std::int8_t> values;  // piece after piece
  std::size_t dimensions;
  std::span<const float> weights;  // how much each piece tells; finite and not negative

  std::size_t size() const { return weights.size(); }
};

}  // namespace core
