#include <algorithm>
#include <bit>

#include "core/matching.h"

namespace core {

namespace {

constexpr std::uint32_t kSpread = 0x9E3779B1U;

// The shift that leaves as many bits of a hash as a table with about four places for each element needs.
int shift_for(std::size_t n_elements) {
  return 32 - std::min(static_cast<int>(std::bit_width(n_elements)) + 2, 31);
}

}  // namespace

void SynonymFinder::set_hypothesis(Tokens hyp) {
  members_.clear();
  for (std::size_t i = 0; i < hyp.size(); ++i)
    for (const std::int32_t set : sets_[static_cast<std::size_t>(hyp[i])])
      members_.push_back({set, static_cast<std::int32_t>(i), -1});
  shift_ = shift_for(members_.size());
  heads_.assign(std::size_t{1} << (32 - shift_), -1);
  for (std::size_t m = 0; m < members_.size(); ++m) {
    std::int32_t& head = heads_[bucket(members_[m].set)];
    members_[m].next = head;
    head = static_cast<std::int32_t>(m);
  }
}

std::span<const std::int32_t> SynonymFinder::find(std::int32_t word) {
  found_.clear();
  for (const std::int32_t set : sets_[static_cast<std::size_t>(word)])
    for (std::int32_t m = heads_[bucket(set)]; m >= 0; m = members_[static_cast<std::size_t>(m)].next)
      if (const Member& member = members_[static_cast<std::size_t>(m)]; member.set == set)
        found_.push_back(member.place);
  std::ranges::sort(found_);
  found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
  return found_;
}

PhraseFinder::PhraseFinder(const Lexicon& lexicon) : lexicon_(lexicon) {
  if (lexicon.table.empty()) return;
  const std::size_t n_nodes = lexicon.table.words.size();
  single_.assign(lexicon.table_words.size(), 0);
  known_.push_back({0, 0, 0});
  for (std::size_t w = 0; w < single_.size(); ++w) {
    const std::int32_t number = lexicon.table_words[w];
    if (number < 0 || static_cast<std::size_t>(number) + 1 >= n_nodes) continue;
    single_[w] = know(static_cast<std::uint32_t>(number) + 1);
  }
}

std::uint32_t PhraseFinder::know(std::uint32_t node) {
  const PhraseTable& table = lexicon_.table;
  const auto last = std::min(table.entry_offsets[node + 1], static_cast<std::uint32_t>(table.targets.size()));
  known_.push_back({node, std::min(table.entry_offsets[node], last), last});
  return static_cast<std::uint32_t>(known_.size() - 1);
}

void PhraseFinder::count_children(Known& phrase) {
  const PhraseTable& table = lexicon_.table;
  const auto n_nodes = static_cast<std::uint32_t>(table.words.size());
  const std::uint32_t last = std::min(table.child_offsets[phrase.node + 1], n_nodes);
  phrase.children = std::min(table.child_offsets[phrase.node], last);
  phrase.n_children = last - phrase.children;
  if (phrase.n_children == 0) phrase.bits = kChildless;
}

void PhraseFinder::read_children(Known& phrase) {
  const std::uint32_t first = phrase.children;
  phrase.bits = static_cast<std::int32_t>(std::bit_width(phrase.n_children + phrase.n_children / 2));
  phrase.children = static_cast<std::uint32_t>(children_.size());
  children_.resize(children_.size() + (std::size_t{1} << phrase.bits));
  Child* const children = &children_[phrase.children];
  const std::uint32_t mask = (std::uint32_t{1} << phrase.bits) - 1;
  for (std::uint32_t node = first; node < first + phrase.n_children; ++node) {
    const std::uint32_t word = lexicon_.table.words[node];
    std::uint32_t at = place(word, phrase.bits);
    while (children[at].word != kNoWord) at = (at + 1) & mask;
    children[at] = {word, node | kUnmet};
  }
}

std::uint32_t PhraseFinder::search_child(const Known& phrase, std::uint32_t word) {
  const auto words = lexicon_.table.words.subspan(phrase.children, phrase.n_children);
  const auto at = std::ranges::lower_bound(words, word);
  if (at == words.end() || *at != word) return 0;
  const auto node = phrase.children + static_cast<std::uint32_t>(at - words.begin());
  const auto [met, is_new] = rare_.try_emplace(node, 0);
  if (is_new) met->second = know(node);
  return met->second;
}

std::uint32_t PhraseFinder::child(std::uint32_t parent, std::uint32_t word) {
  Known& phrase = known_[parent];
  if (phrase.bits == kUnread) count_children(phrase);
  if (phrase.bits == kChildless) return 0;
  if (phrase.bits < 0 && ++phrase.bits < 0) return search_child(phrase, word);
  if (phrase.bits == 0) read_children(phrase);
  Child* const children = &children_[phrase.children];
  const std::uint32_t mask = (std::uint32_t{1} << phrase.bits) - 1;
  std::uint32_t at = place(word, phrase.bits);
  while (children[at].word != word) {
    if (children[at].word == kNoWord) return 0;
    at = (at + 1) & mask;
  }
  if ((children[at].phrase & kUnmet) != 0) children[at].phrase = know(children[at].phrase & ~kUnmet);
  return children[at].phrase;
}

void PhraseFinder::occurrences(Tokens words, std::vector<Occurrence>& found) {
  found.clear();
  fetch(words);
  for (std::size_t start = 0; start < words.size(); ++start) {
    std::uint32_t phrase = single_[static_cast<std::size_t>(words[start])];
    for (std::size_t end = start + 1; phrase != 0; ++end) {
      const Known& known = known_[phrase];
      if (known.entries != known.entries_end) __builtin_prefetch(&lexicon_.table.targets[known.entries]);
      found.push_back({known.node, known.entries, known.entries_end, static_cast<std::int32_t>(start),
                       static_cast<std::int32_t>(end - start), -1});
      if (end == words.size() || known.bits == kChildless) break;
      phrase = numbers_[end] < 0 ? 0 : child(phrase, static_cast<std::uint32_t>(numbers_[end]));
    }
  }
}

// Numbers the words, and has the processor fetch what the search for phrases of two words will read.
void PhraseFinder::fetch(Tokens words) {
  numbers_.clear();
  for (const std::int32_t word : words)
    numbers_.push_back(lexicon_.table_words[static_cast<std::size_t>(word)]);
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const Known& phrase = known_[single_[static_cast<std::size_t>(words[i])]];
    if (phrase.bits > 0 && numbers_[i + 1] >= 0)
      __builtin_prefetch(
          &children_[phrase.children + place(static_cast<std::uint32_t>(numbers_[i + 1]), phrase.bits)]);
  }
}

