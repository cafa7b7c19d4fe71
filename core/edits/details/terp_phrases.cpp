#include "edits/details/terp_phrases.h"

#include <bit>
#include <cmath>

namespace core {

namespace {
constexpr std::size_t kMaxKeptPhrases = 100000;
}  // namespace

void TerpPhrases::set_reference(Tokens ref) {
  ref_ = ref;
  finder_.occurrences(ref, ref_phrases_);
  index_entries();
}

// Chains keep the order of the reference, and of the table where two phrases start at one word.
void TerpPhrases::index_entries() {
  entries_.clear();
  for (const PhraseFinder::Occurrence& phrase : ref_phrases_)
    for (std::size_t entry = phrase.entries; entry < phrase.entries_end; ++entry)
      entries_.push_back(
          {table_.targets[entry], phrase.start, phrase.length, -1, table_.probabilities[entry]});
  shift_ = 32 - std::min(static_cast<int>(std::bit_width(entries_.size())) + 1, 31);
  heads_.assign(std::size_t{1} << (32 - shift_), -1);
  for (std::size_t e = entries_.size(); e-- > 0;) {
    std::int32_t& head = heads_[bucket(entries_[e].target)];
    entries_[e].next = head;
    head = static_cast<std::int32_t>(e);
  }
}

template <typename Add>
void TerpPhrases::for_each_reading(std::uint32_t phrase, Tokens words, std::size_t start, const Add& add) {
  for (std::int32_t e = heads_[bucket(phrase)]; e >= 0;) {
    const Entry& entry = entries_[static_cast<std::size_t>(e)];
    e = entry.next;
    if (entry.target != phrase) continue;
    const double cost = price(words, entry);
    if (cost < kLargestTerpCost)
      add(PlacedPhrase{static_cast<std::int32_t>(start), static_cast<std::int32_t>(words.size()),
                       entry.ref_start, entry.ref_length, cost});
  }
}

const PlacedPhrases& TerpPhrases::find(std::vector<std::int32_t> words) {
  words_ = std::move(words);
  placed_.clear(words_.size());
  finder_.occurrences(words_, hyp_phrases_);
  first_phrases_.assign(words_.size() + 1, 0);
  longest_ = 0;
  for (const PhraseFinder::Occurrence& phrase : hyp_phrases_) {
    const auto start = static_cast<std::size_t>(phrase.start),
               length = static_cast<std::size_t>(phrase.length);
    ++first_phrases_[start + 1];
    longest_ = std::max(longest_, length);
    for_each_reading(phrase.node, Tokens(words_).subspan(start, length), start,
                     [&](const PlacedPhrase& placed) { placed_.add(placed); });
  }
  for (std::size_t h = 0; h < words_.size(); ++h) first_phrases_[h + 1] += first_phrases_[h];
  placed_.sort();
  return placed_;
}

// A phrase across the end of a part begins with a phrase that reaches this end.
std::span<const PlacedPhrase> TerpPhrases::find_across(const Swap& swap) {
  across_.clear();
  const auto parts = swap.parts(words_.size());
  for (std::size_t k = 0; k < 3; ++k) {
    const auto& part = parts[k];
    for (std::size_t length = 1; length <= longest_ && length <= part.end - part.begin; ++length) {
      const std::size_t start = part.end - length;
      if (first_phrases_[start + 1] - first_phrases_[start] < length) continue;
      std::uint32_t phrase = hyp_phrases_[first_phrases_[start] + length - 1].node;
      read_.assign(words_.begin() + static_cast<std::ptrdiff_t>(start),
                   words_.begin() + static_cast<std::ptrdiff_t>(part.end));
      std::size_t next_part = k + 1, at = parts[next_part].begin;
      for (;; ++at) {
        while (next_part < 3 && at == parts[next_part].end) at = parts[++next_part].begin;
        if (at == parts[next_part].end) break;
        phrase = finder_.longer(phrase, words_[at]);
        if (phrase == 0) break;
        read_.push_back(words_[at]);
        for_each_reading(phrase, read_, part.now + start - part.begin,
                         [&](const PlacedPhrase& placed) { across_.push_back(placed); });
      }
    }
  }
  return across_;
}

double TerpPhrases::price(Tokens hyp, const Entry& entry) {
  const Tokens ref =
      ref_.subspan(static_cast<std::size_t>(entry.ref_start), static_cast<std::size_t>(entry.ref_length));
  key_.assign(1, entry.ref_length);
  key_.insert(key_.end(), ref.begin(), ref.end());
  key_.insert(key_.end(), hyp.begin(), hyp.end());
  auto known = known_edits_.find(key_);
  if (known == known_edits_.end()) {
    if (known_edits_.size() >= kMaxKeptPhrases) known_edits_.clear();
    known = known_edits_.emplace(key_, edits_(hyp, ref)).first;
  }
  const double edits = known->second;
  const auto& [a, b, c, d] = options_.phrase;
  const auto p = static_cast<double>(entry.probability);
  const double price = a + b * std::log10(p) * edits + c * p * edits + d * edits;
  return std::isnan(price) ? kUnreached : std::max(price, options_.least_phrase);
}

}  // namespace core
