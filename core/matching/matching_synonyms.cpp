#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>

#include "matching/synonyms.h"
#include "matching/word_index.h"

namespace core {

namespace {

class Lookup {
 public:
  Lookup(const SynonymDictionary& dictionary, std::size_t n_words)
      : dictionary_(dictionary),
        words_(dictionary.words, n_words),
        irregular_(dictionary.irregular, n_words) {}

  // Adds the sets of a word to `sets`.
  void collect(std::string_view word, std::vector<std::int32_t>& sets) {
    add(words_.find(word), sets);
    const std::int64_t irregular = irregular_.find(word);
    if (irregular >= 0) {
      for (const std::int32_t base : dictionary_.bases[static_cast<std::size_t>(irregular)]) add(base, sets);
    } else if (word.size() > 2 && !word.ends_with("ss")) {
      add(regular_base(word), sets);
    }
  }

  // The same by part of speech.
  void collect(std::string_view word, const PartsOfSpeech& parts, std::vector<std::int32_t>& sets) {
    add(words_.find(word), 0xFF, parts, sets);
    if (const std::int64_t irregular = irregular_.find(word); irregular >= 0) {
      const auto offsets = dictionary_.bases.offsets.subspan(static_cast<std::size_t>(irregular), 2);
      for (std::int64_t at = offsets[0]; at < offsets[1]; ++at) {
        const auto base = static_cast<std::size_t>(at);
        add(dictionary_.bases.values[base], parts.bases[base], parts, sets);
      }
    }
    for (std::size_t rule = 0; rule < dictionary_.suffixes.size(); ++rule)
      if (parts.rules[rule] != 0 && apply(rule, word))
        add(words_.find(base_), parts.rules[rule], parts, sets);
  }

 private:
  std::int64_t regular_base(std::string_view word) {
    for (std::size_t rule = 0; rule < dictionary_.suffixes.size(); ++rule) {
      if (!apply(rule, word)) continue;
      const std::int64_t found = words_.find(base_);
      if (found >= 0) return found;
    }
    return -1;
  }

  // Makes base_ of a word by a rule, where the rule is one for it.
  bool apply(std::size_t rule, std::string_view word) {
    const std::string_view suffix = dictionary_.suffixes.text(rule);
    if (!word.ends_with(suffix)) return false;
    base_.assign(word.substr(0, word.size() - suffix.size()));
    base_.append(dictionary_.endings.text(rule));
    return true;
  }

  void add(std::int64_t word, unsigned wanted, const PartsOfSpeech& parts,
           std::vector<std::int32_t>& sets) const {
    if (word < 0) return;
    const auto offsets = dictionary_.sets.offsets.subspan(static_cast<std::size_t>(word), 2);
    for (std::int64_t at = offsets[0]; at < offsets[1]; ++at) {
      const auto entry = static_cast<std::size_t>(at);
      for (int part = 0; part < kPartsOfSpeech; ++part)
        if ((parts.sets[entry] & wanted) >> part & 1)
          sets.push_back(dictionary_.sets.values[entry] * kPartsOfSpeech + part);
    }
  }

  void add(std::int64_t word, std::vector<std::int32_t>& sets) const {
    if (word < 0) return;
    const auto row = dictionary_.sets[static_cast<std::size_t>(word)];
    sets.insert(sets.end(), row.begin(), row.end());
  }

  const SynonymDictionary& dictionary_;
  WordIndex words_, irregular_;
  std::string base_;
};

void check(const SynonymDictionary& dictionary) {
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
}

// The sorted sets of each word, which `collect` adds to a list.
template <typename Collect>
OwnedBatch all_sets(const Texts& words, const Collect& collect) {
  OwnedBatch result;
  std::vector<std::int32_t> sets;
  for (std::size_t i = 0; i < words.size(); ++i) {
    sets.clear();
    collect(words.text(i), sets);
    std::ranges::sort(sets);
    sets.erase(std::unique(sets.begin(), sets.end()), sets.end());
    result.ids.insert(result.ids.end(), sets.begin(), sets.end());
    result.end_row();
  }
  return result;
}

}  // namespace

OwnedBatch synonym_sets(const Texts& words, const SynonymDictionary& dictionary) {
  check(words, "words");
  check(dictionary);
  Lookup lookup(dictionary, words.size());
  return all_sets(words, [&](std::string_view word, auto& sets) { lookup.collect(word, sets); });
}

OwnedBatch synonym_sets_by_part(const Texts& words, const SynonymDictionary& dictionary,
                                const PartsOfSpeech& parts) {
  check(words, "words");
  check(dictionary);
  if (parts.sets.size() != dictionary.sets.values.size() ||
      parts.bases.size() != dictionary.bases.values.size() ||
      parts.rules.size() != dictionary.suffixes.size())
    throw std::invalid_argument("parts of speech: their lists do not fit the dictionary");
  constexpr std::int32_t kLargest = std::numeric_limits<std::int32_t>::max() / kPartsOfSpeech - 1;
  for (const std::int32_t set : dictionary.sets.values)
    if (set < 0 || set > kLargest)
      throw std::invalid_argument("sets: number " + std::to_string(set) + " is out of range");
  Lookup lookup(dictionary, words.size());
  return all_sets(words, [&](std::string_view word, auto& sets) { lookup.collect(word, parts, sets); });
}

}  // namespace core
