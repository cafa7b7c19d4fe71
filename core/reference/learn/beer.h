#pragma once
#include "reference/matching/meteor.h"
#include "reference/reference.h"

namespace reference {

// Nodes of the left-branching permutation tree: <1,2>, <2,1>, four children, more; found from the top down.
Row permutation_nodes(const Words& permutation);
// Permutation trees, by trying every way to take the permutation apart.
double permutation_trees(const Words& permutation);

// BEER's features from characters, the chosen matches (kind, hypothesis start and length, reference start and
// length), and for each word of both sides whether it is a function word.
Row beer_features(const Words& hyp_letters, const Words& ref_letters, const MatchRows& chosen,
                  const std::vector<bool>& hyp_functions, const std::vector<bool>& ref_functions);
// BEER 2.0's, from words and characters, as the original counts or by the plain rules.
Row beer2_features(const Words& hyp, const Words& ref, const Words& hyp_letters, const Words& ref_letters,
                   int widest_skip, bool original);

}  // namespace reference
