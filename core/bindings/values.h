#pragma once
// What crosses the boundary as one value: texts, rows of tokens, pairs of texts, what is known about words.
// Each keeps the arrays it looks into.
#include "bindings/arrays.h"
#include "matching/matching.h"

// UTF-8 texts laid end to end.
struct HeldTexts {
  Bytes bytes;
  Offsets offsets;

  static HeldTexts of(core::OwnedTexts&& owned) {
    return {shared<char, std::uint8_t>(std::move(owned.bytes)), shared(std::move(owned.offsets))};
  }
  core::Texts view_of() const {
    core::Texts result;
    result.values = {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    result.offsets = view(offsets);
    return result;
  }
};

// Rows of ids laid end to end.
struct HeldBatch {
  Ids ids;
  Offsets offsets;

  static HeldBatch of(core::OwnedBatch&& owned) {
    return {shared(std::move(owned.ids)), shared(std::move(owned.offsets))};
  }
  core::Batch view_of() const { return {view(ids), view(offsets)}; }
};

// Which rows of a batch are compared: each hypothesis and its references.
struct HeldPairs {
  HeldBatch rows;
  Ids hypotheses, references;
  Offsets reference_offsets;

  core::Batch batch() const { return rows.view_of(); }
  core::Pairing pairing() const { return {view(hypotheses), {view(references), view(reference_offsets)}}; }
};

struct HeldLexicon {
  Ids same, stems;
  HeldBatch synonyms;
  Numbers slots, words, entry_offsets, targets;
  Floats probabilities;
  Ids table_words;

  core::Lexicon view_of() const {
    return {view(same),
            view(stems),
            synonyms.view_of(),
            {view(slots), view(words), view(entry_offsets), view(targets), view(probabilities)},
            view(table_words)};
  }
};
