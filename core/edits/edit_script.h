#pragma once
#include "base/batch.h"

namespace core {

// One step of turning a hypothesis into a reference, from left to right. `insert` puts in a word of the
// reference, `remove` takes out a word of the hypothesis; the others go on by a word on both sides.
enum class EditStep : std::uint8_t { keep, substitute, insert, remove };

// Words [start, start + length) of the present order go before the word that stands at `before` in it, or to
// the end where `before` is the number of words.
struct PhraseShift {
  std::int32_t start, length, before;
};

// First the shifts, each on the order that the one before it left, then the steps.
struct EditScript {
  std::vector<PhraseShift> shifts;
  std::vector<EditStep> steps;
};

// The longest matrix that edit_script fills.
constexpr std::size_t kLargestEditMatrix = std::size_t{1} << 30;

// A cheapest way from one row of a batch to another, without shifts: as many steps that are not `keep` as
// their Levenshtein distance, and of such ways one with most `keep`s; then the one that, read from the end,
// keeps or substitutes before it removes before it inserts. Time and memory O(|hyp| * |ref|) bytes, less what
// the rows share at their ends; throws std::length_error above kLargestEditMatrix.
EditScript edit_script(const Batch& batch, std::size_t hypothesis, std::size_t reference);

}  // namespace core
