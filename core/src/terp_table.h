#pragma once
// The beam search for TERp's cheapest edits of one hypothesis, in any order of its words.
#include <algorithm>
#include <limits>
#include <map>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "core/parallel.h"
#include "core/terp.h"

namespace core {

constexpr double kUnreached = std::numeric_limits<double>::infinity();

// A paraphrase that lies at some place of hypothesis and reference.
struct PlacedPhrase {
  std::int32_t hyp_start, hyp_length, ref_start, ref_length;
  double cost;
};

// Paraphrases by where they start: find(hyp place, ref place).
class PlacedPhrases {
 public:
  void clear() { phrases_.clear(); }
  bool empty() const { return phrases_.empty(); }
  void add(const PlacedPhrase& phrase) { phrases_.push_back(phrase); }
  void sort() {
    std::ranges::stable_sort(phrases_, [](const PlacedPhrase& a, const PlacedPhrase& b) {
      return a.hyp_start != b.hyp_start ? a.hyp_start < b.hyp_start : a.ref_start < b.ref_start;
    });
  }
  std::span<const PlacedPhrase> find(std::size_t hyp, std::size_t ref) const {
    const auto before = [](const PlacedPhrase& a, const PlacedPhrase& b) {
      return a.hyp_start != b.hyp_start ? a.hyp_start < b.hyp_start : a.ref_start < b.ref_start;
    };
    const PlacedPhrase sought{static_cast<std::int32_t>(hyp), 0, static_cast<std::int32_t>(ref), 0, 0.0};
    const auto [first, last] = std::equal_range(phrases_.begin(), phrases_.end(), sought, before);
    return {first, last};
  }

 private:
  std::vector<PlacedPhrase> phrases_;
};

// What a word of the hypothesis makes of one of the reference: the edit, and whether the two may move
// together.
struct WordPair {
  std::uint8_t edit : 7;
  std::uint8_t related : 1;
};

// Costs of all prefixes: column j stands for the first j words of the hypothesis, row i for the first i of
// the reference. A column is first reached from those before it; then deletions go down inside it, and each
// of its cells within the beam reaches on. Only rows that were reached are kept.
class TerpTable {
 public:
  explicit TerpTable(const TerpOptions& options) : options_(options) {}

  // `pairs[h * n_ref + r]` says what word h of the hypothesis makes of word r.
  void set(std::size_t n_hyp, std::size_t n_ref, const WordPair* pairs) {
    n_hyp_ = n_hyp, n_ref_ = n_ref, height_ = n_ref + 1;
    pairs_ = pairs;
    here_.assign(height_, kUnreached);
    next_.assign(height_, kUnreached);
    from_here_.resize(height_);
    from_next_.resize(height_);
  }

  // The cost of the words in this order; keeps what steps() and cost_of_change() need.
  double fill(std::span<const std::int32_t> order, const PlacedPhrases& phrases) {
    columns_.clear(), reached_.clear(), from_.clear(), pending_.clear(), phrase_ends_.clear();
    State state{kUnreached, 0, 0, 0};
    here_[0] = 0.0;
    std::size_t low = 0, high = 0;
    for (std::size_t j = 0;; ++j) {
      take_pending(j, low, high);
      columns_.push_back({state, low, high, reached_.size(), from_.size()});
      reached_.insert(reached_.end(), at(here_, low), at(here_, high + 1));
      pulse(height_);
      state = advance<true>(order, j, state, phrases);
      const std::size_t touched = std::max(high, state.touched);
      from_.insert(from_.end(), at(from_here_, low), at(from_here_, touched + 1));
      const double cost = here_.back();
      std::fill(at(here_, low), at(here_, touched + 1), kUnreached);
      if (j == n_hyp_) return cost;
      low = state.first, high = std::min(state.last, n_ref_);
      std::swap(here_, next_);
      std::swap(from_here_, from_next_);
    }
  }

  // How many cells the last fill() reached.
  std::size_t size() const { return from_.size(); }