void PhraseFinder::find_of_reference(Tokens hyp, Tokens ref, std::vector<Match>& found) {
  occurrences(hyp, hyp_occurrences_);
  occurrences(ref, ref_occurrences_);
  join(ref_occurrences_, hyp_occurrences_, true, found);
}

void PhraseFinder::find(Tokens hyp, Tokens ref, std::vector<Match>& found) {
  find_of_reference(hyp, ref, found);
  join(hyp_occurrences_, ref_occurrences_, false, found);
}

void PhraseFinder::join(const std::vector<Occurrence>& sources, std::vector<Occurrence>& targets,
                        bool from_reference, std::vector<Match>& found) {
  const PhraseTable& table = lexicon_.table;
  const int shift = shift_for(targets.size());
  heads_.assign(std::size_t{1} << (32 - shift), -1);
  for (std::size_t t = targets.size(); t-- > 0;) {
    std::int32_t& head = heads_[targets[t].node * kSpread >> shift];
    targets[t].next = head;
    head = static_cast<std::int32_t>(t);
  }
  for (const Occurrence& source : sources)
    for (std::size_t entry = source.entries; entry < source.entries_end; ++entry) {
      const std::uint32_t node = table.targets[entry];
      for (std::int32_t t = heads_[node * kSpread >> shift]; t >= 0;) {
        const Occurrence& target = targets[static_cast<std::size_t>(t)];
        t = target.next;
        if (target.node != node) continue;
        const Occurrence& hyp = from_reference ? target : source;
        const Occurrence& ref = from_reference ? source : target;
        found.push_back({MatchKind::paraphrase, hyp.start, hyp.length, ref.start, ref.length,
                         table.probabilities[entry]});
      }
    }
}

}  // namespace core
