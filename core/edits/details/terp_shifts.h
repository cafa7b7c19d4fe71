#pragma once
// Which phrases of a hypothesis TERp tries to move, and where to.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "edits/details/shifts.h"
#include "edits/details/terp_table.h"

namespace core {

struct TerpMove {
  int start, end, target;  // the last word, and the place behind which the phrase goes (-1 = to the front)
  auto operator<=>(const TerpMove&) const = default;

  int destination(std::size_t n_words) const {
    return phrase_destination(start, end - start + 1, target + 1, static_cast<int>(n_words), true);
  }
  Swap swap(std::size_t n_words) const {
    const auto first = static_cast<std::size_t>(start), behind = static_cast<std::size_t>(end) + 1;
    const auto before = static_cast<std::size_t>(destination(n_words));
    return before < first ? Swap{before, first, behind} : Swap{first, behind, before};
  }
};

// Two sentences, and what their words make of each other.
struct TerpPair {
  Tokens hyp, ref;
  std::vector<WordPair> words;      // [h * ref.size() + r]
  std::vector<std::int32_t> order;  // of the words of the hypothesis

  const WordPair& at(std::size_t hyp_place, std::size_t ref_place) const {
    return words[static_cast<std::size_t>(order[hyp_place]) * ref.size() + ref_place];
  }
};

// Orders of the words that were tried.
class TriedSwaps {
 public:
  void clear() {
    slots_.assign(64, Swap{0, 0, 0});
    size_ = 0;
  }
  // Whether it is a new one; a swap changes something, so its end is not 0.
  bool insert(const Swap& swap) {
    if (2 * ++size_ > slots_.size()) grow();
    return put(swap);
  }

 private:
  bool put(const Swap& swap) {
    const std::uint64_t key = (std::uint64_t{swap.first} << 20 ^ swap.middle) << 20 ^ swap.last;
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t at = static_cast<std::size_t>(key * 0x9E3779B97F4A7C15U >> 32) & mask;;
         at = (at + 1) & mask) {
      if (slots_[at] == swap) return false;
      if (slots_[at].last == 0) return slots_[at] = swap, true;
    }
  }
  void grow() {
    const std::vector<Swap> old = std::exchange(slots_, std::vector<Swap>(2 * slots_.size(), Swap{0, 0, 0}));
    for (const Swap& swap : old)
      if (swap.last != 0) put(swap);
  }

  std::vector<Swap> slots_;
  std::size_t size_ = 0;
};

class TerpShiftFinder {
 public:
  TerpShiftFinder(std::span<const std::uint8_t> stop_words, const TerpOptions& options)
      : stop_words_(stop_words), options_(options) {}

  // All shifts worth trying, by the length of the longer phrase less one, each once and in order.
  const std::vector<std::vector<TerpMove>>& find(const TerpPair& pair, const PlacedPhrases& phrases,
                                                 std::span<const TerpStep> steps) {
    pair_ = &pair, phrases_ = &phrases;
    read(steps);
    moves_.resize(static_cast<std::size_t>(options_.max_size) + 1);
    for (auto& moves : moves_) moves.clear();
    const bool by_phrases = options_.shifts == TerpShifts::relaxed && !phrases.empty();
    const std::size_t n_ref = pair.ref.size();
    for (std::size_t h = 0; h < pair.hyp.size(); ++h) {
      pulse(n_ref);
      if (n_ref == 0) break;
      const WordPair* const row = &pair.at(h, 0);
      for_each_related(row, n_ref, [&](std::size_t r) { begin(h, r); });
      // The paraphrases that start here, in the order of their places in the reference.
      std::size_t behind = 0;
      for (const PlacedPhrase& phrase : by_phrases ? phrases.at(h) : std::span<const PlacedPhrase>()) {
        const auto r = static_cast<std::size_t>(phrase.ref_start);
        if (r >= behind && row[r].related == 0) begin(h, r);
        behind = r + 1;
      }
    }
    for (auto& moves : moves_) {
      std::ranges::sort(moves);
      moves.erase(std::unique(moves.begin(), moves.end()), moves.end());
    }
    return moves_;
  }

 private:
  // Most pairs are not related: eight of them are looked at together.
  template <typename Visit>
  static void for_each_related(const WordPair* row, std::size_t n, const Visit& visit) {
    constexpr std::size_t kEight = 8;
    std::array<WordPair, kEight> all_related;
    all_related.fill({0, 1});
    const auto related = std::bit_cast<std::uint64_t>(all_related);
    std::size_t r = 0;
    for (; r + kEight <= n; r += kEight) {
      std::uint64_t eight;
      std::memcpy(&eight, row + r, kEight);
      if ((eight & related) == 0) continue;
      for (std::size_t k = r; k < r + kEight; ++k)
        if (row[k].related != 0) visit(k);
    }
    for (; r < n; ++r)
      if (row[r].related != 0) visit(r);
  }

  // Which words are wrong, and where each word stands in the other sentence, by the steps of an edit script.
  void read(std::span<const TerpStep> steps) {
    const std::size_t n_hyp = pair_->hyp.size(), n_ref = pair_->ref.size();
    hyp_of_ref_.assign(n_ref, 0), ref_of_hyp_.assign(n_hyp, 0);
    hyp_errors_.assign(n_hyp + 1, 0), ref_errors_.assign(n_ref + 1, 0);
    for (const TerpStep& step : steps) {
      const bool wrong = step.edit != TerpEdit::match;
      for (std::int32_t k = 0; k < step.hyp_length; ++k) {
        const auto h = static_cast<std::size_t>(step.hyp_start + k);
        ref_of_hyp_[h] = step.ref_start - (step.ref_length == 0 ? 1 : 0);
        hyp_errors_[h + 1] = hyp_errors_[h] + wrong;
      }
      for (std::int32_t k = 0; k < step.ref_length; ++k) {
        const auto r = static_cast<std::size_t>(step.ref_start + k);
        hyp_of_ref_[r] = step.hyp_start - (step.hyp_length == 0 ? 1 : 0);
        ref_errors_[r + 1] = ref_errors_[r] + wrong;
      }
    }
  }

