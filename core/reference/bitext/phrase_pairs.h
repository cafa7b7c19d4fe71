#pragma once
// Slow and obvious twins of symmetrisation and phrase extraction: matrices of yes and no, and all quadruples.
#include <array>
#include <string>
#include <utility>
#include <vector>

namespace reference {

using AlignmentPoints = std::vector<std::pair<int, int>>;

// Points of the result, sorted.
AlignmentPoints symmetrize(const AlignmentPoints& one, const AlignmentPoints& other, int n_first,
                           int n_second, const std::string& method);

// First begin and end, second begin and end of every consistent pair.
std::vector<std::array<int, 4>> phrase_pairs(const AlignmentPoints& points, int n_first, int n_second,
                                             int max_words);

// What speaks against a pair of phrases, by name; empty if nothing does. Each word of a phrase is given by
// itself, its kinds (any of f, n, x: function word, number, negation) and its stem.
using FactWord = std::array<std::string, 3>;
std::string phrase_objection(const std::vector<FactWord>& one, const std::vector<FactWord>& other,
                             int max_words);

}  // namespace reference
