#pragma once
#include "base/batch.h"

namespace core {

// Of several shortest edit scripts: one that keeps most words, or the one that RapidFuzz's `opcodes` takes
// and jiwer counts. Read from the end, that one deletes a word of the reference where the way without it is
// shorter, else inserts one of the hypothesis where the reference's last word is worth more with fewer of
// them, else goes on by a word on both sides; what the texts share at their ends is taken off first, from the
// start and then from the end.
enum class ScriptChoice { most_kept, rapidfuzz };

// The largest matrix that choosing as RapidFuzz does fills, in bytes.
constexpr std::size_t kLargestMatchMatrix = std::size_t{1} << 30;

// Row a[i] of a batch (a hypothesis) against row b[i] (a reference), one row for each pair: edits of a
// shortest script, words kept by the chosen one. Time O(|a| * |b|); memory O(|b|), or O(|a| * |b|) bytes as
// RapidFuzz chooses, less what the rows share at their ends; throws std::length_error above
// kLargestMatchMatrix.
Table match_counts(const Batch& batch, std::span<const std::int32_t> a, std::span<const std::int32_t> b,
                   ScriptChoice choice, int threads);

}  // namespace core
