#include "core/word_index.h"

namespace core {

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
    if (sorted_.text(middle) < word)
      low = middle + 1;
    else
      high = middle;
  }
  return low < sorted_.size() && sorted_.text(low) == word ? static_cast<std::int32_t>(low) : -1;
}

}  // namespace core
