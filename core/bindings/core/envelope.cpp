#include "learn/envelope.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <optional>

#include "bindings/arrays.h"

namespace {

using Doubles = Array<double>;

}  // namespace

void bind_tuning(nb::module_& m) {
  m.def(
      "envelopes",
      [](Doubles intercepts, Doubles slopes, Offsets offsets, Ids rows, std::optional<Ids> order,
         int threads) {
        core::Breakpoints found = unlocked([&] {
          const auto sorted = order ? view(*order) : std::span<const std::int32_t>();
          return core::envelopes({view(intercepts), view(slopes), view(offsets), sorted, view(rows)},
                                 threads);
        });
        return std::tuple(array(std::move(found.x)), array(std::move(found.before)),
                          array(std::move(found.after)), array(std::move(found.offsets)),
                          array(std::move(found.first)));
      },
      "intercepts"_a.noconvert(), "slopes"_a.noconvert(), "offsets"_a.noconvert(), "rows"_a.noconvert(),
      "order"_a.noconvert() = nb::none(), "threads"_a = 1,
      "Where the best candidate of some list changes along each direction: x, the row before, the row "
      "after,\n"
      "where each direction begins, and each list's row at -infinity. Slopes go direction by direction.");
  m.def(
      "slope_order",
      [](Doubles slopes, Offsets offsets, int threads) {
        return array(unlocked([&] { return core::slope_order(view(slopes), view(offsets), threads); }));
      },
      "slopes"_a.noconvert(), "offsets"_a.noconvert(), "threads"_a = 1,
      "The candidates of each list by rising slope, direction by direction.");
}
