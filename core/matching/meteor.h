#pragma once
#include <array>

#include "base/batch.h"
#include "matching/matching.h"

namespace core {

struct MeteorOptions {
  double alpha, beta, gamma, delta;
  std::array<double, kMatchKinds> weights;
  int beam = 40;
};

// Columns of METEOR's statistics: words and function words of hypothesis and reference; then for each kind of
// match the matched content words of hypothesis and reference, and the function words; then chunks.
constexpr std::size_t kMeteorColumns = 4 + 4 * kMatchKinds + 1;

// METEOR 1.5's sufficient statistics (Denkowski & Lavie 2014), one row for each segment, against the
// reference with the best score. A segment that is matched as a whole in one chunk counts no chunk, as in the
// original.
//
// `function_words[w]` is not 0 for function words. Which matches are kept is decided as in the original: one
// that shares no word with another is kept; for the others a beam goes through the reference from left to
// right and prefers the most words (a word matched by `same` counts 1, n words matched otherwise half of n,
// rounded down), then fewest chunks, then what the original takes for the distance: each match is charged to
// the paths that come after it from the same parent, not to its own. Time O(words * beam * matches at a
// word).
Table meteor_statistics(const Batch& batch, const Pairing& pairing, const Lexicon& lexicon,
                        std::span<const std::uint8_t> function_words, const MeteorOptions& options,
                        int threads);

// The matches that make the score of each segment, by their start in the reference, and which of its
// references (from 0) they belong to.
struct MeteorAlignments {
  std::vector<Match> matches;
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> references;
};
MeteorAlignments meteor_alignments(const Batch& batch, const Pairing& pairing, const Lexicon& lexicon,
                                   std::span<const std::uint8_t> function_words,
                                   const MeteorOptions& options);

}  // namespace core
