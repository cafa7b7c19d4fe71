// Substitutions, and the edit automaton with jumps that uses them.
#include "pfsm/pfsm.h"

#include <nanobind/stl/array.h>

#include "bindings/values.h"

namespace {

// Pairs that keep the arrays they look into.
struct HeldEditPairs {
  Ids ref_lengths, hyp_lengths;
  HeldBatch substitutions;
  Bytes ref_relations;
  Offsets ref_relation_offsets;
  Bytes hyp_relations;
  Offsets hyp_relation_offsets;

  core::EditPairs view_of() const {
    return {view(ref_lengths),
            view(hyp_lengths),
            substitutions.view_of(),
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

struct EditCounts {
  Column<double> scores;
  Columns<double> counts;
};

struct EditSequences {
  Columns<std::int32_t> steps;
  Column<double> weights;
  Column<std::int64_t> offsets;
};

void bind_types(nb::module_& m) {
  nb::class_<HeldEditPairs>(m, "EditPairs",
                            "Pairs of sentences and their substitutions; relations may be empty.")
      .def(
          "__init__",
          [](HeldEditPairs* self, Ids ref_lengths, Ids hyp_lengths, const HeldBatch& substitutions,
             Bytes ref_relations, Offsets ref_relation_offsets, Bytes hyp_relations,
             Offsets hyp_relation_offsets) {
            new (self) HeldEditPairs{ref_lengths,          hyp_lengths,   substitutions,       ref_relations,
                                     ref_relation_offsets, hyp_relations, hyp_relation_offsets};
          },
          nb::kw_only(), "ref_lengths"_a.noconvert(), "hyp_lengths"_a.noconvert(), "substitutions"_a,
          "ref_relations"_a.noconvert(), "ref_relation_offsets"_a.noconvert(), "hyp_relations"_a.noconvert(),
          "hyp_relation_offsets"_a.noconvert());
  nb::class_<HeldMachine>(m, "EditMachine",
                          "Weights of transitions in logarithms, and which jumps there are.")
      .def(
          "__init__",
          [](HeldMachine* self, Doubles transitions, const std::array<double, core::kRelations>& relations,
             int max_jump, int max_block, bool over_hypothesis, bool over_reference) {
            new (self)
                HeldMachine{transitions, relations, max_jump, max_block, over_hypothesis, over_reference};
          },
          "transitions"_a.noconvert(), nb::kw_only(), "relations"_a, "max_jump"_a, "max_block"_a = 0,
          "over_hypothesis"_a = true, "over_reference"_a = true);
  m.attr("EDIT_STATES") = core::kEditStates;
  m.attr("FUNCTION_WORD") = core::kFunctionWord;
}

void bind_machine(nb::module_& m) {
  m.def(
      "edit_scores",
      [](const HeldEditPairs& pairs, const HeldMachine& machine, int threads) {
        return array(
            unlocked([&] { return core::edit_scores(pairs.view_of(), machine.view_of(), threads); }));
      },
      "pairs"_a, "machine"_a, nb::kw_only(), "threads"_a = 1,
      "The logarithm of the sum over all edit sequences of each pair.");
  m.def(
      "edited_without_jumps",
      [](const HeldEditPairs& pairs, const HeldMachine& machine, int threads) {
        return array(unlocked(
            [&] { return core::edited_without_jumps(pairs.view_of(), machine.view_of(), threads); }));
      },
      "pairs"_a, "machine"_a, nb::kw_only(), "threads"_a = 1,
      "1 for each pair that is too large for the jumps of the machine, and edited without them.");
  nb::class_<EditCounts>(m, "EditCounts", "`scores` of pairs, and `counts` of transitions in each.")
      .def_ro("scores", &EditCounts::scores, kNoCopy)
      .def_ro("counts", &EditCounts::counts, kNoCopy);
  m.def(
      "edit_counts",
      [](const HeldEditPairs& pairs, const HeldMachine& machine, Ids columns, bool arcs, int threads) {
        core::EditCounts result = unlocked([&] {
          return core::edit_counts(pairs.view_of(), machine.view_of(), view(columns), arcs, threads);
        });
        return EditCounts{array(std::move(result.scores)), array(std::move(result.counts))};
      },
      "pairs"_a, "machine"_a, "columns"_a.noconvert(), nb::kw_only(), "arcs"_a = false, "threads"_a = 1,
      "The same, and how often each transition is expected in each pair, or on how many edges it is "
      "possible.");
  m.def(
      "edit_posteriors",
      [](const HeldEditPairs& pairs, const HeldMachine& machine, int threads) {
        return array(
            unlocked([&] { return core::edit_posteriors(pairs.view_of(), machine.view_of(), threads); }));
      },
      "pairs"_a, "machine"_a, nb::kw_only(), "threads"_a = 1,
      "How probable it is that each substitution is used.");
  nb::class_<EditSequences>(m, "EditSequences",
                            "`steps` of state, reference word and hypothesis word; their `weights`; and the "
                            "`offsets` of the pairs.")
      .def_ro("steps", &EditSequences::steps, kNoCopy)
      .def_ro("weights", &EditSequences::weights, kNoCopy)
      .def_ro("offsets", &EditSequences::offsets, kNoCopy);
  m.def(
      "best_edits",
      [](const HeldEditPairs& pairs, const HeldMachine& machine, int threads) {
        core::EditSequences result =
            unlocked([&] { return core::best_edits(pairs.view_of(), machine.view_of(), threads); });
        return EditSequences{rows<3>(std::move(result.steps)), array(std::move(result.weights)),
                             array(std::move(result.offsets))};
      },
      "pairs"_a, "machine"_a, nb::kw_only(), "threads"_a = 1, "The best edit sequence of each pair.");
}

}  // namespace

void bind_pfsm(nb::module_& m) {
  bind_types(m);
  bind_machine(m);
  m.def(
      "find_substitutions",
      [](const HeldPairs& pairs, const HeldLexicon& lexicon, Bytes kinds, Ids beginnings, bool synonyms,
         bool paraphrases, bool blocks, float least_probability, int threads) {
        core::Substitutions result = unlocked([&] {
          return core::find_substitutions(pairs.batch(), pairs.pairing(), lexicon.view_of(), view(kinds),
                                          view(beginnings),
                                          {synonyms, paraphrases, blocks, least_probability}, threads);
        });
        return HeldBatch{shared(std::move(result.values)), shared(std::move(result.offsets))};
      },
      "pairs"_a, "lexicon"_a, nb::kw_only(), "kinds"_a.noconvert(), "beginnings"_a.noconvert(), "synonyms"_a,
      "paraphrases"_a, "blocks"_a, "least_probability"_a, "threads"_a = 1,
      "The substitutions of each hypothesis and each of its references: reference word, hypothesis word and "
      "state, end to end.");
  m.def(
      "punctuation_words",
      [](const HeldTexts& words) {
        return array(unlocked([&] { return core::punctuation_words(words.view_of()); }));
      },
      "words"_a, "1 for each word of punctuation and symbols only, else 0.");
}