  // Fills what the rest of the words costs from each cell, for the order of the last fill() and without
  // regard to the beam or to paraphrases. For large tables nothing is filled.
  void fill_rest(std::span<const std::int32_t> order) {
    rest_.clear();
    if (n_hyp_ > kLargestRest / height_) return;
    rest_.resize((n_hyp_ + 1) * height_);
    const double insertion = cost(TerpEdit::insertion), deletion = cost(TerpEdit::deletion);
    for (std::size_t j = n_hyp_ + 1; j-- > 0;) {
      pulse(height_);
      double* here = rest_.data() + j * height_;
      const double* next = here + height_;
      const WordPair* pairs = j < n_hyp_ ? pairs_ + static_cast<std::size_t>(order[j]) * n_ref_ : nullptr;
      for (std::size_t i = n_ref_ + 1; i-- > 0;) {
        double best = i == n_ref_ && j == n_hyp_ ? 0.0 : kUnreached;
        if (i < n_ref_) best = here[i + 1] + deletion;
        if (j < n_hyp_) best = std::min(best, next[i] + insertion);
        if (i < n_ref_ && j < n_hyp_) best = std::min(best, next[i + 1] + options_.costs[pairs[i].edit]);
        here[i] = best;
      }
    }
  }

  // The cost of an order that differs from the one of the last fill() in the places [first, last), or
  // infinity where it is larger than `enough`. Without paraphrases.
  double cost_of_change(std::span<const std::int32_t> order, std::size_t first, std::size_t last,
                        double enough) {
    static const PlacedPhrases kNone;
    const Column& column = columns_[first];
    std::size_t low = column.low, high = column.high;
    std::copy_n(reached_.begin() + static_cast<std::ptrdiff_t>(column.reached), high - low + 1,
                at(here_, low));
    State state = column.state;
    for (std::size_t j = first;; ++j) {
      const bool hopeless = j == last && !rest_.empty() && least_total(j, low, high) > enough;
      if (!hopeless) state = advance<false>(order, j, state, kNone);
      const double cost = here_.back();
      std::fill(at(here_, low), at(here_, std::max(high, hopeless ? 0 : state.touched) + 1), kUnreached);
      if (hopeless) return kUnreached;
      if (j == n_hyp_) return cost;
      low = state.first, high = std::min(state.last, n_ref_);
      std::swap(here_, next_);
    }
  }

  // The steps of the last fill(), first to last.
  void steps(std::vector<TerpStep>& out) const {
    out.clear();
    std::size_t i = n_ref_, j = n_hyp_;
    while (i > 0 || j > 0) {
      const TerpEdit edit = from_[columns_[j].from + i - columns_[j].low];
      std::size_t hyp_length = edit == TerpEdit::deletion ? 0 : 1,
                  ref_length = edit == TerpEdit::insertion ? 0 : 1;
      if (edit == TerpEdit::phrase) std::tie(hyp_length, ref_length) = phrase_ends_.at({j, i});
      i -= ref_length, j -= hyp_length;
      out.push_back({edit, static_cast<std::int32_t>(j), static_cast<std::int32_t>(hyp_length),
                     static_cast<std::int32_t>(i), static_cast<std::int32_t>(ref_length)});
    }
    std::reverse(out.begin(), out.end());
  }

 private:
  static constexpr std::size_t kLargestRest = 4000000;
  // What a column leaves to the next: the cheapest pair of words, the first row that reached on, the one
  // behind the last, and the last row that a deletion reached.
  struct State {
    double best;
    std::size_t first, last, touched;
  };
  // What the column before left, the rows reached before deletions, and where their values stand.
  struct Column {
    State state;
    std::size_t low, high, reached, from;
  };
  // A cell of a later column that a paraphrase reached.
  struct Pending {
    std::size_t column, row, hyp_length, ref_length;
    double cost;
  };

  template <typename T>
  static typename std::vector<T>::iterator at(std::vector<T>& values, std::size_t i) {
    return values.begin() + static_cast<std::ptrdiff_t>(i);
  }
  double cost(TerpEdit edit) const { return options_.costs[static_cast<std::size_t>(edit)]; }

