#pragma once
// Slow and obvious versions of the kernels, for tests only. They follow the definitions word by word, share
// no code with the kernels, and take one segment at a time.
#include <cstdint>
#include <vector>

namespace reference {

using Words = std::vector<std::int32_t>;
using Row = std::vector<double>;

Row bleu(const Words& hyp, const std::vector<Words>& refs, int max_order);

// The rows of all segments, because the information of an n-gram comes from all references.
std::vector<Row> nist(const std::vector<Words>& hyps, const std::vector<std::vector<Words>>& refs,
                      int max_order);

// (hypothesis, reference, matches) for each order, for one reference.
Row ngram_overlap(const Words& hyp, const Words& ref, int max_order);

int edit_distance(const Words& a, const Words& b);
int position_independent_distance(const Words& a, const Words& b);

// Edits with shifts against one reference, by sacreBLEU's rules.
int translation_edits(const Words& hyp, const Words& ref);

// Sum of |run|^e over a matching: runs longest first, or the best of all matchings.
double greedy_match(const Words& hyp, const Words& ref, double exponent);
double best_match(const Words& hyp, const Words& ref, double exponent);

}  // namespace reference
