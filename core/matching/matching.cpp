#include "matching/matching.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "base/parallel.h"
#include "matching/word_index.h"
#include "text/unicode.h"

namespace core {

namespace {

[[noreturn]] void fail(const std::string& why) { throw std::invalid_argument("lexicon: " + why); }

}  // namespace

void check(const Lexicon& lexicon, std::size_t n_words) {
  if (!lexicon.same.empty() && lexicon.same.size() < n_words)
    fail("there are fewer classes of equal words than words");
  if (!lexicon.stems.empty() && lexicon.stems.size() < n_words) fail("there are fewer stems than words");
  if (!lexicon.synonyms.offsets.empty()) {
    check_offsets(lexicon.synonyms.offsets, lexicon.synonyms.values.size(), "synonyms");
    if (lexicon.synonyms.size() < n_words) fail("there are fewer lists of synonym sets than words");
  }
  const PhraseTable& table = lexicon.table;
  if (table.empty()) return;
  const std::size_t n_nodes = table.words.size();
  if (lexicon.table_words.size() < n_words)
    fail("there are fewer numbers in the paraphrase table than words");
  if (table.entry_offsets.size() != n_nodes + 1 || n_nodes == 0)
    fail("the paraphrase table has offsets for another number of phrases");
  // Only the ends: the rest would read all of a table that may be far larger than memory. What a lookup
  // follows is kept inside the arrays where it is followed.
  if (table.slots.size() % 2 != 0 || table.entry_offsets.back() != table.targets.size() ||
      table.probabilities.size() != table.targets.size())
    fail("the arrays of the paraphrase table do not fit one another");
}

std::span<const Match> MatchFinder::find(Tokens hyp, Tokens ref, bool all) {
  found_.clear();
  find_words(hyp, ref, all);
  if (!lexicon_.table.empty() && (all || hyp_same_ != ref_same_)) phrases_.find(hyp, ref, found_);
  sort_by_reference(ref.size());
  return sorted_;
}

std::span<const Match> MatchFinder::find_words_only(Tokens hyp, Tokens ref) {
  found_.clear();
  find_words(hyp, ref, false);
  sort_by_reference(ref.size());
  return sorted_;
}

std::span<const Match> MatchFinder::find_paraphrases_of_reference(Tokens hyp, Tokens ref) {
  found_.clear();
  if (!lexicon_.table.empty()) phrases_.find_of_reference(hyp, ref, found_);
  sort_by_reference(ref.size());
  return sorted_;
}

void MatchFinder::add(MatchKind kind, std::size_t i, std::size_t j) {
  found_.push_back({kind, static_cast<std::int32_t>(i), 1, static_cast<std::int32_t>(j), 1, 1.0F});
}

void MatchFinder::number(std::span<const std::int32_t> numbers, Tokens words,
                         std::vector<std::int32_t>& numbered) {
  numbered.assign(words.begin(), words.end());
  if (!numbers.empty())
    for (std::int32_t& word : numbered) word = numbers[static_cast<std::size_t>(word)];
}

void MatchFinder::find_words(Tokens hyp, Tokens ref, bool all) {
  number(lexicon_.same, hyp, hyp_same_);
  number(lexicon_.same, ref, ref_same_);
  for (std::size_t j = 0; j < ref.size(); ++j) {
    pulse(hyp.size());
    for (std::size_t i = 0; i < hyp.size(); ++i)
      if (hyp_same_[i] == ref_same_[j]) add(MatchKind::same, i, j);
  }
  if (hyp_same_ == ref_same_ && !all) return;
  if (!lexicon_.stems.empty()) {
    number(lexicon_.stems, hyp, hyp_stems_);
    number(lexicon_.stems, ref, ref_stems_);
    for (std::size_t j = 0; j < ref.size(); ++j)
      for (std::size_t i = 0; i < hyp.size(); ++i)
        if (hyp_stems_[i] == ref_stems_[j] && hyp_same_[i] != ref_same_[j]) add(MatchKind::stem, i, j);
  }
  if (!lexicon_.synonyms.offsets.empty()) find_synonyms(hyp, ref);
}

void MatchFinder::find_synonyms(Tokens hyp, Tokens ref) {
  synonyms_.set_hypothesis(hyp);
  for (std::size_t j = 0; j < ref.size(); ++j)
    for (const std::int32_t place : synonyms_.find(ref[j])) {
      const auto i = static_cast<std::size_t>(place);
      if (hyp_same_[i] != ref_same_[j]) add(MatchKind::synonym, i, j);
    }
}

// A counting sort: it keeps the order of matches that start at one word.
void MatchFinder::sort_by_reference(std::size_t ref_length) {
  starts_.assign(ref_length + 1, 0);
  for (const Match& match : found_) ++starts_[static_cast<std::size_t>(match.ref_start) + 1];
  for (std::size_t j = 0; j < ref_length; ++j) starts_[j + 1] += starts_[j];
  sorted_.resize(found_.size());
  for (const Match& match : found_) sorted_[starts_[static_cast<std::size_t>(match.ref_start)]++] = match;
}

Matches find_matches(const Batch& batch, const Pairing& pairing, const Lexicon& lexicon) {
  check(batch, "batch");
  check(pairing, batch.size());
  check(lexicon, id_limit(batch));
  MatchFinder finder(lexicon);
  Matches result;
  for (std::size_t i = 0; i < pairing.size(); ++i) {
    const Tokens hyp = batch[static_cast<std::size_t>(pairing.hypotheses[i])];
    for (const std::int32_t row : pairing.references[i]) {
      const auto matches = finder.find(hyp, batch[static_cast<std::size_t>(row)]);
      result.matches.insert(result.matches.end(), matches.begin(), matches.end());
      result.offsets.push_back(static_cast<std::int64_t>(result.matches.size()));
    }
  }
  return result;
}

std::vector<std::int32_t> java_hashes(const Texts& texts) {
  check(texts, "texts");
  std::vector<std::int32_t> hashes;
  hashes.reserve(texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string_view text = texts.text(i);
    std::uint32_t hash = 0;
    for (std::size_t at = 0; at < text.size();) {
      const char32_t point = next_code_point(text, at);
      if (point >= 0x10000) hash = 31 * hash + (0xD7C0U + (point >> 10));  // UTF-16 has two units for it
      hash = 31 * hash + (point >= 0x10000 ? 0xDC00U + (point & 0x3FFU) : static_cast<std::uint32_t>(point));
    }
    hashes.push_back(static_cast<std::int32_t>(hash));
  }
  return hashes;
}

std::vector<std::int32_t> words_in(const Texts& words, const Texts& sorted) {
  check(words, "words");
  std::vector<std::int32_t> numbers;
  numbers.reserve(words.size());
  const WordIndex index(sorted, words.size());
  for (std::size_t i = 0; i < words.size(); ++i) numbers.push_back(index.find(words.text(i)));
  return numbers;
}

}  // namespace core
