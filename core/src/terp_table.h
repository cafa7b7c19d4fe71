#pragma once
// The beam search for TERp's cheapest edits of one hypothesis, in any order of its words.
#include <algorithm>
#include <limits>
#include <span>
#include <stdexcept>
#include <vector>

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

// Costs of all prefixes: column j stands for the first j words of the hypothesis, row i for the first i of
// the reference. A column is first reached from those before it; then deletions go down inside it, and each
// of its cells within the beam reaches on.
class TerpTable {
 public:
  TerpTable(const TerpOptions& options) : options_(options) {}

  // `pair_costs[h * n_ref + r]` and `pair_edits` say what word h of the hypothesis makes of word r.
  void set(std::size_t n_hyp, std::size_t n_ref, const double* pair_costs, const TerpEdit* pair_edits) {
    n_hyp_ = n_hyp, n_ref_ = n_ref, height_ = n_ref + 1;
    pair_costs_ = pair_costs, pair_edits_ = pair_edits;
  }

  // The cost of the words in this order; keeps the table for steps(), for cost_of_change() and for trace.
  double fill(std::span<const std::int32_t> order, const PlacedPhrases& phrases) {
    reached_.assign((n_hyp_ + 1) * height_, kUnreached);
    final_.assign((n_hyp_ + 1) * height_, kUnreached);
    from_.assign((n_hyp_ + 1) * height_, {});
    states_.assign(n_hyp_ + 2, {});
    states_[0] = {kUnreached, 0, 0};
    reached_[0] = 0.0;
    for (std::size_t j = 0; j <= n_hyp_; ++j) {
      std::copy_n(reached_.data() + j * height_, height_, final_.data() + j * height_);
      states_[j + 1] = advance<true>(order, j, states_[j], phrases, final_.data() + j * height_,
                                     reached_.data() + (j + 1) * height_, reached_.data());
    }
    return final_.back();
  }

  // Fills what the rest of the words costs from each cell, for the order of the last fill() and without
  // regard to the beam or to paraphrases.
  void fill_rest(std::span<const std::int32_t> order) {
    rest_.resize((n_hyp_ + 1) * height_);
    const double insertion = cost(TerpEdit::insertion), deletion = cost(TerpEdit::deletion);
    for (std::size_t j = n_hyp_ + 1; j-- > 0;) {
      double* here = rest_.data() + j * height_;
      const double* next = here + height_;
      const double* pairs =
          j < n_hyp_ ? pair_costs_ + static_cast<std::size_t>(order[j]) * n_ref_ : nullptr;
      for (std::size_t i = n_ref_ + 1; i-- > 0;) {
        double best = i == n_ref_ && j == n_hyp_ ? 0.0 : kUnreached;
        if (i < n_ref_) best = here[i + 1] + deletion;
        if (j < n_hyp_) best = std::min(best, next[i] + insertion);
        if (i < n_ref_ && j < n_hyp_) best = std::min(best, next[i + 1] + pairs[i]);
        here[i] = best;
      }
    }
  }

  // The cost of an order that differs from the one of the last fill() in the places [first, last), or
  // something larger than `enough` where the cost is larger too. Without paraphrases.
  double cost_of_change(std::span<const std::int32_t> order, std::size_t first, std::size_t last,
                        double enough) {
    static const PlacedPhrases kNone;
    here_.assign(reached_.begin() + static_cast<std::ptrdiff_t>(first * height_),
                 reached_.begin() + static_cast<std::ptrdiff_t>((first + 1) * height_));
    State state = states_[first];
    for (std::size_t j = first;; ++j) {
      if (j == last && least_total(j) > enough) return kUnreached;
      next_.assign(height_, kUnreached);
      state = advance<false>(order, j, state, kNone, here_.data(), next_.data(), nullptr);
      if (j == n_hyp_) return here_.back();
      std::swap(here_, next_);
    }
  }

