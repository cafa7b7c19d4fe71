#include "matching/details/unit_vectors.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "base/also_wide.h"

namespace core {
namespace {

// A clone for wider registers must be a plain function.
TERTIUM_ALSO_WIDE void products_of(const std::int16_t* one, const std::int16_t* values,
                                   std::size_t dimensions, const std::size_t* places, std::size_t n,
                                   std::int32_t* out) {
  for (std::size_t j = 0; j < n; ++j) {
    const std::int16_t* other = values + places[j] * dimensions;
    std::int32_t sum = 0;
    for (std::size_t k = 0; k < dimensions; ++k) sum += std::int32_t{one[k]} * other[k];
    out[j] = sum;
  }
}

}  // namespace

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

UnitVectors::UnitVectors(const Batch& batch, const PieceVectors& vectors)
    : dimensions_(vectors.dimensions), place_(vectors.size(), -1) {
  for (const std::int32_t id : batch.values) {
    std::int32_t& place = place_[static_cast<std::size_t>(id)];
    if (place >= 0) continue;
    place = static_cast<std::int32_t>(scales_.size());
    const auto raw = vectors.values.subspan(static_cast<std::size_t>(id) * dimensions_, dimensions_);
    double square = 0;
    for (const std::int8_t value : raw) square += double{1} * value * value;
    scales_.push_back(square > 0 ? static_cast<float>(1 / std::sqrt(square)) : 0.0F);
    values_.insert(values_.end(), raw.begin(), raw.end());
  }
}

void UnitVectors::products(std::size_t one, std::span<const std::size_t> others,
                           std::vector<std::int32_t>& out) const {
  out.resize(others.size());
  products_of(values(one), values(0), dimensions_, others.data(), others.size(), out.data());
}

}  // namespace core
