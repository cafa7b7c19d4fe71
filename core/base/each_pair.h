#pragma once
#include <cstddef>
#include <memory>

#include "base/batch.h"
#include "base/parallel.h"

namespace core {

// Calls compare(hypothesis, reference, pair) for every hypothesis with each of its references, on up to
// `threads` threads: the places of the two texts in their batch, and the number of the pair, in the order of
// the references. `make` gives each thread a `compare` of its own, with the scratch memory that it needs.
template <typename Make>
void for_each_pair(const Pairing& pairing, int threads, const Make& make) {
  parallel_for(pairing.size(), threads, [&] {
    using Compare = decltype(make());
    // Shared, because a body can be copied and scratch memory need not.
    return [&pairing, compare = std::shared_ptr<Compare>(new Compare(make()))](std::size_t begin,
                                                                               std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const auto hypothesis = static_cast<std::size_t>(pairing.hypotheses[i]);
        auto pair = static_cast<std::size_t>(pairing.references.offsets[i]);
        for (const std::int32_t reference : pairing.references[i])
          (*compare)(hypothesis, static_cast<std::size_t>(reference), pair++);
      }
    };
  });
}

}  // namespace core