  // The steps of the last fill(), first to last.
  void steps(std::vector<TerpStep>& out) const {
    out.clear();
    std::size_t i = n_ref_, j = n_hyp_;
    while (i > 0 || j > 0) {
      const From& from = from_[j * height_ + i];
      if (from.hyp_length == 0 && from.ref_length == 0) throw std::logic_error("TERp: a cell was not reached");
      i -= static_cast<std::size_t>(from.ref_length), j -= static_cast<std::size_t>(from.hyp_length);
      out.push_back({from.edit, static_cast<std::int32_t>(j), from.hyp_length, static_cast<std::int32_t>(i),
                     from.ref_length});
    }
    std::reverse(out.begin(), out.end());
  }

 private:
  // What a column leaves to the next: the cheapest pair of words, the first row that reached on, and the one
  // behind the last.
  struct State {
    double best;
    std::size_t first, last;
  };
  // How a cell was reached.
  struct From {
    TerpEdit edit = TerpEdit::match;
    std::int32_t hyp_length = 0, ref_length = 0;
  };

  double cost(TerpEdit edit) const { return options_.costs[static_cast<std::size_t>(edit)]; }

  // Deletions inside column j, and what it reaches in the next column and, by paraphrases, in later ones.
  template <bool kTrace>
  State advance(std::span<const std::int32_t> order, std::size_t j, const State& before,
                const PlacedPhrases& phrases, double* here, double* next, double* columns) {
    const bool more = j < n_hyp_;
    const std::size_t row = more ? static_cast<std::size_t>(order[j]) * n_ref_ : 0;
    const double insertion = cost(TerpEdit::insertion), deletion = cost(TerpEdit::deletion);
    const double limit = more ? before.best + options_.beam : kUnreached;
    State after{kUnreached, n_ref_ + 1, 0};
    std::size_t last_row = more ? before.last : n_ref_;
    for (std::size_t i = before.first; i <= n_ref_ && i <= last_row; ++i) {
      const double score = here[i];
      if (score == kUnreached || score > limit) continue;
      if (after.first > n_ref_) after.first = i;
      after.last = i + 1;
      if (more && i < n_ref_) {
        const double paired = score + pair_costs_[row + i];
        const bool better = paired < next[i + 1];
        if (better) {
          next[i + 1] = paired;
          if constexpr (kTrace) from_[(j + 1) * height_ + i + 1] = {pair_edits_[row + i], 1, 1};
        }
        // A paraphrase may have reached the cell before.
        if (better || pair_edits_[row + i] == TerpEdit::match) after.best = std::min(after.best, paired);
      }
      if constexpr (kTrace)
        for (const PlacedPhrase& phrase : phrases.find(j, i)) {
          const std::size_t to = (j + static_cast<std::size_t>(phrase.hyp_length)) * height_ + i +
                                 static_cast<std::size_t>(phrase.ref_length);
          if (score + phrase.cost >= columns[to]) continue;
          columns[to] = score + phrase.cost;
          from_[to] = {TerpEdit::phrase, phrase.hyp_length, phrase.ref_length};
        }
      if (more && score + insertion < next[i]) {
        next[i] = score + insertion;
        if constexpr (kTrace) from_[(j + 1) * height_ + i] = {TerpEdit::insertion, 1, 0};
      }
      if (i < n_ref_ && score + deletion < here[i + 1]) {
        here[i + 1] = score + deletion;
        if constexpr (kTrace) from_[j * height_ + i + 1] = {TerpEdit::deletion, 0, 1};
        if (i >= last_row) last_row = i + 1;
      }
    }
    if (after.first > n_ref_) after.first = 0;
    return after;
  }

  // The least that here_, as column j, can lead to; a little less, because costs were added in another order.
  double least_total(std::size_t j) const {
    const double* rest = rest_.data() + j * height_;
    double least = kUnreached;
    for (std::size_t i = 0; i < height_; ++i) least = std::min(least, here_[i] + rest[i]);
    return least - 1e-9 * (1.0 + least);
  }

  const TerpOptions& options_;
  std::size_t n_hyp_ = 0, n_ref_ = 0, height_ = 1;
  const double* pair_costs_ = nullptr;
  const TerpEdit* pair_edits_ = nullptr;
  std::vector<double> reached_, final_, rest_, here_, next_;
  std::vector<From> from_;
  std::vector<State> states_;
};

}  // namespace core
