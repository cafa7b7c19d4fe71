#pragma once
#include <array>
#include <vector>

#include "base/batch.h"
#include "pfsm/edit_pairs.h"

namespace core {

// The edit automaton and its pushdown form with jumps (Wang & Manning 2012, sections 2.1 and 2.2).
//
// An edit sequence consumes both sentences. Words can be removed from the reference, inserted from the
// hypothesis, or substituted. With `max_jump` > 0 the machine may also jump over up to that many words of the
// hypothesis (jump 1), substitute and edit on from there, jump back (jump 2), edit the words it had jumped
// over, and jump to where the first part ended (jump 3); and the same over words of the reference.
//   - Directly after jump 1 only a substitution is legal.
//   - Back in the gap, the words of the other side may be removed (over the hypothesis; inserted over the
//     reference), but those of the gap only substituted until one has been.
//   - Where the gap ends only jump 3 is legal, no substitution reaches beyond it, and jumps do not nest.
// The words edited behind the gap may be at most `max_block` (0: any number).
struct EditMachine {
  std::span<const double>
      transitions;  // kTransitions logarithmic weights, row = state before; |weight| <= 100
  std::array<double, kRelations> relations{};  // on top, where two substituted word pairs share a relation
  int max_jump = 0, max_block = 0;
  bool over_hypothesis = true, over_reference = true;
};

// log of the sum over all edit sequences of exp of their weight; one number for each pair.
//
// Time O(words of one * words of the other) without jumps. With jumps each substitution that can be crossed
// by another one costs about as much again, in practice a hundredth of the lattice of all configurations.
// Memory: without jumps some numbers for each word; with jumps some for each pair of words, and at most
// kMostJumpMemory bytes. A pair that would need more, or more than kMostSteps steps, or that has more than
// kMostCrossed substitutions, is edited without jumps: that takes running text of some hundred words, or a
// hundred equal ones. `edited_without_jumps` tells.
constexpr double kMostSteps = 1e9;
constexpr std::size_t kMostCrossed = 100'000;
constexpr double kMostJumpMemory = 96e6;
constexpr double kMostMemory = 512.0 * 1024 * 1024;  // of a lattice that is kept as a whole
std::vector<double> edit_scores(const EditPairs& pairs, const EditMachine& machine, int threads);

// 1 for each pair that is edited without jumps, though the machine has them, because of its size.
std::vector<std::uint8_t> edited_without_jumps(const EditPairs& pairs, const EditMachine& machine,
                                               int threads);

// The same, and for each pair how often an edit sequence drawn by weight makes each transition of `columns`
// (row * kEditStates + column, or kTransitions + relation). With `arcs` the number of edges of the lattice
// instead: places where the transition can be made on the way to the end. Memory of one pair: some numbers
// for each pair of its words; throws std::length_error naming a pair that needs more than kMostMemory.
struct EditCounts {
  std::vector<double> scores;
  Table counts;
};
EditCounts edit_counts(const EditPairs& pairs, const EditMachine& machine,
                       std::span<const std::int32_t> columns, bool arcs, int threads);

// How probable it is that each substitution is used, in the order of the pairs' substitutions.
std::vector<double> edit_posteriors(const EditPairs& pairs, const EditMachine& machine, int threads);

// The edit sequence of the highest weight of each pair: rows of state, reference word and hypothesis word at
// which the edit starts (a jump: where it leads), and the logarithmic weight of each step.
struct EditSequences {
  std::vector<std::int32_t> steps;
  std::vector<double> weights;
  std::vector<std::int64_t> offsets{0};
};
EditSequences best_edits(const EditPairs& pairs, const EditMachine& machine, int threads);

}  // namespace core
