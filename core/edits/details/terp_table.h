#pragma once
// The beam search for TERp's cheapest edits of one hypothesis, in any order of its words.
#include <algorithm>
#include <limits>
#include <map>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "edits/details/terp_parts.h"
#include "edits/terp.h"

namespace core {

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

  // The cost of the words in this order, of which the first `same` are those of the last fill() for this
  // pair; keeps what the functions below need. The paraphrases must stay.
  double fill(std::span<const std::int32_t> order, const PlacedPhrases& phrases, std::size_t same = 0) {
    const std::size_t begin = same == 0 ? 0 : last_before(same, phrases);
    phrases_ = &phrases;
    forget_pending(begin);
    State state{kUnreached, 0, 0, 0};
    std::size_t low = 0, high = 0;
    if (begin == 0) {
      columns_.clear(), reached_.clear(), from_.clear(), phrase_ends_.clear();
      here_[0] = 0.0;
    } else {
      const Column& column = columns_[begin];
      state = column.state, low = column.low, high = column.high;
      std::copy_n(at(reached_, column.reached), high - low + 1, at(here_, low));
      const std::size_t end = begin + 1 < columns_.size() ? columns_[begin + 1].from : from_.size();
      std::copy(at(from_, column.from), at(from_, end), at(from_here_, low));
      reached_.resize(column.reached), from_.resize(column.from), columns_.resize(begin);
    }
    for (std::size_t j = begin;; ++j) {
      if (j > begin) take_pending(j, low, high);
      columns_.push_back({state, low, high, reached_.size(), from_.size()});
      reached_.insert(reached_.end(), at(here_, low), at(here_, high + 1));
      pulse(height_);
      state = advance<true>(order, j, state);
      if (!phrases.empty() && j < n_hyp_)
        for (const PlacedPhrase& phrase : phrases.at(j)) reach_by_phrase(j, state, phrase);
      const std::size_t touched = std::max(high, state.touched);
      from_.insert(from_.end(), at(from_here_, low), at(from_here_, touched + 1));
      const double cost = here_[n_ref_];
      std::fill(at(here_, low), at(here_, touched + 1), kUnreached);
      if (j == n_hyp_) return cost;
      low = state.first, high = std::min(state.last, n_ref_);
      std::swap(here_, next_);
      std::swap(from_here_, from_next_);
    }
  }

  std::size_t n_ref() const { return n_ref_; }
  const WordPair* pairs_of(std::int32_t word) const {
    return pairs_ + static_cast<std::size_t>(word) * n_ref_;
  }
  // The rows of a column that the last fill() reached before deletions inside the column.
  struct Reached {
    std::size_t low;
    std::span<const double> costs;
  };
  Reached reached(std::size_t j) const {
    const Column& column = columns_[j];
    return {column.low, std::span(reached_).subspan(column.reached, column.high - column.low + 1)};
  }

  // How many cells the last fill() reached.
  std::size_t size() const { return from_.size(); }

