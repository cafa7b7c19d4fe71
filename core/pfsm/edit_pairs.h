#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/batch.h"
#include "matching/matching.h"

namespace core {

// The states of a machine that edits a reference into a hypothesis (Wang & Manning 2012). The jumps over
// words of the hypothesis and those over words of the reference are states of their own; a model that does
// not tell them apart gives both the same weights.
enum class EditState : std::uint8_t {
  start,
  remove,
  insert,
  word,
  lemma,
  punctuation,
  synonym,
  function_word,
  beginning,
  paraphrase_1_1,
  paraphrase_1_2,
  paraphrase_2_1,
  paraphrase_2_2,
  word_2,
  lemma_2,
  punctuation_2,
  jump_1,
  jump_2,
  jump_3,
  reference_jump_1,
  reference_jump_2,
  reference_jump_3,
};
constexpr std::size_t kEditStates = 22;
constexpr std::size_t kTransitions = kEditStates * kEditStates;
// Relations of adjacent words that two sentences can share: subject, object, predicative.
constexpr std::size_t kRelations = 3;

constexpr bool is_substitution(EditState state) {
  return state >= EditState::word && state <= EditState::punctuation_2;
}
// How many words of the reference and of the hypothesis a substitution stands for.
constexpr int reference_words(EditState state) {
  return state == EditState::paraphrase_2_1 || state >= EditState::paraphrase_2_2 ? 2 : 1;
}
constexpr int hypothesis_words(EditState state) {
  return state == EditState::paraphrase_1_2 || state >= EditState::paraphrase_2_2 ? 2 : 1;
}

// How many words of both sentences a state uses up; a jump and the start use none.
constexpr int words_of(EditState state) {
  if (is_substitution(state)) return reference_words(state) + hypothesis_words(state);
  return state == EditState::remove || state == EditState::insert ? 1 : 0;
}

// A substitution that may be used: it stands for the words from `ref` and `hyp` on.
struct Substitution {
  std::int32_t ref, hyp;
  EditState state;
};

// Pairs of a reference and a hypothesis, and all substitutions of each; those of one pair are sorted by
// reference word, then hypothesis word, then state, and differ.
//
// Relations are optional. Row i of each has a number for every word of that side: 0, or 1 + 2 * label +
// direction where the word and the one before it are head and modifier (direction 0: the word is the
// modifier).
struct EditPairs {
  std::span<const std::int32_t> ref_lengths, hyp_lengths;
  Ragged<std::int32_t> substitutions;  // three numbers for each: reference word, hypothesis word, state
  Ragged<std::uint8_t> ref_relations, hyp_relations;

  std::size_t size() const { return ref_lengths.size(); }
};

// Throws std::invalid_argument naming the first broken rule above.
void check(const EditPairs& pairs);

// What substitutions are looked for; words, lemmas and punctuation always are.
struct SubstitutionOptions {
  bool synonyms = false, paraphrases = false, blocks = false;
  float least_probability = 0;  // of a paraphrase
};

struct Substitutions {
  std::vector<std::int32_t> values;
  std::vector<std::int64_t> offsets{0};
};

// What kind of word a word is: equal words are punctuation, a function word or just the same word.
constexpr std::uint8_t kPunctuation = 1, kFunctionWord = 2;

// The substitutions of each hypothesis and each of its references, in the order of the references, from the
// match layer. A pair of words has one kind: the same word (of its kind, see `kinds`), the same lemma (stem),
// synonym, paraphrase, the same beginning (`beginnings[w]` is equal and not negative; none where it is
// empty), in this order. Paraphrases of up to two words a side come on top; blocks are two neighbouring pairs
// of the same kind of word, lemma and punctuation. Finding words that begin alike costs words × words.
Substitutions find_substitutions(const Batch& batch, const Pairing& pairing, const Lexicon& lexicon,
                                 std::span<const std::uint8_t> kinds,
                                 std::span<const std::int32_t> beginnings, const SubstitutionOptions& options,
                                 int threads);

// Whether each word has no letter and no number: 1 where all its characters are punctuation or symbols.
std::vector<std::uint8_t> punctuation_words(const Texts& words);

}  // namespace core
