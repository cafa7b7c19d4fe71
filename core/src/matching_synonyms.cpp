#include <algorithm>
#include <stdexcept>
#include <string>

#include "core/synonyms.h"

namespace core {

namespace {

class Lookup {
 public:
  explicit Lookup(const SynonymDictionary& dictionary) : dictionary_(dictionary) {}

  // Adds the sets of a word to `sets`.
  void collect(std::string_view word, std::vector<std::int32_t>& sets) {
    add(find(dictionary_.words, word), sets);
    const std::int64_t irregular = find(dictionary_.irregular, word);
    if (irregular >= 0) {
      for (const std::int32_t base : dictionary_.bases[static_cast<std::size_t>(irregular)]) add(base, sets);
    } else if (word.size() > 2 && !word.ends_with("ss")) {
      add(regular_base(word), sets);
    }
  }

 private:
  static std::int64_t find(const Texts& sorted, std::string_view word) {
    std::size_t low = 0, high = sorted.size();
    while (low < high) {
      const std::size_t middle = low + (high - low) / 2;
      if (sorted.text(middle) < word)
        low = middle + 1;
      else
        high = middle;
    }
    return low < sorted.size() && sorted.text(low) == word ? static_cast<std::int64_t>(low) : -1;
  }

  std::int64_t regular_base(std::string_view word) {
    for (std::size_t rule = 0; rule < dictionary_.suffixes.size(); ++rule) {
      const std::string_view suffix = dictionary_.suffixes.text(rule);
      if (!word.ends_with(suffix)) continue;
      base_.assign(word.substr(0, word.size() - suffix.size()));
      base_.append(dictionary_.endings.text(rule));
      const std::int64_t found = find(dictionary_.words, base_);
      if (found >= 0) return found;
    }
    return -1;
  }

  void add(std::int64_t word, std::vector<std::int32_t>& sets) const {
    if (word < 0) return;
    const auto row = dictionary_.sets[static_cast<std::size_t>(word)];
    sets.insert(sets.end(), row.begin(), row.end());
  }

  const SynonymDictionary& dictionary_;
  std::string base_;
};

}  // namespace

OwnedBatch synonym_sets(const Texts& words, const SynonymDictionary& dictionary) {
  check(words, "words");
  check(dictionary.words, "dictionary words");
  check(dictionary.irregular, "irregular forms");
  check(dictionary.suffixes, "suffixes");
  check(dictionary.endings, "endings");
  check_offsets(dictionary.sets.offsets, dictionary.sets.values.size(), "sets");
  check_offsets(dictionary.bases.offsets, dictionary.bases.values.size(), "bases");
  if (dictionary.sets.size() != dictionary.words.size() ||
      dictionary.bases.size() != dictionary.irregular.size() ||
      dictionary.suffixes.size() != dictionary.endings.size())
    throw std::invalid_argument("dictionary: its lists do not fit one another");
  for (const std::int32_t base : dictionary.bases.values)
    if (base < 0 || static_cast<std::size_t>(base) >= dictionary.words.size())
      throw std::invalid_argument("bases: word " + std::to_string(base) + " named, but there are " +
                                  std::to_string(dictionary.words.size()) + " words");
  Lookup lookup(dictionary);
  OwnedBatch result;
  std::vector<std::int32_t> sets;
  for (std::size_t i = 0; i < words.size(); ++i) {
    sets.clear();
    lookup.collect(words.text(i), sets);
    std::ranges::sort(sets);
    sets.erase(std::unique(sets.begin(), sets.end()), sets.end());
    result.ids.insert(result.ids.end(), sets.begin(), sets.end());
    result.end_row();
  }
  return result;
}

}  // namespace core
