#pragma once
// The beam search for TERp's cheapest edits of one hypothesis, in any order of its words.
#include <algorithm>
#include <limits>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "edits/details/terp_columns.h"
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
    n_hyp_ = n_hyp, n_ref_ = n_ref;
    pairs_ = pairs;
    pair_costs_.set(n_hyp, n_ref, pairs, options_.costs);
    for (std::vector<double>* column : {&here_, &next_}) column->resize(n_ref + 1 + 2 * TerpPairCosts::kPad);
  }

  // The cost of the words in this order, of which the first `same` are those of the last fill() for this
  // pair; keeps what the functions below need. The paraphrases must stay.
  double fill(std::span<const std::int32_t> order, const PlacedPhrases& phrases, std::size_t same = 0) {
    const std::size_t begin = same == 0 ? 0 : last_before(same, phrases);
    order_ = order, phrases_ = &phrases;
    forget_pending(begin);
    double best = kUnreached;
    std::size_t low = 0, high = 0;
    if (begin == 0) {
      columns_.clear(), scores_.clear(), phrase_ends_.clear();
      here()[0] = 0.0;
    } else {
      const Column& column = columns_[begin];
      best = column.best, low = column.low, high = column.top;
      std::ranges::copy(scores(begin), here() + low);
      scores_.resize(column.start), columns_.resize(begin);
    }
    const double insertion = cost(TerpEdit::insertion);
    for (std::size_t j = begin;; ++j) {
      const double limit = limit_of(best);
      std::size_t top = high;
      if (j > begin || begin == 0) top = delete_down(j, low, high, limit);
      columns_.push_back({best, low, top, scores_.size()});
      scores_.insert(scores_.end(), here() + low, here() + top + 1);
      pulse(n_ref_ + 1);
      if (j == n_hyp_) return here()[n_ref_];
      for (const PlacedPhrase& phrase : phrases.empty() ? std::span<const PlacedPhrase>() : phrases.at(j))
        reach_by_phrase(j, phrase);
      best = reach_on({low, top, n_ref_, insertion, limit}, here(), next(), pair_costs_.of(order[j]));
      // Where no row reached on, nothing but a paraphrase stands in the next column.
      while (low < top && here()[low] > limit) ++low;
      while (low < top && here()[top] > limit) --top;
      high = std::min(top + 1, n_ref_);
      if (here()[low] > limit) low = high = 0, next()[0] = kUnreached;
      std::swap(here_, next_);
    }
  }

  std::size_t n_ref() const { return n_ref_; }
  // The final rows of a column, and those up to a cost that reached on.
  struct Reached {
    std::size_t low;
    std::span<const double> costs;
    double best;  // the cheapest pair of words that led to the column
  };
  Reached reached(std::size_t j) const { return {columns_[j].low, scores(j), columns_[j].best}; }
  // The costs up to which cells reach on, if this is the cheapest pair of words that led to the column.
  double limit_of(double best) const {
    return std::min(best + options_.beam, std::numeric_limits<double>::max());
  }
  // As TerpPairCosts.
  const double* pair_costs(std::int32_t word, std::size_t slot) { return pair_costs_.of(word, slot); }

  // How many cells the last fill() reached.
  std::size_t size() const { return scores_.size(); }

  // The first column that another order can change, if the words from `first` on are others: the first of
  // a paraphrase that reached, or now reaches, over this place.
  std::size_t first_change(std::size_t first, std::span<const PlacedPhrase> across) const {
    std::size_t change = first_across_[first];
    for (const PlacedPhrase& phrase : across)
      change = std::min(change, static_cast<std::size_t>(phrase.hyp_start));
    return change;
  }

  // A cell of a later column that a paraphrase reached.
  struct Pending {
    std::size_t start, row, ref_length;
    double cost;
  };
  // Those of the last fill() that end at a column.
  std::span<const Pending> pending(std::size_t j) const { return pending_[j]; }

  // The steps of the last fill(), first to last.
  void steps(std::vector<TerpStep>& out) const {
    out.clear();
    std::size_t i = n_ref_, j = n_hyp_;
    while (i > 0 || j > 0) {
      const auto [edit, hyp_length, ref_length] = last_step(j, i);
      i -= ref_length, j -= hyp_length;
      out.push_back({edit, static_cast<std::int32_t>(j), static_cast<std::int32_t>(hyp_length),
                     static_cast<std::int32_t>(i), static_cast<std::int32_t>(ref_length)});
    }
    std::reverse(out.begin(), out.end());
  }

 private:
  // The cheapest pair of words that led to a column, its rows, and where their scores stand.
  struct Column {
    double best;
    std::size_t low, top, start;
  };
  struct Step {
    TerpEdit edit;
    std::size_t hyp_length, ref_length;
  };
  // What a paraphrase made a cell cost, and its words.
  struct PhraseEnd {
    double cost;
    std::size_t hyp_length, ref_length;
  };

  double* here() { return here_.data() + TerpPairCosts::kPad; }
  double* next() { return next_.data() + TerpPairCosts::kPad; }
  std::span<const double> scores(std::size_t j) const {
    const Column& column = columns_[j];
    return std::span(scores_).subspan(column.start, column.top - column.low + 1);
  }
  // The cost of a cell from which others are reached.
  double score(std::size_t j, std::size_t i) const {
    const Column& column = columns_[j];
    if (i < column.low || i > column.top) return kUnreached;
    const double value = scores_[column.start + i - column.low];
    return value > limit_of(column.best) && j < n_hyp_ ? kUnreached : value;
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

  // Enters what paraphrases reached in column j, and makes its rows final, by deletions; gives the last row.
  // Rows from `low` to `high` were reached by single words; in others, paraphrases only end deletions, but
  // for the last column. Of equal costs the one that was there first stays: those of paraphrases were, but
  // for a paraphrase of one word by one against the pair of these words itself.
  std::size_t delete_down(std::size_t j, std::size_t low, std::size_t high, double limit) {
    double* const column = here();
    std::size_t last = high;
    for (const Pending& end : pending_[j]) {
      for (; last < end.row; ++last) column[last + 1] = kUnreached;
      if (end.row < low || end.cost > column[end.row]) continue;
      const std::size_t hyp_length = j - end.start;
      if (end.cost == column[end.row]) {
        const TerpEdit edit = edit_before_deletions(j, end.row).edit;
        if (edit != TerpEdit::insertion && (edit == TerpEdit::phrase || hyp_length + end.ref_length == 2))
          continue;
      }
      column[end.row] = end.cost;
      phrase_ends_[{j, end.row}] = {end.cost, hyp_length, end.ref_length};
    }
    const double deletion = cost(TerpEdit::deletion);
    const bool is_last = j == n_hyp_;
    double down = kUnreached;
    if (is_last) {
      for (; last < n_ref_; ++last) column[last + 1] = kUnreached;
      high = n_ref_;
    }
    for (std::size_t i = low; i <= high; ++i) {
      column[i] = std::min(column[i], down);
      down = column[i] + deletion;
    }
    std::size_t i = high + 1;
    for (; i <= n_ref_ && column[i - 1] <= limit && (i > last || down < column[i]); ++i) {
      column[i] = down;
      down += deletion;
    }
    return i - 1;
  }

  // How a cell was reached before deletions, and at what cost.
  struct Reach {
    TerpEdit edit;
    double cost;
  };
  Reach edit_before_deletions(std::size_t j, std::size_t i) const {
    if (const auto phrase = phrase_ends_.find({j, i}); phrase != phrase_ends_.end())
      return {TerpEdit::phrase, phrase->second.cost};
    if (j == 0) return {TerpEdit::insertion, i == 0 ? 0.0 : kUnreached};
    Reach reach{TerpEdit::insertion, kUnreached};
    if (i > 0) {
      reach.edit =
          static_cast<TerpEdit>(pairs_[static_cast<std::size_t>(order_[j - 1]) * n_ref_ + i - 1].edit);
      reach.cost = score(j - 1, i - 1) + cost(reach.edit);
    }
    const double inserted = score(j - 1, i) + cost(TerpEdit::insertion);
    return inserted < reach.cost ? Reach{TerpEdit::insertion, inserted} : reach;
  }

  Step last_step(std::size_t j, std::size_t i) const {
    const Reach reach = edit_before_deletions(j, i);
    if (i > 0 && score(j, i - 1) + cost(TerpEdit::deletion) < reach.cost) return {TerpEdit::deletion, 0, 1};
    if (reach.edit == TerpEdit::insertion) return {reach.edit, 1, 0};
    if (reach.edit != TerpEdit::phrase) return {reach.edit, 1, 1};
    const PhraseEnd& end = phrase_ends_.at({j, i});
    return {reach.edit, end.hyp_length, end.ref_length};
  }

  void reach_by_phrase(std::size_t j, const PlacedPhrase& phrase) {
    const auto row = static_cast<std::size_t>(phrase.ref_start),
               length = static_cast<std::size_t>(phrase.ref_length);
    const double reached = score(j, row);
    if (reached == kUnreached) return;
    const std::size_t column = j + static_cast<std::size_t>(phrase.hyp_length);
    if (pending_[column].empty()) pending_columns_.push_back(column);
    pending_[column].push_back({j, row + length, length, reached + phrase.cost});
  }

  const TerpOptions& options_;
  std::size_t n_hyp_ = 0, n_ref_ = 0;
  const WordPair* pairs_ = nullptr;
  TerpPairCosts pair_costs_;
  std::span<const std::int32_t> order_;
  const PlacedPhrases* phrases_ = nullptr;
  std::vector<double> here_, next_, scores_;
  std::vector<Column> columns_;
  std::vector<std::vector<Pending>> pending_;  // of the last fill(), by column
  std::vector<std::size_t> pending_columns_;
  std::vector<std::size_t> first_across_;  // the first column of a paraphrase over a place, or the place
  std::map<std::pair<std::size_t, std::size_t>, PhraseEnd> phrase_ends_;
};

}  // namespace core
