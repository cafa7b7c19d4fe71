#pragma once
// Slow and obvious versions of the edit automaton with jumps, for tests only.
#include <array>
#include <vector>

namespace reference {

struct EditProblem {
  int ref_length = 0, hyp_length = 0;
  std::vector<std::array<int, 3>>
      substitutions;                // reference word, hypothesis word, state; numbered as in core
  std::vector<double> transitions;  // 22 x 22
  std::vector<double> relations;    // 3
  std::vector<int> ref_relations, hyp_relations;  // empty, or one code for each word
  int max_jump = 0, max_block = 0;
  bool over_hypothesis = true, over_reference = true;
};

struct EditResult {
  double sequences = 0;            // their number
  double score = 0, best = 0;      // logarithm of the sum, weight of the best
  std::vector<double> counts;      // 400 transitions, 3 relations
  std::vector<double> posteriors;  // of the substitutions
  double edges = 0;                // of the lattice that lie on a sequence; only by `edits_by_lattice`
};

// Writes down every sequence.
EditResult edits_by_enumeration(const EditProblem& problem);
// A lattice of all configurations, in logarithms.
EditResult edits_by_lattice(const EditProblem& problem);

}  // namespace reference
