#pragma once
#include "base/batch.h"

namespace core {

// Which words of each class one side has and the other has not, one row for each reference of each
// hypothesis, in their order.
//
// `folded` gives each id the id that stands for it when words are compared (such as the same word in small
// letters), `classes` the class of each id, from 0 on; an id whose class is not below `n_classes` is in
// none. The k-th occurrence of a word has a counterpart where the other side has k of it. Columns, for each
// class: words of the hypothesis without a counterpart as a share of all its words, then the same of the
// reference. A side without words has shares of 0. Time O(words).
Table word_class_features(const Batch& batch, const Pairing& pairing, std::span<const std::int32_t> folded,
                          std::span<const std::uint8_t> classes, int n_classes, int threads);

}  // namespace core