  // The cost of another order, in which the paraphrases of the old one lie that are inside one part, and
  // those `across` parts; or infinity where it is larger than `enough`. `rest(j, i)` is what the rest costs
  // at least from a cell behind the first change.
  template <typename Rest>
  double cost_after(const Swap& swap, std::span<const std::int32_t> order,
                    std::span<const PlacedPhrase> across, double enough, const Rest& rest) {
    const auto parts = swap.parts(n_hyp_);
    const std::size_t begin = first_change(swap.first, across);
    const Column& column = columns_[begin];
    std::size_t low = column.low, high = column.high;
    std::copy_n(reached_.begin() + static_cast<std::ptrdiff_t>(column.reached), high - low + 1,
                at(here_, low));
    State state = column.state;
    tried_.clear();
    std::size_t part = 0;
    for (std::size_t j = begin;; ++j) {
      if (j != begin) take_tried(j, begin, swap.first, low, high);
      const bool hopeless = j % kLookEvery == 0 && j > swap.first && least_total(j, low, high, rest) > enough;
      if (!hopeless) {
        state = advance<false>(order, j, state);
        while (part < 3 && j >= parts[part].now + parts[part].end - parts[part].begin) ++part;
        if (!phrases_->empty() && j < n_hyp_) reach_by_part(j, state, parts[part]);
        for (const PlacedPhrase& phrase : across)
          if (static_cast<std::size_t>(phrase.hyp_start) == j) try_phrase(j, state, phrase);
      }
      const double cost = here_[n_ref_];
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
  static constexpr std::size_t kLookEvery = 4;  // columns after which a hopeless order is given up
  // What a column leaves to the next: the cheapest pair of words, the first row that reached on, the one
  // behind the last, and the last row that a deletion reached.
  struct State {
    double best;
    std::size_t first, last, touched;
    double limit = kUnreached;  // no row above this cost reached on

    bool reached_on(std::size_t row, double score) const {
      return row >= first && row < last && score <= limit;
    }
  };
  // What the column before left, the rows reached before deletions, and where their values stand.
  struct Column {
    State state;
    std::size_t low, high, reached, from;
  };
  // A cell of a later column that a paraphrase reached.
  struct Pending {
    std::size_t start, column, row, ref_length;
    double cost;
  };

  template <typename T>
  static typename std::vector<T>::iterator at(std::vector<T>& values, std::size_t i) {
    return values.begin() + static_cast<std::ptrdiff_t>(i);
  }
  double cost(TerpEdit edit) const { return options_.costs[static_cast<std::size_t>(edit)]; }

  // The last column up to `same` that no paraphrase reaches over, neither those of the last fill() nor these.
  std::size_t last_before(std::size_t same, const PlacedPhrases& phrases) const {
    std::size_t column = same, before;
    do {
      before = column;
      column = first_across_[column];
      for (const PlacedPhrase& phrase : phrases.all())
        if (const auto start = static_cast<std::size_t>(phrase.hyp_start);
            start < column && column < start + static_cast<std::size_t>(phrase.hyp_length))
          column = start;
    } while (column < before);
    return column;
  }

  // But for what was reached up to this column.
  void forget_pending(std::size_t last) {
    std::erase_if(pending_columns_, [&](std::size_t column) {
      if (column <= last && last > 0) return false;
      pending_[column].clear();
      return true;
    });
    if (last > 0) phrase_ends_.erase(phrase_ends_.upper_bound({last, n_ref_}), phrase_ends_.end());
    if (pending_.size() < n_hyp_ + 1) pending_.resize(n_hyp_ + 1);
    first_across_.resize(n_hyp_ + 1);
    for (std::size_t j = 0; j <= n_hyp_; ++j) first_across_[j] = j;
    for (const PlacedPhrase& phrase : phrases_->all()) {
      const auto start = static_cast<std::size_t>(phrase.hyp_start);
      for (std::size_t j = start + 1; j < start + static_cast<std::size_t>(phrase.hyp_length); ++j)
        first_across_[j] = std::min(first_across_[j], start);
    }
  }

  // Enters what paraphrases reached in column j. Of equal costs the one that was there first stays: those of
  // paraphrases were, but for a paraphrase of one word by one against the pair of these words itself.
  void take_pending(std::size_t j, std::size_t& low, std::size_t& high) {
    for (const Pending& end : pending_[j]) {
      const std::size_t hyp_length = j - end.start;
      const bool first = from_here_[end.row] == TerpEdit::insertion ||
                         (from_here_[end.row] != TerpEdit::phrase && hyp_length + end.ref_length > 2);
      if (end.cost > here_[end.row] || (end.cost == here_[end.row] && !first)) continue;
      here_[end.row] = end.cost;
      from_here_[end.row] = TerpEdit::phrase;
      phrase_ends_[{j, end.row}] = {hyp_length, end.ref_length};
      low = std::min(low, end.row), high = std::max(high, end.row);
    }
  }

  // The same for an order that is tried: up to the first change also what was reached before it.
  void take_tried(std::size_t j, std::size_t begin, std::size_t first, std::size_t& low, std::size_t& high) {
    const auto take = [&](const Pending& end) {
      if (end.cost >= here_[end.row]) return;
      here_[end.row] = end.cost;
      low = std::min(low, end.row), high = std::max(high, end.row);
    };
    if (j <= first)
      for (const Pending& end : pending_[j])
        if (end.start < begin) take(end);
    if (tried_.empty()) return;
    std::erase_if(tried_, [&](const Pending& end) {
      if (end.column != j) return false;
      take(end);
      return true;
    });
  }

  // The first column that another order can change, if the words from `first` on are others: the first of
  // a paraphrase that reached, or now reaches, over this place.
  std::size_t first_change(std::size_t first, std::span<const PlacedPhrase> across) const {
    std::size_t change = first_across_[first];
    for (const PlacedPhrase& phrase : across)
      change = std::min(change, static_cast<std::size_t>(phrase.hyp_start));
    return change;
  }

  // Deletions inside column j, here_, and what it reaches in the next column.
  template <bool kTrace>
  State advance(std::span<const std::int32_t> order, std::size_t j, const State& before) {
    if (j == n_hyp_) return finish<kTrace>(before);
    const WordPair* pairs = pairs_ + static_cast<std::size_t>(order[j]) * n_ref_;
    const double insertion = cost(TerpEdit::insertion), deletion = cost(TerpEdit::deletion);
    const auto& costs = options_.costs;
    const double limit = std::min(before.best + options_.beam, std::numeric_limits<double>::max());
    double *here = here_.data(), *next = next_.data();
    State after{kUnreached, n_ref_ + 1, 0, 0, limit};
    double down = kUnreached, paired = kUnreached;  // what the row before reaches here and in the next column
    std::size_t i = before.first;
    for (; i <= n_ref_; ++i) {
      double score = here[i];
      if (down < score) {
        here[i] = score = down;
        if constexpr (kTrace) from_here_[i] = TerpEdit::deletion;
        after.touched = i;
      } else if (i > before.last) {
        break;
      }
      next[i] = paired;
      if (score > limit) {
        down = paired = kUnreached;
        continue;
      }
      if (after.first > n_ref_) after.first = i;
      after.last = i + 1;
      if (score + insertion < paired) {
        next[i] = score + insertion;
        if constexpr (kTrace) from_next_[i] = TerpEdit::insertion;
      }
      if (i == n_ref_) {
        paired = kUnreached;
        continue;
      }
      paired = score + costs[pairs[i].edit];
      if constexpr (kTrace) from_next_[i + 1] = static_cast<TerpEdit>(pairs[i].edit);
      after.best = std::min(after.best, paired);
      down = score + deletion;
    }
    if (i <= n_ref_) next[i] = paired;
    if (after.first > n_ref_) after.first = 0;
    return after;
  }

  // Deletions in the last column, which no beam limits.
  template <bool kTrace>
  State finish(const State& before) {
    const double deletion = cost(TerpEdit::deletion);
    State after{kUnreached, 0, n_ref_ + 1, 0};
    for (std::size_t i = before.first; i < n_ref_; ++i) {
      const double down = here_[i] + deletion;
      if (!(down < here_[i + 1])) continue;
      here_[i + 1] = down;
      if constexpr (kTrace) from_here_[i + 1] = TerpEdit::deletion;
      after.touched = i + 1;
    }
    return after;
  }

  void reach_by_phrase(std::size_t j, const State& state, const PlacedPhrase& phrase) {
    const auto row = static_cast<std::size_t>(phrase.ref_start);
    if (!state.reached_on(row, here_[row])) return;
    const std::size_t column = j + static_cast<std::size_t>(phrase.hyp_length);
    if (pending_[column].empty()) pending_columns_.push_back(column);
    pending_[column].push_back(pending(j, phrase));
  }

  Pending pending(std::size_t j, const PlacedPhrase& phrase) const {
    const auto row = static_cast<std::size_t>(phrase.ref_start),
               length = static_cast<std::size_t>(phrase.ref_length);
    return {j, j + static_cast<std::size_t>(phrase.hyp_length), row + length, length,
            here_[row] + phrase.cost};
  }

  void reach_by_part(std::size_t j, const State& state, const Swap::Part& part) {
    const std::size_t old = part.begin + j - part.now;
    for (const PlacedPhrase& phrase : phrases_->at(old))
      if (old + static_cast<std::size_t>(phrase.hyp_length) <= part.end) try_phrase(j, state, phrase);
  }

  void try_phrase(std::size_t j, const State& state, const PlacedPhrase& phrase) {
    const auto row = static_cast<std::size_t>(phrase.ref_start);
    if (state.reached_on(row, here_[row])) tried_.push_back(pending(j, phrase));
  }

  // The least that here_, as column j, and what paraphrases reached behind it can lead to; a little less,
  // because costs were added in another order.
  template <typename Rest>
  double least_total(std::size_t j, std::size_t low, std::size_t high, const Rest& rest) const {
    double least = kUnreached;
    for (std::size_t i = low; i <= high; ++i) least = std::min(least, here_[i] + rest(j, i));
    for (const Pending& end : tried_) least = std::min(least, end.cost + rest(end.column, end.row));
    return least - 1e-9 * (1.0 + least);
  }

  const TerpOptions& options_;
  std::size_t n_hyp_ = 0, n_ref_ = 0, height_ = 1;
  const WordPair* pairs_ = nullptr;
  const PlacedPhrases* phrases_ = nullptr;
  std::vector<double> here_, next_, reached_;
  std::vector<TerpEdit> from_here_, from_next_, from_;
  std::vector<Column> columns_;
  std::vector<std::vector<Pending>> pending_;  // of the last fill(), by column
  std::vector<std::size_t> pending_columns_;
  std::vector<std::size_t> first_across_;  // the first column of a paraphrase over a place, or the place
  std::vector<Pending> tried_;
  std::map<std::pair<std::size_t, std::size_t>, std::pair<std::size_t, std::size_t>> phrase_ends_;
};

}  // namespace core
