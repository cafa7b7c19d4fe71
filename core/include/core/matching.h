#pragma once
#include <cstdint>
#include <span>

#include "core/batch.h"

namespace core {

// Which words of two sentences mean the same. Every metric that asks this reads the answer from here.
enum class MatchKind : std::uint8_t { same, stem, synonym, paraphrase };
constexpr std::size_t kMatchKinds = 4;

// Words [hyp_start, hyp_start + hyp_length) of the hypothesis mean the same as those of the reference. All
// kinds but paraphrases match one word with one word.
struct Match {
  MatchKind kind;
  std::int32_t hyp_start, hyp_length, ref_start, ref_length;
  float probability;  // that of the table for a paraphrase, 1 for the others
};

// A paraphrase table. Its phrases are the nodes of a tree of words: node 0 is the empty phrase, the children
// of node n are child_offsets[n] .. child_offsets[n + 1], sorted by word, and each is its parent's phrase
// with `words[child]` behind it. Every word is a phrase: that of word w is node w + 1. The phrases that can
// stand for phrase n are targets[entry_offsets[n] .. entry_offsets[n + 1]).
struct PhraseTable {
  std::span<const std::uint32_t> child_offsets, words, entry_offsets, targets;
  std::span<const float> probabilities;

  bool empty() const { return targets.empty(); }
  // The child of a node by a word of the table, or 0.
  std::uint32_t child(std::uint32_t node, std::uint32_t word) const;
};

// What is known about the words of a batch, by their ids. A part that is empty finds nothing.
struct Lexicon {
  std::span<const std::int32_t> same;   // words with one number count as equal; empty: only equal words do
  std::span<const std::int32_t> stems;  // words with one number have one stem
  Ragged<std::int32_t> synonyms;        // the sorted synonym sets of a word
  PhraseTable table;
  std::span<const std::int32_t> table_words;  // the number of a word in the table, or -1
};

// Throws std::invalid_argument where an array does not fit the others or `n_words` words.
void check(const Lexicon& lexicon, std::size_t n_words);

// Finds the matches of pairs of sentences; keeps scratch memory, so each thread has its own.
class MatchFinder {
 public:
  explicit MatchFinder(const Lexicon& lexicon);

  // All matches by start in the reference, then by kind, then by start in the hypothesis. Two equal words
  // match by `same` only. A paraphrase is found by the table read from the reference to the hypothesis and
  // again the other way round, hence twice where both entries are there; those found from the reference
  // stand first, then shorter ones, then in the table's order.
  // Sentences that are equal have matches of the kind `same` only, unless `all` is set.
  std::span<const Match> find(Tokens hyp, Tokens ref, bool all = false);

 private:
  struct Occurrence {
    std::uint32_t node;
    std::int32_t start, length;
  };
  static void number(std::span<const std::int32_t> numbers, Tokens words,
                     std::vector<std::int32_t>& numbered);
  // An answer kept at a place that the question chooses: most questions come again.
  struct Answer {
    std::uint64_t key;
    std::uint32_t value;
  };
  static constexpr std::uint64_t kNoQuestion = ~std::uint64_t{0};
  void add(MatchKind kind, std::size_t i, std::size_t j);
  void find_words(Tokens hyp, Tokens ref, bool all);
  void find_synonyms(Tokens hyp, Tokens ref);
  void find_paraphrases(Tokens hyp, Tokens ref);
  std::uint32_t child(std::uint32_t node, std::uint32_t word);
  void occurrences(Tokens words, std::vector<Occurrence>& found);
  void join(const std::vector<Occurrence>& sources, std::vector<Occurrence>& targets, bool from_reference);
  void sort_by_reference(std::size_t ref_length);

  const Lexicon& lexicon_;
  std::vector<Match> found_, sorted_;
  std::vector<std::size_t> starts_;
  std::vector<Occurrence> hyp_occurrences_, ref_occurrences_, by_node_;
  std::vector<std::int32_t> hyp_same_, ref_same_, hyp_stems_, ref_stems_;
  std::vector<std::uint64_t> filter_, hyp_signatures_;
  // One bit for each set of a word, in 64: two words without a common bit share no set.
  std::vector<std::uint64_t> signatures_;
  std::vector<Answer> children_, shared_sets_;
};

// Matches of a batch of pairs, one after the other; those of hypothesis i and its reference j stand at
// offsets[k] .. offsets[k + 1], where k numbers all references of all hypotheses.
struct Matches {
  std::vector<Match> matches;
  std::vector<std::int64_t> offsets{0};
};
Matches find_matches(const Batch& batch, const Pairing& pairing, const Lexicon& lexicon);

// Java's hash of each text, by which METEOR 1.5 compares words: it takes some different words for equal.
std::vector<std::int32_t> java_hashes(const Texts& texts);

// The number in a sorted list of words of each word, or -1.
std::vector<std::int32_t> words_in(const Texts& words, const Texts& sorted);

}  // namespace core
