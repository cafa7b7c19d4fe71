#pragma once
#include <optional>

#include "base/interner.h"

namespace core {

// Finds words in a sorted list without double ones. Where many are going to be asked for, it makes a hash
// table first; otherwise it searches the list, which need not be read as a whole then.
class WordIndex {
 public:
  WordIndex(const Texts& sorted, std::size_t n_questions);

  // The number of a word, or -1.
  std::int32_t find(std::string_view word) const { return table_ ? table_->find(word) : search(word); }

 private:
  std::int32_t search(std::string_view word) const;

  Texts sorted_;
  std::optional<Interner> table_;
};

}  // namespace core
