#pragma once
// How arrays cross between NumPy and the core. Everything here needs the GIL.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/batch.h"

namespace nb = nanobind;
using namespace nb::literals;

template <typename T>
using Array = nb::ndarray<nb::numpy, const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Ids = Array<std::int32_t>;
using Offsets = Array<std::int64_t>;
using Bytes = Array<std::uint8_t>;
using Shorts = Array<std::uint16_t>;
using SmallNumbers = Array<std::int8_t>;
using Numbers = Array<std::uint32_t>;
using Floats = Array<float>;
using Doubles = Array<double>;

template <typename T>
std::span<const T> view(const Array<T>& array) {
  return {array.data(), array.size()};
}

// Arrays of results.
template <typename T>
using Column = nb::ndarray<nb::numpy, T, nb::ndim<1>>;
template <typename T>
using Columns = nb::ndarray<nb::numpy, T, nb::ndim<2>>;

// A vector that NumPy holds; where the array's address is.
template <typename T>
std::pair<T*, nb::capsule> held(std::vector<T>&& values) {
  auto* owned = new std::vector<T>(std::move(values));
  return {owned->data(),
          nb::capsule(owned, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); })};
}

// Hands a vector to NumPy without a copy; NumPy frees it.
template <typename T>
Column<T> array(std::vector<T>&& values) {
  const std::size_t size = values.size();
  auto [data, owner] = held(std::move(values));
  return Column<T>(data, {size}, owner);
}

inline Columns<double> array(core::Table&& table) {
  auto [data, owner] = held(std::move(table.values));
  return Columns<double>(data, {table.rows, table.columns}, owner);
}

// Numbers as a table of so many columns.
template <std::size_t kColumns>
Columns<std::int32_t> rows(std::vector<std::int32_t>&& values) {
  const std::size_t n_rows = values.size() / kColumns;
  auto [data, owner] = held(std::move(values));
  return Columns<std::int32_t>(data, {n_rows, kColumns}, owner);
}

// An array that the core made, as one that it reads.
template <typename T, typename Element = T>
Array<Element> shared(std::vector<T>&& values) {
  const std::size_t size = values.size();
  auto [data, owner] = held(std::move(values));
  return Array<Element>(reinterpret_cast<const Element*>(data), {size}, owner);
}

// How Python reads an array of a bound value: as it is, without a copy.
inline constexpr auto kNoCopy = nb::rv_policy::automatic;

// Runs a kernel without the GIL and hands its result over afterwards.
template <typename Kernel>
auto unlocked(Kernel&& kernel) {
  nb::gil_scoped_release released;
  return kernel();
}
