#include "matching/word_index.h"

#include <stdexcept>
#include <string>

namespace core {

namespace {

// A word of a list that is too long to be looked through before: only what is read is checked.
std::string_view checked_word(const Texts& list, std::size_t i) {
  const std::int64_t begin = list.offsets[i], end = list.offsets[i + 1];
  if (begin < 0 || end < begin || static_cast<std::size_t>(end) > list.values.size())
    throw std::invalid_argument("sorted words: word " + std::to_string(i) + " reaches out of the list");
  return list.text(i);
}

}  // namespace

WordIndex::WordIndex(const Texts& sorted, std::size_t n_questions) : sorted_(sorted) {
  constexpr std::size_t kWordsForOneSearch = 8;  // so many enter a table in the time of one search
  if (sorted.size() > n_questions * kWordsForOneSearch) return;
  check(sorted, "sorted words");
  table_.emplace(sorted.size(), sorted.values.size());
  for (std::size_t i = 0; i < sorted.size(); ++i) table_->number(sorted.text(i));
  if (table_->size() != sorted.size())
    table_.reset();  // double words: their numbers would not be those of the list
}

std::int32_t WordIndex::search(std::string_view word) const {
  std::size_t low = 0, high = sorted_.size();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (checked_word(sorted_, middle) < word)
      low = middle + 1;
    else
      high = middle;
  }
  return low < sorted_.size() && checked_word(sorted_, low) == word ? static_cast<std::int32_t>(low) : -1;
}

}  // namespace core
