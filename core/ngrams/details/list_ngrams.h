#pragma once
// The n-grams of texts that are tokenised in one or two ways.
#include <cstdint>
#include <span>
#include <vector>

#include "base/batch.h"
#include "ngrams/details/shared_ngrams.h"

namespace core {

// What the texts of a list are made of: one or two kinds of tokens, each with its longest n-gram.
struct Tokenization {
  const Batch* batch;
  int max_order;
};

// The n-grams of the texts of one list at a time.
class ListNgrams : public SharedNgrams {
 public:
  ListNgrams(std::span<const Tokenization> tokens, bool all)
      : SharedNgrams(all), tokens_(tokens.begin(), tokens.end()) {}

  // Numbers those of the texts `first`, and of `second` behind them.
  void read(std::span<const std::int32_t> first, std::span<const std::int32_t> second) {
    rows_.assign(first.begin(), first.end());
    rows_.insert(rows_.end(), second.begin(), second.end());
    clear(rows_.size());
    for (const Tokenization& tokens : tokens_) add(*tokens.batch, rows_, tokens.max_order);
  }

 private:
  std::vector<Tokenization> tokens_;
  std::vector<std::int32_t> rows_;
};

}  // namespace core
