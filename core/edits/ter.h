#pragma once
#include "base/batch.h"
#include "edits/edit_script.h"

namespace core {

// TER's sufficient statistics (Snover et al. 2006), one row for each segment: edits against the reference
// that needs fewest (shifts included), mean reference words.
//
// Greedy shifts as in tercom, with sacreBLEU's limits and ties: phrases of up to 10 words, moved by up to 50
// places, at most 1000 tries, and a beam of 25 cells around the diagonal in the edit distance. What a shift
// can gain is bounded by the words that it moves: those that can gain most are measured first, and most
// others not at all. A row of the matrix inside the beam is one word of bits (Myers 1999; Hyyrö 2003), so
// that a try costs some operations for each word behind the first that changed.
//
// TerRules::tercom follows tercom 0.7.25 instead, which differs in which shifts it tries, measures how far a
// phrase moves by where it is aligned, prefers longer phrases to larger gains where it stops looking, and
// moves a phrase within itself one place less.
enum class TerRules { sacrebleu, tercom };

Table ter_statistics(const Batch& batch, const Pairing& pairing, TerRules rules, int threads);

// The shifts and steps behind the edits of one row of a batch against another: as many shifts, and steps that
// are not `keep`, as ter_statistics counts edits.
EditScript ter_script(const Batch& batch, std::size_t hypothesis, std::size_t reference, TerRules rules);

}  // namespace core
