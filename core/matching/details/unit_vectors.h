#pragma once
#include <algorithm>
#include <span>
#include <vector>

#include "matching/piece_vectors.h"

namespace core {

// Throws where there are not as many numbers as pieces need, or a piece of the batch has no vector.
void check_vectors(const Batch& batch, const PieceVectors& vectors);

// The vectors of the pieces that occur, numbered anew, so that they lie together. Whole numbers, so that a
// product is exact in any order and eight of them fit one register.
class UnitVectors {
 public:
  UnitVectors(const Batch& batch, const PieceVectors& vectors);

  std::size_t size() const { return scales_.size(); }
  std::size_t dimensions() const { return dimensions_; }
  std::size_t place(std::int32_t id) const {
    return static_cast<std::size_t>(place_[static_cast<std::size_t>(id)]);
  }
  const std::int16_t* values(std::size_t place) const { return values_.data() + place * dimensions_; }
  float scale(std::size_t place) const { return scales_[place]; }

  // The products of one vector with others.
  void products(std::size_t one, std::span<const std::size_t> others, std::vector<std::int32_t>& out) const;

  // The cosine of two vectors with this product; never more than 1, which is what a piece has with itself.
  float cosine(std::size_t a, std::size_t b, std::int32_t product) const {
    return std::min(1.0F, static_cast<float>(product) * scales_[a] * scales_[b]);
  }

 private:
  std::size_t dimensions_;
  std::vector<std::int32_t> place_;
  std::vector<std::int16_t> values_;
  std::vector<float> scales_;
};

}  // namespace core
