#include "core/matching.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "core/unicode.h"

namespace core {

namespace {

constexpr std::size_t kFilterBits = 4096;

// How many answers are kept, and where the one to a question is.
constexpr int kKeptBits = 16;
constexpr std::size_t kKept = std::size_t{1} << kKeptBits;
std::size_t place(std::uint64_t key) {
  return static_cast<std::size_t>(key * 0x9E3779B97F4A7C15U >> (64 - kKeptBits));
}

std::size_t filter_place(std::uint32_t node) { return (node * 0x9E3779B1U) >> 20; }

// Whether two sorted lists share a number.
bool intersect(std::span<const std::int32_t> a, std::span<const std::int32_t> b) {
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j]) return true;
    if (a[i] < b[j])
      ++i;
    else
      ++j;
  }
  return false;
}

[[noreturn]] void fail(const std::string& why) { throw std::invalid_argument("lexicon: " + why); }

}  // namespace

std::uint32_t PhraseTable::child(std::uint32_t node, std::uint32_t word) const {
  if (node == 0) return word + 1 < words.size() ? word + 1 : 0;
  const std::size_t last = std::min<std::size_t>(child_offsets[node + 1], words.size());
  const std::size_t first = std::min<std::size_t>(child_offsets[node], last);
  const auto children = words.subspan(first, last - first);
  const auto found = std::lower_bound(children.begin(), children.end(), word);
  if (found == children.end() || *found != word) return 0;
  return static_cast<std::uint32_t>(first + static_cast<std::size_t>(found - children.begin()));
}

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
  if (table.child_offsets.size() != n_nodes + 1 || table.entry_offsets.size() != n_nodes + 1 || n_nodes == 0)
    fail("the paraphrase table has offsets for another number of phrases");
  // Only the ends: the rest would read all of a table that may be far larger than memory. What a lookup
  // follows is kept inside the arrays where it is followed.
  if (table.child_offsets.back() != n_nodes || table.entry_offsets.back() != table.targets.size() ||
      table.probabilities.size() != table.targets.size())
    fail("the arrays of the paraphrase table do not fit one another");
}

std::span<const Match> MatchFinder::find(Tokens hyp, Tokens ref, bool all) {
  found_.clear();
  find_words(hyp, ref, all);
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
  for (std::size_t j = 0; j < ref.size(); ++j)
    for (std::size_t i = 0; i < hyp.size(); ++i)
      if (hyp_same_[i] == ref_same_[j]) add(MatchKind::same, i, j);
  if (hyp_same_ == ref_same_ && !all) return;
  if (!lexicon_.stems.empty()) {
    number(lexicon_.stems, hyp, hyp_stems_);
    number(lexicon_.stems, ref, ref_stems_);
    for (std::size_t j = 0; j < ref.size(); ++j)
      for (std::size_t i = 0; i < hyp.size(); ++i)
        if (hyp_stems_[i] == ref_stems_[j] && hyp_same_[i] != ref_same_[j]) add(MatchKind::stem, i, j);
  }
  if (!lexicon_.synonyms.offsets.empty()) find_synonyms(hyp, ref);
  if (!lexicon_.table.empty()) find_paraphrases(hyp, ref);
}

MatchFinder::MatchFinder(const Lexicon& lexicon) : lexicon_(lexicon) {
  if (!lexicon.synonyms.offsets.empty()) {
    shared_sets_.assign(kKept, {kNoQuestion, 0});
    for (std::size_t word = 0; word < lexicon.synonyms.size(); ++word) {
      std::uint64_t bits = 0;
      for (const std::int32_t set : lexicon.synonyms[word])
        bits |= std::uint64_t{1} << (static_cast<std::uint32_t>(set) * 0x9E3779B1U >> 26);
      signatures_.push_back(bits);
    }
  }
  if (!lexicon.table.empty()) children_.assign(kKept, {kNoQuestion, 0});
}