  // Enters what paraphrases reached in column j. Of equal costs the one that was there first stays: those of
  // paraphrases were, but for a paraphrase of one word by one against the pair of these words itself.
  void take_pending(std::size_t j, std::size_t& low, std::size_t& high) {
    for (const Pending& end : pending_) {
      if (end.column != j) continue;
      const bool first = from_here_[end.row] == TerpEdit::insertion ||
                         (from_here_[end.row] != TerpEdit::phrase && end.hyp_length + end.ref_length > 2);
      if (end.cost > here_[end.row] || (end.cost == here_[end.row] && !first)) continue;
      here_[end.row] = end.cost;
      from_here_[end.row] = TerpEdit::phrase;
      phrase_ends_[{j, end.row}] = {end.hyp_length, end.ref_length};
      low = std::min(low, end.row), high = std::max(high, end.row);
    }
    std::erase_if(pending_, [&](const Pending& end) { return end.column <= j; });
  }

  // Deletions inside column j, here_, and what it reaches in the next column and, by paraphrases, in later
  // ones.
  template <bool kTrace>
  State advance(std::span<const std::int32_t> order, std::size_t j, const State& before,
                const PlacedPhrases& phrases) {
    const bool more = j < n_hyp_;
    const WordPair* pairs = more ? pairs_ + static_cast<std::size_t>(order[j]) * n_ref_ : nullptr;
    const double insertion = cost(TerpEdit::insertion), deletion = cost(TerpEdit::deletion);
    const double limit = more ? before.best + options_.beam : kUnreached;
    double *here = here_.data(), *next = next_.data();
    State after{kUnreached, n_ref_ + 1, 0, 0};
    std::size_t last_row = more ? before.last : n_ref_;
    for (std::size_t i = before.first; i <= n_ref_ && i <= last_row; ++i) {
      const double score = here[i];
      if (score == kUnreached || score > limit) continue;
      if (after.first > n_ref_) after.first = i;
      after.last = i + 1;
      if (more && i < n_ref_) {
        const double paired = score + options_.costs[pairs[i].edit];
        if (paired < next[i + 1]) {
          next[i + 1] = paired;
          if constexpr (kTrace) from_next_[i + 1] = static_cast<TerpEdit>(pairs[i].edit);
        }
        after.best = std::min(after.best, paired);
      }
      if constexpr (kTrace) reach_by_phrases(j, i, score, phrases);
      if (more && score + insertion < next[i]) {
        next[i] = score + insertion;
        if constexpr (kTrace) from_next_[i] = TerpEdit::insertion;
      }
      if (i < n_ref_ && score + deletion < here[i + 1]) {
        here[i + 1] = score + deletion;
        if constexpr (kTrace) from_here_[i + 1] = TerpEdit::deletion;
        after.touched = i + 1;
        if (i >= last_row) last_row = i + 1;
      }
    }
    if (after.first > n_ref_) after.first = 0;
    return after;
  }

  void reach_by_phrases(std::size_t j, std::size_t i, double score, const PlacedPhrases& phrases) {
    if (phrases.empty()) return;
    for (const PlacedPhrase& phrase : phrases.find(j, i)) {
      const auto hyp = static_cast<std::size_t>(phrase.hyp_length),
                 ref = static_cast<std::size_t>(phrase.ref_length);
      pending_.push_back({j + hyp, i + ref, hyp, ref, score + phrase.cost});
    }
  }

  // The least that here_, as column j, can lead to; a little less, because costs were added in another order.
  double least_total(std::size_t j, std::size_t low, std::size_t high) const {
    const double* rest = rest_.data() + j * height_;
    double least = kUnreached;
    for (std::size_t i = low; i <= high; ++i) least = std::min(least, here_[i] + rest[i]);
    return least - 1e-9 * (1.0 + least);
  }

  const TerpOptions& options_;
  std::size_t n_hyp_ = 0, n_ref_ = 0, height_ = 1;
  const WordPair* pairs_ = nullptr;
  std::vector<double> here_, next_, reached_, rest_;
  std::vector<TerpEdit> from_here_, from_next_, from_;
  std::vector<Column> columns_;
  std::vector<Pending> pending_;
  std::map<std::pair<std::size_t, std::size_t>, std::pair<std::size_t, std::size_t>> phrase_ends_;
};

}  // namespace core
