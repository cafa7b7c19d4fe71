// Stems, synonyms, paraphrases, the matches they make, and METEOR.
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>

#include "arrays.h"
#include "core/matching.h"
#include "core/meteor.h"
#include "core/meteor_words.h"
#include "core/stems.h"
#include "core/synonyms.h"
#include "held_lexicon.h"

namespace {

// Columns of matches: kind, hypothesis start and length, reference start and length; and the probabilities.
auto columns_of(const std::vector<core::Match>& matches) {
  std::vector<std::int32_t> columns;
  std::vector<float> probabilities;
  columns.reserve(5 * matches.size());
  probabilities.reserve(matches.size());
  for (const core::Match& m : matches) {
    columns.insert(columns.end(),
                   {static_cast<std::int32_t>(m.kind), m.hyp_start, m.hyp_length, m.ref_start, m.ref_length});
    probabilities.push_back(m.probability);
  }
  return std::pair(std::move(columns), std::move(probabilities));
}

core::MeteorOptions meteor_options(const std::array<double, 4>& parameters,
                                   const std::array<double, 4>& weights, int beam) {
  return {parameters[0], parameters[1], parameters[2], parameters[3], weights, beam};
}

void bind_words(nb::module_& m) {
  m.def(
      "meteor_words",
      [](Bytes bytes, Offsets offsets, std::string_view apostrophes, bool keep_punctuation,
         Bytes abbreviations, Offsets abbreviation_offsets, Bytes numeric) {
        core::Tokenized result = unlocked([&] {
          return core::meteor_words(texts(bytes, offsets),
                                    {core::apostrophe_rule_named(apostrophes), keep_punctuation,
                                     texts(abbreviations, abbreviation_offsets), view(numeric)});
        });
        return std::tuple(array(std::move(result.batch.ids)), array(std::move(result.batch.offsets)),
                          arrays(std::move(result.words)));
      },
      "bytes"_a.noconvert(), "offsets"_a.noconvert(), "apostrophes"_a, "keep_punctuation"_a,
      "abbreviations"_a.noconvert(), "abbreviation_offsets"_a.noconvert(), "numeric"_a.noconvert(),
      "Ids, offsets and words of texts split by METEOR 1.5's rules, A-Z made small.");
  m.def(
      "snowball_stems",
      [](Bytes bytes, Offsets offsets, std::string_view language) {
        return arrays(unlocked([&] { return core::snowball_stems(texts(bytes, offsets), language); }));
      },
      "bytes"_a.noconvert(), "offsets"_a.noconvert(), "language"_a,
      "The stem of each word in lowercase; `en` or `de`.");
  m.def(
      "porter_stems",
      [](Bytes bytes, Offsets offsets) {
        return arrays(unlocked([&] { return core::porter_stems(texts(bytes, offsets)); }));
      },
      "bytes"_a.noconvert(), "offsets"_a.noconvert(),
      "The stem of each English word in lowercase by Porter's algorithm of 1980.");
  m.def(
      "java_hashes",
      [](Bytes bytes, Offsets offsets) {
        return array(unlocked([&] { return core::java_hashes(texts(bytes, offsets)); }));
      },
      "bytes"_a.noconvert(), "offsets"_a.noconvert(), "Java's hash of each text.");
  m.def(
      "words_in",
      [](Bytes bytes, Offsets offsets, Bytes sorted_bytes, Offsets sorted_offsets) {
        return array(unlocked(
            [&] { return core::words_in(texts(bytes, offsets), texts(sorted_bytes, sorted_offsets)); }));
      },
      "bytes"_a.noconvert(), "offsets"_a.noconvert(), "sorted_bytes"_a.noconvert(),
      "sorted_offsets"_a.noconvert(), "The number of each word in a sorted list, or -1.");
  m.def(
      "synonym_sets",
      [](Bytes bytes, Offsets offsets, Bytes words, Offsets word_offsets, Ids sets, Offsets set_offsets,
         Bytes irregular, Offsets irregular_offsets, Ids bases, Offsets base_offsets, Bytes suffixes,
         Offsets suffix_offsets, Bytes endings, Offsets ending_offsets) {
        core::OwnedBatch found = unlocked([&] {
          const core::SynonymDictionary dictionary{
              texts(words, word_offsets),          batch(sets, set_offsets),
              texts(irregular, irregular_offsets), batch(bases, base_offsets),
              texts(suffixes, suffix_offsets),     texts(endings, ending_offsets)};
          return core::synonym_sets(texts(bytes, offsets), dictionary);
        });
        return std::pair(array(std::move(found.ids)), array(std::move(found.offsets)));
      },
      "bytes"_a.noconvert(), "offsets"_a.noconvert(), "words"_a.noconvert(), "word_offsets"_a.noconvert(),
      "sets"_a.noconvert(), "set_offsets"_a.noconvert(), "irregular"_a.noconvert(),
      "irregular_offsets"_a.noconvert(), "bases"_a.noconvert(), "base_offsets"_a.noconvert(),
      "suffixes"_a.noconvert(), "suffix_offsets"_a.noconvert(), "endings"_a.noconvert(),
      "ending_offsets"_a.noconvert(), "The sorted synonym sets of each word, as numbers and offsets.");
  m.def(
      "synonym_sets_by_part",
      [](Bytes bytes, Offsets offsets, Bytes words, Offsets word_offsets, Ids sets, Offsets set_offsets,
         Bytes irregular, Offsets irregular_offsets, Ids bases, Offsets base_offsets, Bytes suffixes,
         Offsets suffix_offsets, Bytes endings, Offsets ending_offsets, Bytes set_parts, Bytes base_parts,
         Bytes rule_parts) {
        core::OwnedBatch found = unlocked([&] {
          const core::SynonymDictionary dictionary{
              texts(words, word_offsets),          batch(sets, set_offsets),
              texts(irregular, irregular_offsets), batch(bases, base_offsets),
              texts(suffixes, suffix_offsets),     texts(endings, ending_offsets)};
          return core::synonym_sets_by_part(texts(bytes, offsets), dictionary,
                                            {view(set_parts), view(base_parts), view(rule_parts)});
        });
        return std::pair(array(std::move(found.ids)), array(std::move(found.offsets)));
      },
      "bytes"_a.noconvert(), "offsets"_a.noconvert(), "words"_a.noconvert(), "word_offsets"_a.noconvert(),
      "sets"_a.noconvert(), "set_offsets"_a.noconvert(), "irregular"_a.noconvert(),
      "irregular_offsets"_a.noconvert(), "bases"_a.noconvert(), "base_offsets"_a.noconvert(),
      "suffixes"_a.noconvert(), "suffix_offsets"_a.noconvert(), "endings"_a.noconvert(),
      "ending_offsets"_a.noconvert(), "set_parts"_a.noconvert(), "base_parts"_a.noconvert(),
      "rule_parts"_a.noconvert(), "The same by part of speech.");
}

void bind_lexicon(nb::module_& m) {
  nb::class_<HeldLexicon>(m, "Lexicon",
                          "What is known about the words of a batch; an empty array finds nothing.")
      .def(
          "__init__",
          [](HeldLexicon* self, Ids same, Ids stems, Ids synonyms, Offsets synonym_offsets, Numbers slots,
             Numbers words, Numbers entry_offsets, Numbers targets, Floats probabilities, Ids table_words) {
            new (self) HeldLexicon{same,  stems,         synonyms, synonym_offsets, slots,
                                   words, entry_offsets, targets,  probabilities,   table_words};
          },
          "same"_a.noconvert(), "stems"_a.noconvert(), "synonyms"_a.noconvert(),
          "synonym_offsets"_a.noconvert(), "slots"_a.noconvert(), "words"_a.noconvert(),
          "entry_offsets"_a.noconvert(), "targets"_a.noconvert(), "probabilities"_a.noconvert(),
          "table_words"_a.noconvert());
  m.def(
      "phrase_slots",
      [](Numbers child_offsets, Numbers words) {
        return array(unlocked([&] { return core::phrase_slots(view(child_offsets), view(words)); }));
      },
      "child_offsets"_a.noconvert(), "words"_a.noconvert(),
      "A hash table of the children of the phrases of a table: pairs of parent and child.");
  m.def(
      "find_matches",
      [](Ids ids, Offsets offsets, Ids hyp, Ids ref, Offsets ref_offsets, const HeldLexicon& lexicon) {
        const core::Lexicon looked_into = lexicon.view_of();
        core::Matches found = unlocked([&] {
          return core::find_matches(batch(ids, offsets), pairing(hyp, ref, ref_offsets), looked_into);
        });
        auto [columns, probabilities] = columns_of(found.matches);
        return std::tuple(rows<5>(std::move(columns)), array(std::move(probabilities)),
                          array(std::move(found.offsets)));
      },
      "ids"_a.noconvert(), "offsets"_a.noconvert(), "hypotheses"_a.noconvert(), "references"_a.noconvert(),
      "reference_offsets"_a.noconvert(), "lexicon"_a,
      "All matches of each pair: rows of kind, hypothesis start and length, reference start and length; "
      "their "
      "probabilities; and the offsets of the pairs.");
}

void bind_meteor(nb::module_& m) {
  m.def(
      "meteor_statistics",
      [](Ids ids, Offsets offsets, Ids hyp, Ids ref, Offsets ref_offsets, const HeldLexicon& lexicon,
         Bytes function_words, const std::array<double, 4>& parameters, const std::array<double, 4>& weights,
         int beam, int threads) {
        const core::Lexicon looked_into = lexicon.view_of();
        return array(unlocked([&] {
          return core::meteor_statistics(batch(ids, offsets), pairing(hyp, ref, ref_offsets), looked_into,
                                         view(function_words), meteor_options(parameters, weights, beam),
                                         threads);
        }));
      },
      "ids"_a.noconvert(), "offsets"_a.noconvert(), "hypotheses"_a.noconvert(), "references"_a.noconvert(),
      "reference_offsets"_a.noconvert(), "lexicon"_a, "function_words"_a.noconvert(), "parameters"_a,
      "weights"_a, "beam"_a, "threads"_a = 1,
      "Columns: words of hypothesis and reference, function words of both; for each kind of match content "
      "words of "
      "both and function words of both; chunks.");
  m.def(
      "meteor_alignments",
      [](Ids ids, Offsets offsets, Ids hyp, Ids ref, Offsets ref_offsets, const HeldLexicon& lexicon,
         Bytes function_words, const std::array<double, 4>& parameters, const std::array<double, 4>& weights,
         int beam) {
        const core::Lexicon looked_into = lexicon.view_of();
        core::MeteorAlignments found = unlocked([&] {
          return core::meteor_alignments(batch(ids, offsets), pairing(hyp, ref, ref_offsets), looked_into,
                                         view(function_words), meteor_options(parameters, weights, beam));
        });
        auto [columns, probabilities] = columns_of(found.matches);
        return std::tuple(rows<5>(std::move(columns)), array(std::move(probabilities)),
                          array(std::move(found.offsets)), array(std::move(found.references)));
      },
      "ids"_a.noconvert(), "offsets"_a.noconvert(), "hypotheses"_a.noconvert(), "references"_a.noconvert(),
      "reference_offsets"_a.noconvert(), "lexicon"_a, "function_words"_a.noconvert(), "parameters"_a,
      "weights"_a, "beam"_a,
      "The matches that make the score of each segment, as find_matches gives them, and the number of its "
      "reference.");
}

}  // namespace

void bind_matching(nb::module_& m) {
  bind_words(m);
  bind_lexicon(m);
  bind_meteor(m);
}
