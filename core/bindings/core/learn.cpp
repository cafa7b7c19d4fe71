// Features of learned metrics.
#include <nanobind/stl/array.h>
#include <nanobind/stl/vector.h>

#include "bindings/values.h"
#include "edits/edit_costs.h"
#include "learn/beer.h"
#include "learn/content.h"
#include "learn/contrast.h"
#include "learn/permutation_trees.h"
#include "learn/word_classes.h"
#include "matching/soft_matching.h"
#include "matching/transport.h"

void bind_learn(nb::module_& m) {
  m.def(
      "permutation_facts",
      [](Ids permutation) {
        return array(unlocked([&] { return core::permutation_facts(view(permutation)); }));
      },
      "permutation"_a.noconvert(),
      "Of a permutation of 0 .. n - 1: nodes of the canonical tree (<1,2>, <2,1>, four children, more), "
      "trees, their share of the most possible, share of pairs in order.");
  m.def(
      "beer_features",
      [](const HeldPairs& pairs, const HeldTexts& words, const HeldLexicon& lexicon, Bytes function_words,
         int beam, int threads) {
        return array(unlocked([&] {
          return core::beer_features(pairs.batch(), words.view_of(), pairs.pairing(), lexicon.view_of(),
                                     view(function_words), beam, threads);
        }));
      },
      "pairs"_a, nb::kw_only(), "words"_a, "lexicon"_a, "function_words"_a.noconvert(), "beam"_a,
      "threads"_a = 1,
      "One row for each reference: P, R, F1 of character n-grams 1-6, of words by kind of match, of function "
      "and content words; Kendall, scaled forms; share of trees; shares of nodes by kind.");
  m.def(
      "beer2_features",
      [](const HeldPairs& pairs, const HeldTexts& words, bool original, int threads) {
        const core::Beer2Rules rules = original ? core::Beer2Rules::original : core::Beer2Rules::plain;
        return array(unlocked([&] {
          return core::beer2_features(pairs.batch(), words.view_of(), pairs.pairing(), rules, threads);
        }));
      },
      "pairs"_a, nb::kw_only(), "words"_a, "original"_a = true, "threads"_a = 1,
      "One row for each reference: for word n-grams 1-4, character n-grams 1-6 and five kinds of "
      "skip-bigrams the smaller and larger of P and R, F1, root of the product; disbalance of words and "
      "characters.");
  m.def(
      "edit_cost_features",
      [](const HeldPairs& pairs, const std::vector<std::array<double, 4>>& costs, int threads) {
        std::vector<core::EditCosts> settings;
        for (const auto& cost : costs) settings.push_back({cost[0], cost[1], cost[2], cost[3]});
        return array(unlocked(
            [&] { return core::edit_cost_features(pairs.batch(), pairs.pairing(), settings, threads); }));
      },
      "pairs"_a, nb::kw_only(), "costs"_a, "threads"_a = 1,
      "For each setting of costs (insert, remove, substitute, shift): cost, insertions, deletions, "
      "substitutions, shifts, for each reference word.");
  m.def(
      "word_class_features",
      [](const HeldPairs& pairs, Ids folded, Bytes classes, int n_classes, int threads) {
        return array(unlocked([&] {
          return core::word_class_features(pairs.batch(), pairs.pairing(), view(folded), view(classes),
                                           n_classes, threads);
        }));
      },
      "pairs"_a, nb::kw_only(), "folded"_a.noconvert(), "classes"_a.noconvert(), "n_classes"_a,
      "threads"_a = 1,
      "One row for each reference: for each class of words those that only the hypothesis has, and those "
      "that only the reference has, as shares of their side.");
  m.def(
      "content_features",
      [](const HeldPairs& pairs, Ids folded, Ids prefixes, Doubles weights, Shorts kinds, int threads) {
        const core::WordFacts facts{view(folded), view(prefixes), view(weights), view(kinds)};
        return array(
            unlocked([&] { return core::content_features(pairs.batch(), pairs.pairing(), facts, threads); }));
      },
      "pairs"_a, nb::kw_only(), "folded"_a.noconvert(), "prefixes"_a.noconvert(), "weights"_a.noconvert(),
      "kinds"_a.noconvert(), "threads"_a = 1,
      "One row for each reference: what one side says and the other does not, by weight and kind of word; "
      "the columns are those of core/content.h.");
  m.def(
      "contrast_features",
      [](const HeldPairs& pairs, Ids folded, Ids prefixes, Doubles weights, Shorts kinds, Ids numbers,
         const HeldBatch& opposites, const HeldBatch& others, const HeldBatch& synonyms, int threads) {
        const core::ContrastFacts facts{{view(folded), view(prefixes), view(weights), view(kinds)},
                                        view(numbers),
                                        opposites.view_of(),
                                        others.view_of(),
                                        synonyms.view_of()};
        return array(unlocked(
            [&] { return core::contrast_features(pairs.batch(), pairs.pairing(), facts, threads); }));
      },
      "pairs"_a, nb::kw_only(), "folded"_a.noconvert(), "prefixes"_a.noconvert(), "weights"_a.noconvert(),
      "kinds"_a.noconvert(), "numbers"_a.noconvert(), "opposites"_a, "others"_a, "synonyms"_a,
      "threads"_a = 1,
      "One row for each reference: small changes after which a text says something else; the columns are "
      "those "
      "of core/contrast.h.");
  m.def(
      "soft_features",
      [](const HeldPairs& pairs, SmallNumbers values, std::size_t dimensions, Floats weights, int threads) {
        const core::PieceVectors vectors{view(values), dimensions, view(weights)};
        return array(
            unlocked([&] { return core::soft_features(pairs.batch(), pairs.pairing(), vectors, threads); }));
      },
      "pairs"_a, nb::kw_only(), "values"_a.noconvert(), "dimensions"_a, "weights"_a.noconvert(),
      "threads"_a = 1,
      "One row for each reference: how near word pieces are to each other by their vectors; the columns are "
      "those of core/soft_matching.h.");
  m.def(
      "transport_features",
      [](const HeldPairs& pairs, SmallNumbers values, std::size_t dimensions, Floats weights, double softness,
         int steps, int threads) {
        const core::PieceVectors vectors{view(values), dimensions, view(weights)};
        return array(unlocked([&] {
          return core::transport_features(pairs.batch(), pairs.pairing(), vectors, softness, steps, threads);
        }));
      },
      "pairs"_a, nb::kw_only(), "values"_a.noconvert(), "dimensions"_a, "weights"_a.noconvert(), "softness"_a,
      "steps"_a, "threads"_a = 1,
      "One row for each reference: 1 less what it costs to turn one text into the other, by vectors of word "
      "pieces; the columns are those of core/transport.h.");
  m.attr("MOST_TRANSPORTED") = core::kMostTransported;
  m.attr("WIDEST_SKIP") = core::kWidestSkip;
}