  // Looks for phrases that start at these places: none moves farther than the limit, and none to where it is.
  void begin(std::size_t hyp_start, std::size_t ref_start) {
    const int h = static_cast<int>(hyp_start), to = hyp_of_ref_[ref_start];
    if (h == to || std::abs(h - to) > options_.max_distance) return;
    if (!visited_.empty()) visited_.clear();
    extend(h, static_cast<int>(ref_start), 0, 0);
  }

  // Makes a phrase longer by words that may move together, and by paraphrases.
  void extend(int hyp_start, int ref_start, int hyp_length, int ref_length) {
    const int n_hyp = static_cast<int>(pair_->hyp.size()), n_ref = static_cast<int>(pair_->ref.size());
    const bool by_phrases = options_.shifts == TerpShifts::relaxed && !phrases_->empty();
    for (; hyp_length < options_.max_size; ++hyp_length, ++ref_length) {
      const int h = hyp_start + hyp_length, r = ref_start + ref_length;
      if (h >= n_hyp || r >= n_ref) return;
      if (by_phrases) extend_by_phrases(hyp_start, ref_start, hyp_length, ref_length);
      if (pair_->at(static_cast<std::size_t>(h), static_cast<std::size_t>(r)).related == 0) return;
      if (worth_moving(hyp_start, h, ref_start, r)) add_targets(hyp_start, h, ref_start, r);
    }
  }

  void extend_by_phrases(int hyp_start, int ref_start, int hyp_length, int ref_length) {
    const auto h = static_cast<std::size_t>(hyp_start + hyp_length);
    const auto r = static_cast<std::size_t>(ref_start + ref_length);
    if (phrases_->at(h).empty() || !near(h, r)) return;
    for (const PlacedPhrase& phrase : phrases_->at(h, r)) {
      const std::pair to(hyp_length + phrase.hyp_length, ref_length + phrase.ref_length);
      if (!visited_.insert(to).second) continue;  // what follows is the same whatever came before
      extend(hyp_start, ref_start, to.first, to.second);
    }
  }

  // Whether a paraphrase at these places is one the original looks at.
  bool near(std::size_t h, std::size_t r) const {
    const auto reach = static_cast<std::size_t>(options_.max_distance);
    const std::int32_t first = ref_of_hyp_[h < reach ? 0 : h - reach];
    const std::int32_t last = ref_of_hyp_[std::min(h + reach, ref_of_hyp_.size() - 1)];
    return static_cast<std::int32_t>(r) >= first && static_cast<std::int32_t>(r) <= last;
  }

  bool is_stop_word(std::int32_t word) const {
    return !stop_words_.empty() && stop_words_[static_cast<std::size_t>(word)] != 0;
  }

  // Both sides hold an error and a word that is not a stop word, and the phrase stands elsewhere.
  bool worth_moving(int hyp_start, int hyp_end, int ref_start, int ref_end) const {
    const auto errors = [](const std::vector<std::int32_t>& sums, int first, int last) {
      return sums[static_cast<std::size_t>(last) + 1] > sums[static_cast<std::size_t>(first)];
    };
    if (!errors(hyp_errors_, hyp_start, hyp_end) || !errors(ref_errors_, ref_start, ref_end)) return false;
    const std::int32_t to = hyp_of_ref_[static_cast<std::size_t>(ref_start)];
    if (to >= hyp_start && to <= hyp_end) return false;
    const TerpPair& pair = *pair_;
    bool hyp_content = false, ref_content = false;
    for (int h = hyp_start; h <= hyp_end && !hyp_content; ++h)
      hyp_content =
          !is_stop_word(pair.hyp[static_cast<std::size_t>(pair.order[static_cast<std::size_t>(h)])]);
    for (int r = ref_start; r <= ref_end && !ref_content; ++r)
      ref_content = !is_stop_word(pair.ref[static_cast<std::size_t>(r)]);
    return hyp_content && ref_content;
  }

  void add_targets(int hyp_start, int hyp_end, int ref_start, int ref_end) {
    const int length = std::max(hyp_end - hyp_start, ref_end - ref_start) + 1;
    auto& moves = moves_[std::min(static_cast<std::size_t>(length), moves_.size()) - 1];
    const std::int32_t first = hyp_of_ref_[static_cast<std::size_t>(ref_start)];
    for (int offset = -1; offset <= hyp_end - hyp_start; ++offset) {
      const int at = ref_start + offset;
      if (at < 0) {
        moves.push_back({hyp_start, hyp_end, -1});
      } else if (at < static_cast<int>(hyp_of_ref_.size())) {
        const std::int32_t target = hyp_of_ref_[static_cast<std::size_t>(at)];
        if (target != hyp_start && (offset == 0 || target != first))
          moves.push_back({hyp_start, hyp_end, target});
      }
    }
  }

  std::span<const std::uint8_t> stop_words_;
  const TerpOptions& options_;
  const TerpPair* pair_ = nullptr;
  const PlacedPhrases* phrases_ = nullptr;
  std::vector<std::int32_t> hyp_of_ref_, ref_of_hyp_;
  std::vector<std::int32_t> hyp_errors_, ref_errors_;  // sums: errors before each place
  std::vector<std::vector<TerpMove>> moves_;
  std::set<std::pair<int, int>> visited_;
};

}  // namespace core
