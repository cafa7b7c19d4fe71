#pragma once
#include "base/batch.h"
#include "matching/matching.h"

namespace core {

// By what the best of several ways to match words is chosen, and of several references the best.
enum class ParaevalMeasure { precision, recall, f1 };

struct ParaevalOptions {
  ParaevalMeasure measure = ParaevalMeasure::f1;
  bool optimal = false;  // choose the phrases of a hypothesis together instead of one after the other
  int min_words = 1;     // phrases of fewer words match as words only, on either side
};

// Columns of ParaEval's statistics: words of hypothesis and reference, matched words of both, and how many of
// these were matched by another phrase than their own.
constexpr std::size_t kParaevalColumns = 6;

// ParaEval's sufficient statistics (Zhou, Lin & Hovy 2006), one row for each segment.
//
// First tier: phrases of the hypothesis, longer ones first, then those further left, are matched with phrases
// of the references that the lexicon's table gives for them, read from the reference, or that are in one
// group with them; a phrase matches itself only where the table says so. A word is matched once on each side,
// which clips a set of paraphrases at the number of its members in a reference. A match takes its place in
// every reference that still has one: there the same phrase if it can, else the longest, then the one
// furthest left. Second tier: words that are left, clipped in the same way, so that without a table matched
// words are BLEU's clipped unigrams.
//
// With `optimal`, disjoint phrases of the hypothesis that together hold most words (then the fewest of them,
// then longer ones further left) go before the others, and the result counts if it is better than without.
//
// For `precision` all references together clip, and the reference columns are of the one with most recall;
// for `recall` and `f1` the words are matched with one reference alone, the one that gives the best value.
// The order of references changes nothing. Time O(words + matches log matches) for each pair.
Table paraeval_statistics(const Batch& batch, const Pairing& pairing, const Lexicon& lexicon,
                          const ParaevalOptions& options, int threads);

// Words of the hypothesis and what they are matched with in a reference (counted from 0); `paraphrase` where
// the phrases differ.
struct ParaevalLink {
  std::int32_t reference;
  bool paraphrase;
  std::int32_t hyp_start, hyp_length, ref_start, ref_length;
};

// How the numbers of each segment were computed, one segment after the other.
struct ParaevalLinks {
  std::vector<ParaevalLink> links;
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> references;  // the reference that the reference columns are of
};
ParaevalLinks paraeval_links(const Batch& batch, const Pairing& pairing, const Lexicon& lexicon,
                             const ParaevalOptions& options);

}  // namespace core
