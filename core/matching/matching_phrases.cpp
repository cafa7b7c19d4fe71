#include <algorithm>
#include <bit>
#include <stdexcept>

#include "matching/matching.h"

namespace core {

namespace {

constexpr std::uint32_t kSpread = 0x9E3779B1U;

// The shift that leaves as many bits of a hash as a table with about four places for each element needs.
int shift_for(std::size_t n_elements) {
  return 32 - std::min(static_cast<int>(std::bit_width(n_elements)) + 2, 31);
}

// Starts to load what will be read soon; a hint, so a compiler without it may do nothing.
inline void prefetch([[maybe_unused]] const void* address) {
#if defined(__GNUC__)
  __builtin_prefetch(address);
#endif
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

namespace {

// Where the search for a child begins.
std::size_t first_slot(std::uint32_t parent, std::uint32_t word, std::size_t n_slots) {
  const std::uint64_t key = std::uint64_t{parent} << 32 | word;
  return static_cast<std::size_t>((key * 0x9E3779B97F4A7C15U >> 32) * n_slots >> 32);
}

}  // namespace

std::vector<std::uint32_t> phrase_slots(std::span<const std::uint32_t> child_offsets,
                                        std::span<const std::uint32_t> words) {
  const std::size_t n_nodes = words.size();
  if (child_offsets.size() != n_nodes + 1 || n_nodes == 0 || child_offsets[0] != 1 ||
      !std::ranges::is_sorted(child_offsets) || child_offsets.back() != n_nodes)
    throw std::invalid_argument("child_offsets: they do not fit the words of the phrases");
  const std::size_t n_slots = (n_nodes - child_offsets[1]) * 3 / 2 + 1;
  std::vector<std::uint32_t> slots(2 * n_slots, 0);
  for (std::uint32_t parent = 1; parent < n_nodes; ++parent)
    for (std::uint32_t node = child_offsets[parent]; node < child_offsets[parent + 1]; ++node) {
      std::size_t at = first_slot(parent, words[node], n_slots);
      while (slots[2 * at] != 0) at = at + 1 == n_slots ? 0 : at + 1;
      slots[2 * at] = parent;
      slots[2 * at + 1] = node;
    }
  return slots;
}

std::uint32_t PhraseFinder::child(std::uint32_t parent, std::uint32_t word) const {
  const PhraseTable& table = lexicon_.table;
  const std::size_t n_slots = table.slots.size() / 2;
  std::size_t at = first_slot(parent, word, n_slots);
  // A damaged table may have no empty slot.
  for (std::size_t n_seen = 0; n_seen < n_slots && table.slots[2 * at] != 0; ++n_seen) {
    const std::uint32_t node = table.slots[2 * at + 1];
    if (table.slots[2 * at] == parent && node < table.words.size() && table.words[node] == word) return node;
    at = at + 1 == n_slots ? 0 : at + 1;
  }
  return 0;
}

// A table is far larger than the processor's cache. Phrases are therefore made longer all together, a word at
// a time: what each step will read is asked for ahead, so that no read waits for another.
void PhraseFinder::occurrences(Tokens words, std::vector<Occurrence>& found) {
  const PhraseTable& table = lexicon_.table;
  number(words);
  unsorted_.clear();
  for (std::size_t start = 0; start < words.size(); ++start)
    if (numbers_[start] != 0)
      unsorted_.push_back({numbers_[start], 0, 0, static_cast<std::int32_t>(start), 1, -1});
  for (std::size_t begin = 0, end = unsorted_.size(); begin < end; begin = end, end = unsorted_.size()) {
    for (std::size_t p = begin; p < end; ++p) ask_for_longer(unsorted_[p]);
    for (std::size_t p = begin; p < end; ++p) {
      const Occurrence phrase = unsorted_[p];
      const std::uint32_t next = next_of(phrase);
      const std::uint32_t node = next == 0 ? 0 : child(phrase.node, next - 1);
      if (node != 0) unsorted_.push_back({node, 0, 0, phrase.start, phrase.length + 1, -1});
    }
  }
  sort_by_start(words.size(), found);
  const auto n_entries = static_cast<std::uint32_t>(table.targets.size());
  for (Occurrence& phrase : found) {
    phrase.entries_end = std::min(table.entry_offsets[phrase.node + 1], n_entries);
    phrase.entries = std::min(table.entry_offsets[phrase.node], phrase.entries_end);
    if (phrase.entries != phrase.entries_end) prefetch(&table.targets[phrase.entries]);
  }
}

// The number of the word behind a phrase, or 0.
std::uint32_t PhraseFinder::next_of(const Occurrence& phrase) const {
  const auto end = static_cast<std::size_t>(phrase.start + phrase.length);
  return end < numbers_.size() ? numbers_[end] : 0;
}

void PhraseFinder::ask_for_longer(const Occurrence& phrase) const {
  const PhraseTable& table = lexicon_.table;
  prefetch(&table.entry_offsets[phrase.node]);
  const std::uint32_t next = next_of(phrase);
  if (next != 0 && !table.slots.empty())
    prefetch(&table.slots[2 * first_slot(phrase.node, next - 1, table.slots.size() / 2)]);
}

// A counting sort: shorter phrases stay before longer ones.
void PhraseFinder::sort_by_start(std::size_t n_words, std::vector<Occurrence>& sorted) {
  starts_.assign(n_words + 1, 0);
  for (const Occurrence& phrase : unsorted_) ++starts_[static_cast<std::size_t>(phrase.start) + 1];
  for (std::size_t i = 0; i < n_words; ++i) starts_[i + 1] += starts_[i];
  sorted.resize(unsorted_.size());
  for (const Occurrence& phrase : unsorted_)
    sorted[starts_[static_cast<std::size_t>(phrase.start)]++] = phrase;
}

std::uint32_t PhraseFinder::phrase_of(std::int32_t word) const {
  const std::int32_t number = lexicon_.table_words[static_cast<std::size_t>(word)];
  const bool is_known = number >= 0 && static_cast<std::size_t>(number) + 1 < lexicon_.table.words.size();
  return is_known ? static_cast<std::uint32_t>(number) + 1 : 0;
}

void PhraseFinder::number(Tokens words) {
  numbers_.clear();
  for (const std::int32_t word : words) numbers_.push_back(phrase_of(word));
}

void PhraseFinder::find_of_reference(Tokens hyp, Tokens ref, std::vector<Match>& found) {
  occurrences(hyp, hyp_occurrences_);
  occurrences(ref, ref_occurrences_);
  join(ref_occurrences_, hyp_occurrences_, true, found);
}

void PhraseFinder::find_grouped(Tokens hyp, Tokens ref, std::vector<Match>& found) {
  occurrences(hyp, hyp_occurrences_);
  keep_first_of_hypothesis();
  occurrences(ref, ref_occurrences_);
  join(ref_occurrences_, hyp_occurrences_, true, found);
  join_groups(found);
}

void PhraseFinder::keep_first_of_hypothesis() {
  const int shift = shift_for(hyp_occurrences_.size());
  heads_.assign(std::size_t{1} << (32 - shift), -1);
  repeated_.clear();
  std::size_t n_kept = 0;
  for (const Occurrence phrase : hyp_occurrences_) {
    std::int32_t& head = heads_[phrase.node * kSpread >> shift];
    std::int32_t first = head;
    while (first >= 0 && hyp_occurrences_[static_cast<std::size_t>(first)].node != phrase.node)
      first = hyp_occurrences_[static_cast<std::size_t>(first)].next;
    if (first < 0) {
      first = static_cast<std::int32_t>(n_kept);
      hyp_occurrences_[n_kept] = phrase;
      hyp_occurrences_[n_kept++].next = head;
      head = first;
    }
    repeated_.push_back(
        {phrase.start, phrase.length, hyp_occurrences_[static_cast<std::size_t>(first)].start});
  }
  hyp_occurrences_.resize(n_kept);
}

void PhraseFinder::join_groups(std::vector<Match>& found) {
  const PhraseTable& table = lexicon_.table;
  const std::size_t n_nodes = table.words.size();
  memberships_.clear();
  for (std::size_t h = 0; h < hyp_occurrences_.size(); ++h)
    for (std::size_t entry = hyp_occurrences_[h].entries; entry < hyp_occurrences_[h].entries_end; ++entry)
      if (table.targets[entry] >= n_nodes)
        memberships_.push_back({table.targets[entry], static_cast<std::int32_t>(h), -1});
  if (memberships_.empty()) return;
  const int shift = shift_for(memberships_.size());
  heads_.assign(std::size_t{1} << (32 - shift), -1);
  for (std::size_t m = 0; m < memberships_.size(); ++m) {
    std::int32_t& head = heads_[memberships_[m].group * kSpread >> shift];
    memberships_[m].next = head;
    head = static_cast<std::int32_t>(m);
  }
  for (const Occurrence& ref : ref_occurrences_)
    for (std::size_t entry = ref.entries; entry < ref.entries_end; ++entry) {
      const std::uint32_t group = table.targets[entry];
      if (group < n_nodes) continue;
      for (std::int32_t m = heads_[group * kSpread >> shift]; m >= 0;) {
        const Membership& member = memberships_[static_cast<std::size_t>(m)];
        m = member.next;
        if (member.group != group) continue;
        const Occurrence& hyp = hyp_occurrences_[static_cast<std::size_t>(member.occurrence)];
        found.push_back({MatchKind::paraphrase, hyp.start, hyp.length, ref.start, ref.length,
                         table.probabilities[entry]});
      }
    }
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