void MatchFinder::find_synonyms(Tokens hyp, Tokens ref) {
  const auto sets = [&](std::int32_t word) { return lexicon_.synonyms[static_cast<std::size_t>(word)]; };
  const auto share_a_set = [&](std::int32_t a, std::int32_t b) {
    const std::uint64_t key = static_cast<std::uint64_t>(a) << 32 | static_cast<std::uint32_t>(b);
    Answer& known = shared_sets_[place(key)];
    if (known.key != key) known = {key, intersect(sets(a), sets(b))};
    return known.value != 0;
  };
  hyp_signatures_.clear();
  for (const std::int32_t word : hyp) hyp_signatures_.push_back(signatures_[static_cast<std::size_t>(word)]);
  for (std::size_t j = 0; j < ref.size(); ++j) {
    const std::uint64_t bits = signatures_[static_cast<std::size_t>(ref[j])];
    if (bits == 0) continue;
    for (std::size_t i = 0; i < hyp.size(); ++i)
      if ((bits & hyp_signatures_[i]) != 0 && hyp_same_[i] != ref_same_[j] && share_a_set(hyp[i], ref[j]))
        add(MatchKind::synonym, i, j);
  }
}

std::uint32_t MatchFinder::child(std::uint32_t node, std::uint32_t word) {
  if (node == 0) return lexicon_.table.child(0, word);
  const std::uint64_t key = static_cast<std::uint64_t>(node) << 32 | word;
  Answer& known = children_[place(key)];
  if (known.key != key) known = {key, lexicon_.table.child(node, word)};
  return known.value;
}

void MatchFinder::occurrences(Tokens words, std::vector<Occurrence>& found) {
  found.clear();
  for (std::size_t start = 0; start < words.size(); ++start) {
    std::uint32_t node = 0;
    for (std::size_t end = start; end < words.size(); ++end) {
      const std::int32_t word = lexicon_.table_words[static_cast<std::size_t>(words[end])];
      if (word < 0) break;
      node = child(node, static_cast<std::uint32_t>(word));
      if (node == 0) break;
      found.push_back({node, static_cast<std::int32_t>(start), static_cast<std::int32_t>(end - start + 1)});
    }
  }
}

void MatchFinder::find_paraphrases(Tokens hyp, Tokens ref) {
  occurrences(hyp, hyp_occurrences_);
  occurrences(ref, ref_occurrences_);
  join(ref_occurrences_, hyp_occurrences_, true);
  join(hyp_occurrences_, ref_occurrences_, false);
}

void MatchFinder::join(const std::vector<Occurrence>& sources, std::vector<Occurrence>& targets,
                       bool from_reference) {
  const PhraseTable& table = lexicon_.table;
  by_node_ = targets;
  std::ranges::stable_sort(by_node_, {}, &Occurrence::node);
  filter_.assign(kFilterBits / 64, 0);
  for (const Occurrence& target : by_node_) {
    const std::size_t place = filter_place(target.node);
    filter_[place / 64] |= std::uint64_t{1} << (place % 64);
  }
  for (const Occurrence& source : sources) {
    const std::size_t last =
        std::min<std::size_t>(table.entry_offsets[source.node + 1], table.targets.size());
    for (std::size_t entry = table.entry_offsets[source.node]; entry < last; ++entry) {
      const std::uint32_t target = table.targets[entry];
      const std::size_t place = filter_place(target);
      if ((filter_[place / 64] >> (place % 64) & 1) == 0) continue;
      for (auto at = std::ranges::lower_bound(by_node_, target, {}, &Occurrence::node);
           at != by_node_.end() && at->node == target; ++at) {
        const Occurrence& hyp = from_reference ? *at : source;
        const Occurrence& ref = from_reference ? source : *at;
        found_.push_back({MatchKind::paraphrase, hyp.start, hyp.length, ref.start, ref.length,
                          table.probabilities[entry]});
      }
    }
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
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words.text(i);
    std::size_t low = 0, high = sorted.size();
    while (low < high) {
      const std::size_t middle = low + (high - low) / 2;
      if (sorted.text(middle) < word)
        low = middle + 1;
      else
        high = middle;
    }
    numbers.push_back(low < sorted.size() && sorted.text(low) == word ? static_cast<std::int32_t>(low) : -1);
  }
  return numbers;
}

}  // namespace core
