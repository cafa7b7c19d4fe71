#pragma once
// What is known about six words, made of an input, as the kernels read it and as it is defined.
#include <map>
#include <set>
#include <span>

#include "fuzz/input.h"
#include "matching/matching.h"

namespace fuzz {

constexpr int kWords = 6;
using Phrase = Words;
using Entries = std::vector<std::pair<Phrase, Phrase>>;
// Kind, hypothesis start and length, reference start and length.
using MatchRow = std::array<std::int32_t, 5>;

inline bool starts(const Words& row, std::size_t at, const Phrase& phrase) {
  return at + phrase.size() <= row.size() &&
         std::equal(phrase.begin(), phrase.end(), row.begin() + static_cast<std::ptrdiff_t>(at));
}

class Knowledge {
 public:
  // Each word has one synonym set where `single`; entries are different and lead to other phrases.
  explicit Knowledge(Input& input, bool single = false, bool with_same = true) {
    if (with_same && input.flag())
      for (int i = 0; i < kWords; ++i) same.push_back(input.below(kWords));
    for (int i = 0; i < kWords; ++i) stems.push_back(input.below(kWords));
    for (int i = 0; i < kWords; ++i) {
      const int sets_of_word = input.byte() % 16;
      std::vector<std::int32_t> row;
      if (single) row.push_back(sets_of_word % 4);
      for (int set = 0; set < 4 && !single; ++set)
        if ((sets_of_word >> set & 1) != 0) row.push_back(set);
      sets.push_back(row);
    }
    const int n_entries = input.below(5);
    for (int i = 0; i < n_entries; ++i) {
      const Phrase source = phrase(input, single ? 2 : 3), target = phrase(input, single ? 2 : 3);
      if (source == target && single) continue;
      if (std::find(entries.begin(), entries.end(), std::pair{source, target}) == entries.end())
        entries.emplace_back(source, target);
    }
    make_tree();
    synonyms_ = laid_out(sets);
  }

  core::Lexicon lexicon() const {
    return {
        same, stems, view(synonyms_), {slots_, words_, entry_offsets_, targets_, probabilities_}, numbers_};
  }

  // All matches by their definition, in their order.
  std::vector<MatchRow> matches(const Words& hyp, const Words& ref) const {
    std::vector<MatchRow> found;
    const auto is_same = [&](std::int32_t a, std::int32_t b) { return number(a) == number(b); };
    const auto add_words = [&](std::int32_t kind, auto holds) {
      for (std::size_t j = 0; j < ref.size(); ++j)
        for (std::size_t i = 0; i < hyp.size(); ++i)
          if (holds(hyp[i], ref[j]))
            found.push_back({kind, static_cast<std::int32_t>(i), 1, static_cast<std::int32_t>(j), 1});
    };
    add_words(0, is_same);
    if (hyp.size() == ref.size() && std::equal(hyp.begin(), hyp.end(), ref.begin(), is_same)) return found;
    add_words(1, [&](std::int32_t a, std::int32_t b) {
      return !is_same(a, b) && stems[static_cast<std::size_t>(a)] == stems[static_cast<std::size_t>(b)];
    });
    add_words(2, [&](std::int32_t a, std::int32_t b) { return !is_same(a, b) && share_a_set(a, b); });
    add_phrases(ref, hyp, true, found);
    add_phrases(hyp, ref, false, found);
    std::ranges::stable_sort(found, {}, [](const MatchRow& match) { return match[3]; });
    return found;
  }

  std::vector<std::int32_t> same, stems;
  std::vector<Words> sets;
  Entries entries;

 private:
  static Phrase phrase(Input& input, int most) {
    Phrase made(static_cast<std::size_t>(1 + input.below(most)));
    for (std::int32_t& word : made) word = input.below(kWords);
    return made;
  }
  std::int32_t number(std::int32_t word) const {
    return same.empty() ? word : same[static_cast<std::size_t>(word)];
  }
  bool share_a_set(std::int32_t a, std::int32_t b) const {
    for (const std::int32_t set : sets[static_cast<std::size_t>(a)])
      for (const std::int32_t other : sets[static_cast<std::size_t>(b)])
        if (set == other) return true;
    return false;
  }
  void add_phrases(const Words& sources, const Words& targets, bool from_reference,
                   std::vector<MatchRow>& found) const {
    for (std::size_t i = 0; i < sources.size(); ++i)
      for (std::size_t n = 1; n <= sources.size() - i; ++n)
        for (const auto& [source, target] : entries)
          if (source.size() == n && starts(sources, i, source))
            for (std::size_t j = 0; j < targets.size(); ++j)
              if (starts(targets, j, target)) {
                const auto a = static_cast<std::int32_t>(i), b = static_cast<std::int32_t>(j),
                           m = static_cast<std::int32_t>(n), o = static_cast<std::int32_t>(target.size());
                found.push_back(from_reference ? MatchRow{3, b, o, a, m} : MatchRow{3, a, m, b, o});
              }
  }
  void make_tree() {
    std::set<std::pair<std::size_t, Phrase>> phrases;
    for (std::int32_t w = 0; w < kWords; ++w) phrases.insert({1, {w}});
    for (const auto& [source, target] : entries)
      for (const Phrase& whole : {source, target})
        for (std::size_t n = 1; n <= whole.size(); ++n)
          phrases.insert({n, Phrase(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(n))});
    std::map<Phrase, std::uint32_t> nodes{{{}, 0}};
    std::vector<Phrase> by_number{{}};
    for (const auto& [length, made] : phrases) {
      nodes[made] = static_cast<std::uint32_t>(by_number.size());
      by_number.push_back(made);
    }
    std::vector<std::uint32_t> n_children(by_number.size(), 0), child_offsets{1};
    for (std::size_t n = 1; n < by_number.size(); ++n) {
      Phrase parent = by_number[n];
      words_[0] = 0;
      words_.push_back(static_cast<std::uint32_t>(parent.back()));
      parent.pop_back();
      ++n_children[nodes.at(parent)];
    }
    for (const std::uint32_t n : n_children) child_offsets.push_back(child_offsets.back() + n);
    for (const Phrase& node : by_number) {
      for (const auto& [source, target] : entries)
        if (source == node) targets_.push_back(nodes.at(target));
      entry_offsets_.push_back(static_cast<std::uint32_t>(targets_.size()));
    }
    probabilities_.assign(targets_.size(), 0.5F);
    slots_ = core::phrase_slots(child_offsets, words_);
    for (std::int32_t w = 0; w < kWords; ++w) numbers_.push_back(w);
  }

  core::OwnedBatch synonyms_;
  std::vector<std::uint32_t> slots_, words_{0}, entry_offsets_{0}, targets_;
  std::vector<float> probabilities_;
  std::vector<std::int32_t> numbers_;
};

}  // namespace fuzz
