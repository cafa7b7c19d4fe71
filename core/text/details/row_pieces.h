#pragma once
// Texts split into words by several threads: pieces of rows, and what these gave as one.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

#include "base/interner.h"
#include "base/parallel.h"
#include "text/tokenizers.h"

namespace core {

// Pieces of rows of about as many bytes each, of which every one is worth a thread.
inline std::vector<std::size_t> pieces_of(const Texts& texts, bool again, int threads) {
  constexpr std::size_t kWorth = 1 << 16;
  const std::size_t n_rows = texts.size() * (again ? 2 : 1), bytes = texts.values.size() * (again ? 2 : 1);
  const std::size_t n_threads =
      threads > 0 ? static_cast<std::size_t>(threads) : std::max(1U, std::thread::hardware_concurrency());
  const std::size_t n = std::max<std::size_t>(1, std::min(n_threads, bytes / kWorth));
  std::vector<std::size_t> borders{0};
  for (std::size_t piece = 1; piece < n; ++piece) {
    const std::size_t at = bytes / n * piece, in_text = at % std::max<std::size_t>(1, texts.values.size());
    const auto row = std::ranges::lower_bound(texts.offsets, static_cast<std::int64_t>(in_text));
    const auto found = static_cast<std::size_t>(row - texts.offsets.begin());
    borders.push_back(std::max(borders.back(), found + (at >= texts.values.size() ? texts.size() : 0)));
  }
  borders.push_back(n_rows);
  return borders;
}

// Pieces that follow each other as one. A word that several have gets the number of the first of them, so
// that numbers stand in order of first occurrence again.
inline Tokenized joined(std::vector<Tokenized>& pieces, int threads) {
  if (pieces.size() == 1) return std::move(pieces[0]);
  Interner words;
  std::vector<std::vector<std::int32_t>> numbers(pieces.size());
  std::vector<std::size_t> first_id{0}, first_row{0};
  for (std::size_t piece = 0; piece < pieces.size(); ++piece) {
    const Tokenized& part = pieces[piece];
    for (std::size_t word = 0; word < part.words.size(); ++word)
      numbers[piece].push_back(words.number(part.words.text(word)));
    first_id.push_back(first_id.back() + part.batch.ids.size());
    first_row.push_back(first_row.back() + part.batch.offsets.size() - 1);
  }
  Tokenized result;
  result.batch.ids.resize(first_id.back());
  result.batch.offsets.resize(first_row.back() + 1);
  parallel_for(pieces.size(), threads, [&] {
    return [&](std::size_t begin, std::size_t end) {
      for (std::size_t piece = begin; piece < end; ++piece) {
        const OwnedBatch& part = pieces[piece].batch;
        std::ranges::transform(part.ids,
                               result.batch.ids.begin() + static_cast<std::ptrdiff_t>(first_id[piece]),
                               [&](std::int32_t id) { return numbers[piece][static_cast<std::size_t>(id)]; });
        for (std::size_t row = 1; row < part.offsets.size(); ++row)
          result.batch.offsets[first_row[piece] + row] =
              part.offsets[row] + static_cast<std::int64_t>(first_id[piece]);
      }
    };
  });
  result.words = words.release();
  return result;
}

}  // namespace core
