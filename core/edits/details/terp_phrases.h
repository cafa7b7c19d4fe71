#pragma once
// The paraphrases of a reference in a hypothesis whose words change their order.
#include <functional>
#include <unordered_map>
#include <vector>

#include "edits/details/terp_table.h"
#include "matching/matching.h"

namespace core {

class TerpPhrases {
 public:
  // `edits` is what the edits between two phrases cost.
  TerpPhrases(const Lexicon& lexicon, const TerpOptions& options, std::function<double(Tokens, Tokens)> edits)
      : table_(lexicon.table), options_(options), edits_(std::move(edits)), finder_(lexicon) {}

  void set_reference(Tokens ref);
  // The paraphrases of the words as they stand now.
  const PlacedPhrases& find(std::vector<std::int32_t> words);
  // Those of another order of these words that lie across its parts; until the next call.
  std::span<const PlacedPhrase> find_across(const Swap& swap);

 private:
  // A phrase of the reference, and one that can stand for it.
  struct Entry {
    std::uint32_t target;
    std::int32_t ref_start, ref_length, next;
    float probability;
  };
  struct Hash {
    std::size_t operator()(const std::vector<std::int32_t>& words) const {
      std::uint64_t hash = words.size();
      for (const std::int32_t word : words)
        hash = (hash ^ static_cast<std::uint64_t>(word)) * 0x9E3779B97F4A7C15U, hash ^= hash >> 29;
      return static_cast<std::size_t>(hash);
    }
  };

  std::size_t bucket(std::uint32_t target) const { return target * 0x9E3779B1U >> shift_; }
  void index_entries();
  // Calls `add` with every paraphrase by which these words, a phrase of the table, can be read.
  template <typename Add>
  void for_each_reading(std::uint32_t phrase, Tokens words, std::size_t start, const Add& add);
  double price(Tokens hyp, const Entry& entry);

  const PhraseTable& table_;
  const TerpOptions& options_;
  std::function<double(Tokens, Tokens)> edits_;
  PhraseFinder finder_;
  Tokens ref_;
  std::vector<PhraseFinder::Occurrence> ref_phrases_, hyp_phrases_;
  std::vector<Entry> entries_;
  std::vector<std::int32_t> heads_;
  int shift_ = 31;
  std::vector<std::int32_t> words_, key_, read_;
  std::vector<std::size_t> first_phrases_;  // by word: the first phrase that starts there
  std::size_t longest_ = 0;
  PlacedPhrases placed_;
  std::vector<PlacedPhrase> across_;
  std::unordered_map<std::vector<std::int32_t>, double, Hash> known_edits_;
};

}  // namespace core
