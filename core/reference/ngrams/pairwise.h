#pragma once
#include "ngrams/pairwise.h"
#include "reference/reference.h"

namespace reference {

// chrF of one hypothesis against one reference, by definition: counts of n-grams compared one by one.
double chrf_score(const Words& hyp, const Words& ref, const Words& hyp_words, const Words& ref_words,
                  const core::ChrfOptions& options);
double bleu_score(const Words& hyp, const Words& ref, const core::BleuOptions& options);

// The same against a reference whose counts are weighted means.
double aggregate_chrf_score(const Words& hyp, const std::vector<Words>& refs, const Row& weights,
                            const core::ChrfOptions& options);

}  // namespace reference
