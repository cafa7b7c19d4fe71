#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace core {

// Where to cut the words of an output so that its parts have as few word errors as possible against the
// segments of a reference, taken in order (Matusov et al. 2005). `ends[s]` is where segment s of the
// reference ends. The result has the same length: part s of the output ends before word result[s]; the last
// end is the number of words. Of cuts that are equally good the first at the middle of a stretch is taken,
// then the halves are cut alike.
//
// The errors of all parts together are the Levenshtein distance of the two texts, because a cheapest way from
// one to the other crosses every boundary somewhere; so the boundaries are found by halving the longer text
// (Hirschberg 1975). Time O(|hyp| * |ref|), memory O(min(|hyp|, |ref|) + |ends|). Throws
// std::invalid_argument where the ends do not go up to the length of the reference.
std::vector<std::int64_t> resegment(std::span<const std::int32_t> hyp, std::span<const std::int32_t> ref,
                                    std::span<const std::int64_t> ends);

}  // namespace core
