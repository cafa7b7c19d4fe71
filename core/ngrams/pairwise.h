#pragma once
#include <span>
#include <vector>

#include "base/batch.h"
#include "ngrams/chrf.h"

namespace core {

// Lists of texts that are compared with each other, as rows of a batch: each hypothesis of list i with each
// reference of list i. Where both are the same rows, as in minimum Bayes risk, half of the work is saved.
struct TextLists {
  Ragged<std::int32_t> hypotheses, references;
};

enum class Smoothing { none, exp, floor, add_k };

struct BleuOptions {
  int max_order = 4;
  Smoothing smoothing = Smoothing::exp;
  double smooth_value = 0;
  bool effective_order = false;
  bool brevity = true;
};

// The chrF or BLEU, on the scale 0-100, of every hypothesis against every reference of its list alone.
//
// Without weights the scores of all pairs, list after list, a row for each hypothesis. With a weight for each
// reference (of all lists, end to end) the weighted sum of each hypothesis's scores instead, added up in the
// order of the references.
//
// The n-grams of a list are numbered once, and the k-th occurrence of an n-gram in a text is a thing of its
// own, so that clipped matches are the size of an intersection of sets. It is counted for 16 references at a
// time, in the bytes of one register. N-grams of one text only, and those of all texts, are never looked at.
// Time O(orders * tokens) to number and O(hypotheses * (references / 16) * n-grams of a text) to count;
// memory O(orders * tokens of a list) for each thread beside the result.
std::vector<double> pairwise_chrf(const Batch& characters, const Batch& words, const TextLists& lists,
                                  std::span<const double> weights, const ChrfOptions& options, int threads);
std::vector<double> pairwise_bleu(const Batch& batch, const TextLists& lists, std::span<const double> weights,
                                  const BleuOptions& options, int threads);

// The score of each hypothesis against one imaginary reference, whose n-gram counts and lengths are the
// weighted means of those of the list's references (DeNero et al. 2009; Vamvas & Sennrich 2024). The weights
// of a list add up to 1. Time O(orders * tokens).
std::vector<double> aggregate_chrf(const Batch& characters, const Batch& words, const TextLists& lists,
                                   std::span<const double> weights, const ChrfOptions& options, int threads);
std::vector<double> aggregate_bleu(const Batch& batch, const TextLists& lists,
                                   std::span<const double> weights, const BleuOptions& options, int threads);

}  // namespace core
