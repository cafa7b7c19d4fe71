#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/batch.h"

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

// A paraphrase table. Its phrases are the nodes of a tree of words: node 0 is the empty phrase, every word is
// a phrase, that of word w being node w + 1, and each longer one is a child of the phrase without its last
// word, which `words[node]` names. `slots` is a hash table of those children: pairs of a parent, 0 where the
// slot is empty, and its child. The phrases that can stand for phrase n are targets[entry_offsets[n] ..
// entry_offsets[n + 1]). A target from words.size() on is not a phrase but a group: phrases of one group can
// stand for one another.
struct PhraseTable {
  std::span<const std::uint32_t> slots, words, entry_offsets, targets;
  std::span<const float> probabilities;

  bool empty() const { return targets.empty(); }
};

// The slots of a table in which the children of node n are child_offsets[n] .. child_offsets[n + 1].
std::vector<std::uint32_t> phrase_slots(std::span<const std::uint32_t> child_offsets,
                                        std::span<const std::uint32_t> words);

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

// Finds which words of two sentences share a synonym set, in time O(sets of their words); keeps scratch
// memory.
class SynonymFinder {
 public:
  explicit SynonymFinder(const Ragged<std::int32_t>& sets) : sets_(sets) {}

  void set_hypothesis(Tokens hyp);
  // The words of the hypothesis, by their places, that share a set with this word.
  std::span<const std::int32_t> find(std::int32_t word);

 private:
  // A set that a word of the hypothesis has; those with one hash are chained by their numbers.
  struct Member {
    std::int32_t set, place, next;
  };
  std::size_t bucket(std::int32_t set) const {
    return static_cast<std::uint32_t>(set) * 0x9E3779B1U >> shift_;
  }

  const Ragged<std::int32_t>& sets_;
  int shift_ = 31;
  std::vector<std::int32_t> heads_, found_;
  std::vector<Member> members_;
};

// Finds the phrases of sentences in a table, and which of them can stand for one another, in time O(phrases
// found + their entries); keeps scratch memory.
class PhraseFinder {
 public:
  explicit PhraseFinder(const Lexicon& lexicon) : lexicon_(lexicon) {}

  // Appends the paraphrases of a pair in the order that MatchFinder describes.
  void find(Tokens hyp, Tokens ref, std::vector<Match>& found);
  // Only those that the table gives for a phrase of the reference.
  void find_of_reference(Tokens hyp, Tokens ref, std::vector<Match>& found);
  // The same and those of one group, which may be found more than once; they come last. A phrase that stands
  // often in the hypothesis is matched only where it stands first; `hyp_phrases` tells where it stands again.
  void find_grouped(Tokens hyp, Tokens ref, std::vector<Match>& found);
  struct Repeated {
    std::int32_t start, length, first;  // words [first, first + length) are the same phrase, or the very one
  };
  std::span<const Repeated> hyp_phrases() const { return repeated_; }

  // Words [start, start + length) are phrase `node`, whose entries are those of the table from `entries` on.
  struct Occurrence {
    std::uint32_t node, entries, entries_end;
    std::int32_t start, length, next;
  };
  // Every phrase of a sentence, by start, then shorter ones first; the beginning of a phrase is one, too.
  void occurrences(Tokens words, std::vector<Occurrence>& found);
  // The phrase of one word, and that of a phrase and one word more; 0 where there is none.
  std::uint32_t phrase_of(std::int32_t word) const;
  std::uint32_t longer(std::uint32_t phrase, std::int32_t word) const {
    const std::uint32_t next = phrase_of(word);
    return next == 0 ? 0 : child(phrase, next - 1);
  }

 private:
  std::uint32_t child(std::uint32_t parent, std::uint32_t word) const;
  std::uint32_t next_of(const Occurrence& phrase) const;
  void ask_for_longer(const Occurrence& phrase) const;
  void number(Tokens words);
  void sort_by_start(std::size_t n_words, std::vector<Occurrence>& sorted);
  void keep_first_of_hypothesis();
  void join_groups(std::vector<Match>& found);
  void join(const std::vector<Occurrence>& sources, std::vector<Occurrence>& targets, bool from_reference,
            std::vector<Match>& found);

  const Lexicon& lexicon_;
  // A group that a phrase of the hypothesis is in; those with one hash are chained.
  struct Membership {
    std::uint32_t group;
    std::int32_t occurrence, next;
  };
  std::vector<Membership> memberships_;
  std::vector<Repeated> repeated_;
  std::vector<Occurrence> hyp_occurrences_, ref_occurrences_, unsorted_;
  std::vector<std::uint32_t> numbers_;
  std::vector<std::size_t> starts_;
  std::vector<std::int32_t> heads_;
};

// Finds the matches of pairs of sentences; keeps scratch memory, so each thread has its own.
class MatchFinder {
 public:
  explicit MatchFinder(const Lexicon& lexicon)
      : lexicon_(lexicon), synonyms_(lexicon.synonyms), phrases_(lexicon) {}

  // All matches by start in the reference, then by kind, then by start in the hypothesis. Two equal words
  // match by `same` only. A paraphrase is found by the table read from the reference to the hypothesis and
  // again the other way round, hence twice where both entries are there; those found from the reference
  // stand first, then shorter ones, then in the table's order.
  // Sentences that are equal have matches of the kind `same` only, unless `all` is set.
  std::span<const Match> find(Tokens hyp, Tokens ref, bool all = false);

  // The same without paraphrases.
  std::span<const Match> find_words_only(Tokens hyp, Tokens ref);

  // The paraphrases only, and only those that the table gives for a phrase of the reference.
  std::span<const Match> find_paraphrases_of_reference(Tokens hyp, Tokens ref);

 private:
  static void number(std::span<const std::int32_t> numbers, Tokens words,
                     std::vector<std::int32_t>& numbered);
  void add(MatchKind kind, std::size_t i, std::size_t j);
  void find_words(Tokens hyp, Tokens ref, bool all);
  void find_synonyms(Tokens hyp, Tokens ref);
  void sort_by_reference(std::size_t ref_length);

  const Lexicon& lexicon_;
  SynonymFinder synonyms_;
  PhraseFinder phrases_;
  std::vector<Match> found_, sorted_;
  std::vector<std::size_t> starts_;
  std::vector<std::int32_t> hyp_same_, ref_same_, hyp_stems_, ref_stems_;
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
