// Stems, synonyms, paraphrases, the matches they make, and METEOR.
#include "matching/matching.h"

#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include "bindings/values.h"
#include "matching/meteor.h"
#include "matching/synonyms.h"
#include "text/stems.h"

namespace {

struct HeldDictionary {
  HeldTexts words;
  HeldBatch sets;
  HeldTexts irregular;
  HeldBatch bases;
  HeldTexts suffixes, endings;
  Bytes set_parts, base_parts, rule_parts;

  core::SynonymDictionary view_of() const {
    return {words.view_of(), sets.view_of(),     irregular.view_of(),
            bases.view_of(), suffixes.view_of(), endings.view_of()};
  }
  core::PartsOfSpeech parts() const { return {view(set_parts), view(base_parts), view(rule_parts)}; }
};

struct Matches {
  Columns<std::int32_t> rows;
  Column<float> probabilities;
  Column<std::int64_t> offsets;

  static Matches of(const std::vector<core::Match>& matches, std::vector<std::int64_t>&& offsets) {
    std::vector<std::int32_t> columns;
    std::vector<float> probabilities;
    columns.reserve(5 * matches.size());
    probabilities.reserve(matches.size());
    for (const core::Match& m : matches) {
      columns.insert(columns.end(), {static_cast<std::int32_t>(m.kind), m.hyp_start, m.hyp_length,
                                     m.ref_start, m.ref_length});
      probabilities.push_back(m.probability);
    }
    return {::rows<5>(std::move(columns)), array(std::move(probabilities)), array(std::move(offsets))};
  }
};

struct MeteorAlignments {
  Matches matches;
  Column<std::int32_t> references;
};

void bind_words(nb::module_& m) {
  m.def(
      "snowball_stems",
      [](const HeldTexts& words, std::string_view language) {
        return HeldTexts::of(unlocked([&] { return core::snowball_stems(words.view_of(), language); }));
      },
      "words"_a, "language"_a, "The stem of each word in lowercase; `en` or `de`.");
  m.def(
      "porter_stems",
      [](const HeldTexts& words) {
        return HeldTexts::of(unlocked([&] { return core::porter_stems(words.view_of()); }));
      },
      "words"_a, "The stem of each English word in lowercase by Porter's algorithm of 1980.");
  m.def(
      "java_hashes",
      [](const HeldTexts& texts) {
        return array(unlocked([&] { return core::java_hashes(texts.view_of()); }));
      },
      "texts"_a, "Java's hash of each text.");
  m.def(
      "words_in",
      [](const HeldTexts& words, const HeldTexts& sorted) {
        return array(unlocked([&] { return core::words_in(words.view_of(), sorted.view_of()); }));
      },
      "words"_a, "sorted"_a, "The number of each word in a sorted list, or -1.");
}

void bind_synonyms(nb::module_& m) {
  nb::class_<HeldDictionary>(
      m, "SynonymDictionary",
      "Synonym sets by word, and how inflected words lead to the words listed. Lists of "
      "words are sorted; the parts of speech may be empty.")
      .def(
          "__init__",
          [](HeldDictionary* self, const HeldTexts& words, const HeldBatch& sets, const HeldTexts& irregular,
             const HeldBatch& bases, const HeldTexts& suffixes, const HeldTexts& endings, Bytes set_parts,
             Bytes base_parts, Bytes rule_parts) {
            new (self) HeldDictionary{words,   sets,      irregular,  bases,     suffixes,
                                      endings, set_parts, base_parts, rule_parts};
          },
          nb::kw_only(), "words"_a, "sets"_a, "irregular"_a, "bases"_a, "suffixes"_a, "endings"_a,
          "set_parts"_a.noconvert(), "base_parts"_a.noconvert(), "rule_parts"_a.noconvert());
  m.def(
      "synonym_sets",
      [](const HeldTexts& words, const HeldDictionary& dictionary) {
        return HeldBatch::of(
            unlocked([&] { return core::synonym_sets(words.view_of(), dictionary.view_of()); }));
      },
      "words"_a, "dictionary"_a, "The sorted synonym sets of each word.");
  m.def(
      "synonym_sets_by_part",
      [](const HeldTexts& words, const HeldDictionary& dictionary) {
        return HeldBatch::of(unlocked([&] {
          return core::synonym_sets_by_part(words.view_of(), dictionary.view_of(), dictionary.parts());
        }));
      },
      "words"_a, "dictionary"_a, "The same by part of speech.");
}

void bind_lexicon(nb::module_& m) {
  nb::class_<HeldLexicon>(m, "Lexicon",
                          "What is known about the words of a batch; an empty array finds nothing.")
      .def(
          "__init__",
          [](HeldLexicon* self, Ids same, Ids stems, const HeldBatch& synonyms, Numbers slots, Numbers words,
             Numbers entry_offsets, Numbers targets, Floats probabilities, Ids table_words) {
            new (self) HeldLexicon{same,          stems,   synonyms,      slots,      words,
                                   entry_offsets, targets, probabilities, table_words};
          },
          nb::kw_only(), "same"_a.noconvert(), "stems"_a.noconvert(), "synonyms"_a, "slots"_a.noconvert(),
          "words"_a.noconvert(), "entry_offsets"_a.noconvert(), "targets"_a.noconvert(),
          "probabilities"_a.noconvert(), "table_words"_a.noconvert());
  m.def(
      "phrase_slots",
      [](Numbers child_offsets, Numbers words) {
        return array(unlocked([&] { return core::phrase_slots(view(child_offsets), view(words)); }));
      },
      "child_offsets"_a.noconvert(), "words"_a.noconvert(),
      "A hash table of the children of the phrases of a table: pairs of parent and child.");
  nb::class_<Matches>(m, "Matches",
                      "`rows` of kind, hypothesis start and length, reference start and length; their "
                      "`probabilities`; and the `offsets` of the pairs.")
      .def_ro("rows", &Matches::rows, kNoCopy)
      .def_ro("probabilities", &Matches::probabilities, kNoCopy)
      .def_ro("offsets", &Matches::offsets, kNoCopy);
  m.def(
      "find_matches",
      [](const HeldPairs& pairs, const HeldLexicon& lexicon) {
        core::Matches result =
            unlocked([&] { return core::find_matches(pairs.batch(), pairs.pairing(), lexicon.view_of()); });
        return Matches::of(result.matches, std::move(result.offsets));
      },
      "pairs"_a, "lexicon"_a, "All matches of each pair.");
}

// `run` is given what METEOR's kernels read, without the GIL.
template <typename Run>
auto with_meteor_options(const HeldPairs& pairs, const HeldLexicon& lexicon, const Bytes& function_words,
                         const std::array<double, 4>& parameters, const std::array<double, 4>& weights,
                         int beam, Run run) {
  return unlocked([&] {
    const core::MeteorOptions options{parameters[0], parameters[1], parameters[2],
                                      parameters[3], weights,       beam};
    return run(pairs.batch(), pairs.pairing(), lexicon.view_of(), view(function_words), options);
  });
}

void bind_meteor(nb::module_& m) {
  m.def(
      "meteor_statistics",
      [](const HeldPairs& pairs, const HeldLexicon& lexicon, Bytes function_words,
         const std::array<double, 4>& parameters, const std::array<double, 4>& weights, int beam,
         int threads) {
        return array(with_meteor_options(
            pairs, lexicon, function_words, parameters, weights, beam,
            [&](const auto&... given) { return core::meteor_statistics(given..., threads); }));
      },
      "pairs"_a, "lexicon"_a, nb::kw_only(), "function_words"_a.noconvert(), "parameters"_a, "weights"_a,
      "beam"_a, "threads"_a = 1,
      "Columns: words of hypothesis and reference, function words of both; for each kind of match content "
      "words of both and function words of both; chunks. `parameters` are alpha, beta, gamma and delta.");
  nb::class_<MeteorAlignments>(
      m, "MeteorAlignments",
      "The `matches` that make the score of each segment, and the number of its reference.")
      .def_ro("matches", &MeteorAlignments::matches)
      .def_ro("references", &MeteorAlignments::references, kNoCopy);
  m.def(
      "meteor_alignments",
      [](const HeldPairs& pairs, const HeldLexicon& lexicon, Bytes function_words,
         const std::array<double, 4>& parameters, const std::array<double, 4>& weights, int beam) {
        core::MeteorAlignments result =
            with_meteor_options(pairs, lexicon, function_words, parameters, weights, beam,
                                [](const auto&... given) { return core::meteor_alignments(given...); });
        return MeteorAlignments{Matches::of(result.matches, std::move(result.offsets)),
                                array(std::move(result.references))};
      },
      "pairs"_a, "lexicon"_a, nb::kw_only(), "function_words"_a.noconvert(), "parameters"_a, "weights"_a,
      "beam"_a, "The matches that make the score of each segment.");
}

}  // namespace

void bind_matching(nb::module_& m) {
  bind_words(m);
  bind_synonyms(m);
  bind_lexicon(m);
  bind_meteor(m);
}
