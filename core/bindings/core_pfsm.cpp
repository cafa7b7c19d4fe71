// Substitutions, and the edit automaton with jumps that uses them.
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include "arrays.h"
#include "core/pfsm.h"
#include "held_lexicon.h"

namespace {

using Doubles = Array<double>;

// Pairs that keep the arrays they look into.
struct HeldPairs {
  Ids ref_lengths, hyp_lengths, substitutions;
  Offsets offsets;
  Bytes ref_relations;
  Offsets ref_relation_offsets;
  Bytes hyp_relations;
  Offsets hyp_relation_offsets;

  core::EditPairs view_of() const {
    return {view(ref_lengths),
            view(hyp_lengths),
            {view(substitutions), view(offsets)},
            {view(ref_relations), view(ref_relation_offsets)},
            {view(hyp_relations), view(hyp_relation_offsets)}};
  }
};

// A machine that keeps its weights.
struct HeldMachine {
  Doubles transitions;
  std::array<double, core::kRelations> relations;
  int max_jump, max_block;
  bool over_hypothesis, over_reference;

  core::EditMachine view_of() const {
    return {view(transitions), relations, max_jump, max_block, over_hypothesis, over_reference};
  }
};

void bind_types(nb::module_& m) {
  nb::class_<HeldPairs>(m, "EditPairs", "Pairs of sentences and their substitutions; relations may be empty.")
      .def(
          "__init__",
          [](HeldPairs* self, Ids ref_lengths, Ids hyp_lengths, Ids substitutions, Offsets offsets,
             Bytes ref_relations, Offsets ref_relation_offsets, Bytes hyp_relations,
             Offsets hyp_relation_offsets) {
            new (self) HeldPairs{ref_lengths,   hyp_lengths,          substitutions, offsets,
                                 ref_relations, ref_relation_offsets, hyp_relations, hyp_relation_offsets};
          },
          "ref_lengths"_a.noconvert(), "hyp_lengths"_a.noconvert(), "substitutions"_a.noconvert(),
          "offsets"_a.noconvert(), "ref_relations"_a.noconvert(), "ref_relation_offsets"_a.noconvert(),
          "hyp_relations"_a.noconvert(), "hyp_relation_offsets"_a.noconvert());
  nb::class_<HeldMachine>(m, "EditMachine",
                          "Weights of transitions in logarithms, and which jumps there are.")
      .def(
          "__init__",
          [](HeldMachine* self, Doubles transitions, const std::array<double, core::kRelations>& relations,
             int max_jump, int max_block, bool over_hypothesis, bool over_reference) {
            new (self)
                HeldMachine{transitions, relations, max_jump, max_block, over_hypothesis, over_reference};
          },
          "transitions"_a.noconvert(), "relations"_a, "max_jump"_a, "max_block"_a = 0,
          "over_hypothesis"_a = true, "over_reference"_a = true);
  m.attr("EDIT_STATES") = core::kEditStates;
  m.attr("FUNCTION_WORD") = core::kFunctionWord;
}

void bind_machine(nb::module_& m) {
  m.def(
      "edit_scores",
      [](const HeldPairs& pairs, const HeldMachine& machine, int threads) {
        return array(
            unlocked([&] { return core::edit_scores(pairs.view_of(), machine.view_of(), threads); }));
      },
      "pairs"_a, "machine"_a, "threads"_a = 1,
      "The logarithm of the sum over all edit sequences of each pair.");
  m.def(
      "edit_counts",
      [](const HeldPairs& pairs, const HeldMachine& machine, Ids columns, bool arcs, int threads) {
        core::EditCounts found = unlocked([&] {
          return core::edit_counts(pairs.view_of(), machine.view_of(), view(columns), arcs, threads);
        });
        return std::pair(array(std::move(found.scores)), array(std::move(found.counts)));
      },
      "pairs"_a, "machine"_a, "columns"_a.noconvert(), "arcs"_a = false, "threads"_a = 1,
      "The same, and how often each transition is expected in each pair, or on how many edges it is "
      "possible.");
  m.def(
      "edit_posteriors",
      [](const HeldPairs& pairs, const HeldMachine& machine, int threads) {
        return array(
            unlocked([&] { return core::edit_posteriors(pairs.view_of(), machine.view_of(), threads); }));
      },
      "pairs"_a, "machine"_a, "threads"_a = 1, "How probable it is that each substitution is used.");
  m.def(
      "best_edits",
      [](const HeldPairs& pairs, const HeldMachine& machine, int threads) {
        core::EditSequences found =
            unlocked([&] { return core::best_edits(pairs.view_of(), machine.view_of(), threads); });
        return std::tuple(rows<3>(std::move(found.steps)), array(std::move(found.weights)),
                          array(std::move(found.offsets)));
      },
      "pairs"_a, "machine"_a, "threads"_a = 1,
      "The best edit sequence of each pair: rows of state, reference word and hypothesis word; their "
      "weights; "
      "and the offsets of the pairs.");
}

}  // namespace

void bind_pfsm(nb::module_& m) {
  bind_types(m);
  bind_machine(m);
  m.def(
      "find_substitutions",
      [](Ids ids, Offsets offsets, Ids hyp, Ids ref, Offsets ref_offsets, const HeldLexicon& lexicon,
         Bytes kinds, bool synonyms, bool paraphrases, bool blocks, float least_probability, Ids beginnings,
         int threads) {
        const core::Lexicon looked_into = lexicon.view_of();
        core::Substitutions found = unlocked([&] {
          return core::find_substitutions(batch(ids, offsets), pairing(hyp, ref, ref_offsets), looked_into,
                                          view(kinds), view(beginnings),
                                          {synonyms, paraphrases, blocks, least_probability}, threads);
        });
        return std::pair(array(std::move(found.values)), array(std::move(found.offsets)));
      },
      "ids"_a.noconvert(), "offsets"_a.noconvert(), "hypotheses"_a.noconvert(), "references"_a.noconvert(),
      "reference_offsets"_a.noconvert(), "lexicon"_a, "kinds"_a.noconvert(), "synonyms"_a, "paraphrases"_a,
      "blocks"_a, "least_probability"_a, "beginnings"_a.noconvert(), "threads"_a = 1,
      "The substitutions of each hypothesis and each of its references: reference word, hypothesis word and "
      "state, end to end; and their offsets.");
  m.def(
      "punctuation_words",
      [](Bytes bytes, Offsets offsets) {
        return array(unlocked([&] { return core::punctuation_words(texts(bytes, offsets)); }));
      },
      "bytes"_a.noconvert(), "offsets"_a.noconvert(),
      "1 for each word of punctuation and symbols only, else 0.");
}
