#pragma once
// How arrays cross between NumPy and the core. Everything here needs the GIL.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <utility>
#include <vector>

#include "core/batch.h"

namespace nb = nanobind;
using namespace nb::literals;

template <typename T>
using Array = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Ids = Array<std::int32_t>;
using Offsets = Array<std::int64_t>;
using Bytes = Array<std::uint8_t>;

template <typename T>
std::span<const T> view(const Array<T>& array) {
  return {array.data(), array.size()};
}

inline core::Batch batch(const Ids& ids, const Offsets& offsets) { return {view(ids), view(offsets)}; }

inline core::Texts texts(const Bytes& bytes, const Offsets& offsets) {
  core::Texts result;
  result.values = {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  result.offsets = view(offsets);
  return result;
}

inline core::Pairing pairing(const Ids& hypotheses, const Ids& references, const Offsets& reference_offsets) {
  return {view(hypotheses), {view(references), view(reference_offsets)}};
}

// Hands a vector to NumPy without a copy; NumPy frees it.
template <typename T, typename Element = T>
auto array(std::vector<T>&& values) {
  auto* owned = new std::vector<T>(std::move(values));
  nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return nb::ndarray<nb::numpy, Element, nb::ndim<1>>(reinterpret_cast<Element*>(owned->data()),
                                                      {owned->size()}, owner);
}

inline auto array(core::Table&& table) {
  auto* owned = new core::Table(std::move(table));
  nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<core::Table*>(p); });
  return nb::ndarray<nb::numpy, double, nb::ndim<2>>(owned->values.data(), {owned->rows, owned->columns},
                                                     owner);
}

inline auto arrays(core::OwnedTexts&& owned) {
  return std::pair(array<char, std::uint8_t>(std::move(owned.bytes)), array(std::move(owned.offsets)));
}

// Runs a kernel without the GIL and hands its result over afterwards.
template <typename Kernel>
auto unlocked(Kernel&& kernel) {
  nb::gil_scoped_release released;
  return kernel();
}
