#pragma once
#include <array>

#include "base/batch.h"
#include "matching/matching.h"

namespace core {

// What one step of an edit script does with the words of hypothesis and reference.
enum class TerpEdit : std::uint8_t { match, insertion, deletion, substitution, stem, synonym, phrase };
constexpr std::size_t kTerpEdits = 7;

// Which phrases may move: none; those that stand in the reference; those whose words match the reference's
// as they are, by stem or by synonym; the same with paraphrases inside.
enum class TerpShifts { none, exact, relaxed_words, relaxed };

struct TerpOptions {
  // The cost of each edit but a phrase, by TerpEdit, and of a shift.
  std::array<double, kTerpEdits - 1> costs;
  double shift = 1.0;
  // A paraphrase of probability p costs a + n * (b * log10(p) + c * p + d), but at least `least`; n is what
  // the edits between the two phrases would cost.
  std::array<double, 4> phrase;
  double least_phrase = 0.0;
  double beam = 20.0;
  TerpShifts shifts = TerpShifts::exact;
  int max_size = 10, max_distance = 50;
};

// Columns of TERp's statistics: cost of all edits, mean reference words, then how often each edit was made
// without matches, shifts, and words shifted.
constexpr std::size_t kTerpColumns = 2 + (kTerpEdits - 1) + 2;

// TERp's sufficient statistics (Snover et al. 2009), one row for each segment, against the reference whose
// edits cost least.
//
// Equal to the original, which is greedy: as long as some shift does not make things dearer, the one that
// saves most is made; longer ones are tried first, and shorter ones not at all once they cannot save more
// (two words mended for each word moved). A shift must move a phrase that holds an error to where the
// reference has an error, and neither may consist of stop words (`stop_words[w]` is not 0) alone. Edits are
// found by a beam search that leaves out what costs `beam` more than the best so far. Of equal costs, a pair
// of words goes before an insertion and that before a deletion.
//
// Eight shifts are measured side by side, from the first place that any of them changes. Where there are
// many, what the rest of the old words costs at least tells which cannot be worth it. At most 10,000 shifts
// are tried for a segment, and fewer for texts of many thousand words; `cut_short`, unless it is empty, gets
// 1 for each segment whose search ended there. Time O(words * beam) for each try.
Table terp_statistics(const Batch& batch, const Pairing& pairing, const Lexicon& lexicon,
                      std::span<const std::uint8_t> stop_words, const TerpOptions& options, int threads,
                      std::span<std::uint8_t> cut_short = {});

struct TerpStep {
  TerpEdit edit;
  // Words of the hypothesis as it stands after all shifts, and of the reference.
  std::int32_t hyp_start, hyp_length, ref_start, ref_length;
};

// Words [start, start + length) of the hypothesis, as it stands after the shifts before, go before the word
// at `before`, which is not one of them; the number of words stands for the end.
struct TerpShift {
  std::int32_t start, length, before;
};

// How the cost of each segment was computed, one segment after the other.
struct TerpAlignments {
  std::vector<TerpStep> steps;
  std::vector<std::int64_t> step_offsets{0};
  std::vector<TerpShift> shifts;
  std::vector<std::int64_t> shift_offsets{0};
  OwnedBatch orders;  // the words of each hypothesis, by their old places, after all shifts
  std::vector<std::int32_t> references;  // which of its references (from 0) was taken
};
TerpAlignments terp_alignments(const Batch& batch, const Pairing& pairing, const Lexicon& lexicon,
                               std::span<const std::uint8_t> stop_words, const TerpOptions& options);

}  // namespace core
