#include "core/terp.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>

#include "core/parallel.h"
#include "shifts.h"
#include "terp_table.h"

namespace core {

namespace {

// The original has no such limit; this one is met by texts of few different words only.
constexpr int kMaxTries = 10000;
constexpr double kMaxWork = 4e9;  // cells of all tables
constexpr std::size_t kMaxKeptPhrases = 100000;
constexpr double kLargestCost = 1e5;

struct Shift {
  int start, end, target;  // the last word, and the place behind which the phrase goes (-1 = to the front)
  auto operator<=>(const Shift&) const = default;
};

// Which words are wrong, and where each word stands in the other sentence, by the steps of an edit script.
struct Places {
  std::vector<std::int32_t> hyp_of_ref, ref_of_hyp;
  std::vector<std::int32_t> hyp_errors, ref_errors;  // sums: errors before each place

  void read(std::span<const TerpStep> steps, std::size_t n_hyp, std::size_t n_ref) {
    hyp_of_ref.assign(n_ref, 0), ref_of_hyp.assign(n_hyp, 0);
    hyp_errors.assign(n_hyp + 1, 0), ref_errors.assign(n_ref + 1, 0);
    for (const TerpStep& step : steps) {
      const bool wrong = step.edit != TerpEdit::match;
      for (std::int32_t k = 0; k < step.hyp_length; ++k) {
        const auto h = static_cast<std::size_t>(step.hyp_start + k);
        ref_of_hyp[h] = step.ref_start - (step.ref_length == 0 ? 1 : 0);
        hyp_errors[h + 1] = hyp_errors[h] + wrong;
      }
      for (std::int32_t k = 0; k < step.ref_length; ++k) {
        const auto r = static_cast<std::size_t>(step.ref_start + k);
        hyp_of_ref[r] = step.hyp_start - (step.hyp_length == 0 ? 1 : 0);
        ref_errors[r + 1] = ref_errors[r] + wrong;
      }
    }
  }
};

// Edits of one hypothesis against one reference at a time.
class TerpAligner {
 public:
  TerpAligner(const Lexicon& lexicon, std::span<const std::uint8_t> stop_words, const TerpOptions& options)
      : stop_words_(stop_words), options_(options), finder_(lexicon), table_(options_) {
    if (lexicon.table.empty()) return;
    without_table_ = std::make_unique<Lexicon>(lexicon);
    without_table_->table = {};
    inner_ = std::make_unique<TerpAligner>(*without_table_, stop_words, options);
  }

  // The cost. Steps, shifts and order stay until the next call.
  double operator()(Tokens hyp, Tokens ref) {
    hyp_ = hyp, ref_ = ref;
    shifts_.clear();
    order_.resize(hyp.size());
    for (std::size_t i = 0; i < hyp.size(); ++i) order_[i] = static_cast<std::int32_t>(i);
    if (!has_phrases() && cost(TerpEdit::match) == 0.0 && std::ranges::equal(hyp, ref)) return keep_all();
    compare_words();
    table_.set(hyp.size(), ref.size(), pairs_.data());
    double shift_costs = 0.0;
    work_ = 0.0;
    for (int tries = 0;;) {
      find_phrases(order_, phrases_);
      const double cost = table_.fill(order_, phrases_);
      table_.steps(steps_);
      if (options_.shifts == TerpShifts::none || hyp.empty() || ref.empty()) return cost + shift_costs;
      const bool found = choose_shift(cost, tries);
      if (!found || tries >= kMaxTries || work_ > kMaxWork) return cost + shift_costs;
      shifts_.push_back({best_.start, best_.end - best_.start + 1, destination(best_)});
      move(best_);
      std::swap(order_, moved_);
      shift_costs += options_.shift;
    }
  }

  std::span<const TerpStep> steps() const { return steps_; }
  std::span<const TerpShift> shifts() const { return shifts_; }
  std::span<const std::int32_t> order() const { return order_; }

 private:
  double cost(TerpEdit edit) const { return options_.costs[static_cast<std::size_t>(edit)]; }

  // Equal sentences need no table.
  double keep_all() {
    steps_.clear();
    for (const std::int32_t place : order_) steps_.push_back({TerpEdit::match, place, 1, place, 1});
    return 0.0;
  }

  // What each word of the hypothesis makes of each of the reference, and whether the two may move together.
  void compare_words() {
    const std::size_t n_ref = ref_.size();
    pairs_.assign(hyp_.size() * n_ref, {static_cast<std::uint8_t>(TerpEdit::substitution), 0});
    const bool relaxed = options_.shifts >= TerpShifts::relaxed_words;
    for (const Match& match : finder_.find_words_only(hyp_, ref_)) {
      WordPair& pair = pairs_[static_cast<std::size_t>(match.hyp_start) * n_ref +
                              static_cast<std::size_t>(match.ref_start)];
      const TerpEdit edit = match.kind == MatchKind::same   ? TerpEdit::match
                            : match.kind == MatchKind::stem ? TerpEdit::stem
                                                            : TerpEdit::synonym;
      if (edit == TerpEdit::match || relaxed) pair.related = 1;
      if (edit == TerpEdit::match || cost(edit) < options_.costs[pair.edit])
        pair.edit = static_cast<std::uint8_t>(edit) & 0x7F;
    }
  }

  bool has_phrases() const { return inner_ != nullptr; }

  void find_phrases(std::span<const std::int32_t> order, PlacedPhrases& found) {
    found.clear();
    if (!has_phrases()) return;
    words_.clear();
    for (const std::int32_t place : order) words_.push_back(hyp_[static_cast<std::size_t>(place)]);
    for (const Match& match : finder_.find_paraphrases_of_reference(words_, ref_)) {
      const double price = phrase_cost(match);
      if (price < kLargestCost)
        found.add({match.hyp_start, match.hyp_length, match.ref_start, match.ref_length, price});
    }
    found.sort();
  }

  double phrase_cost(const Match& match) {
    const Tokens hyp = Tokens(words_).subspan(static_cast<std::size_t>(match.hyp_start),
                                              static_cast<std::size_t>(match.hyp_length));
    const Tokens ref =
        ref_.subspan(static_cast<std::size_t>(match.ref_start), static_cast<std::size_t>(match.ref_length));
    std::vector<std::int32_t> key{match.ref_length};
    key.insert(key.end(), ref.begin(), ref.end());
    key.insert(key.end(), hyp.begin(), hyp.end());
    const auto known = phrase_edits_.find(key);
    double edits = 0.0;
    if (known != phrase_edits_.end()) {
      edits = known->second;
    } else {
      edits = (*inner_)(hyp, ref);
      if (phrase_edits_.size() >= kMaxKeptPhrases) phrase_edits_.clear();
      phrase_edits_.emplace(std::move(key), edits);
    }
    const auto& [a, b, c, d] = options_.phrase;
    const double p = static_cast<double>(match.probability);
    const double price = a + b * std::log10(p) * edits + c * p * edits + d * edits;
    return std::isnan(price) ? kUnreached : std::max(price, options_.least_phrase);
  }

  // Finds the shift that saves most; false where each would make things dearer.
  bool choose_shift(double cost_now, int& tries) {
    places_.read(steps_, hyp_.size(), ref_.size());
    gather_shifts();
    if (!has_phrases()) table_.fill_rest(order_);
    double best_cost = cost_now, best_shift_cost = 0.0;
    bool found = false;
    for (std::size_t size = candidates_.size(); size-- > 0;) {
      const double most = 2.0 * static_cast<double>(size + 1);
      for (const Shift& shift : candidates_[size]) {
        const double saved = cost_now - (best_shift_cost + best_cost);
        if (saved > most || (best_shift_cost != 0.0 && saved == most)) return found;
        work_ += static_cast<double>(table_.size());
        pulse(table_.size());
        if (++tries > kMaxTries || work_ > kMaxWork) return found;
        const double cost = cost_after(shift, best_cost + best_shift_cost);
        const double gain = (best_cost + best_shift_cost) - (cost + options_.shift);
        if (gain > 0.0 || (best_shift_cost == 0.0 && gain == 0.0)) {
          found = true;
          best_ = shift;
          best_cost = cost;
          best_shift_cost = options_.shift;
        }
      }
    }
    return found;
  }

  int destination(const Shift& shift) const {
    const int length = shift.end - shift.start + 1;
    return phrase_destination(shift.start, length, shift.target + 1, static_cast<int>(order_.size()), true);
  }

  std::size_t move(const Shift& shift) {
    return move_phrase(order_, shift.start, shift.end - shift.start + 1, destination(shift), moved_);
  }

  double cost_after(const Shift& shift, double enough) {
    const std::size_t first = move(shift);
    if (has_phrases()) {
      find_phrases(moved_, tried_phrases_);
      return tried_table_fill();
    }
    std::size_t last = order_.size();
    while (last > first && moved_[last - 1] == order_[last - 1]) --last;
    return table_.cost_of_change(moved_, first, last, enough - options_.shift);
  }

  // A table of its own: the other keeps the words before the shift.
  double tried_table_fill() {
    if (!tried_table_) tried_table_ = std::make_unique<TerpTable>(options_);
    tried_table_->set(hyp_.size(), ref_.size(), pairs_.data());
    return tried_table_->fill(moved_, tried_phrases_);
  }

  // All shifts worth trying, by the length of the longer phrase, each once and in order.
  void gather_shifts() {
    candidates_.resize(static_cast<std::size_t>(options_.max_size) + 1);
    for (auto& shifts : candidates_) shifts.clear();
    for (std::size_t r = 0; r < ref_.size(); ++r) {
      pulse(8 * hyp_.size());
      for (std::size_t h = 0; h < hyp_.size(); ++h) {
        visited_.clear();
        extend(static_cast<int>(h), static_cast<int>(r), 0, 0);
      }
    }
    for (auto& shifts : candidates_) {
      std::ranges::sort(shifts);
      shifts.erase(std::unique(shifts.begin(), shifts.end()), shifts.end());
    }
  }

  // Makes a phrase longer by words that may move together, and by paraphrases.
  void extend(int hyp_start, int ref_start, int hyp_length, int ref_length) {
    const int n_hyp = static_cast<int>(hyp_.size()), n_ref = static_cast<int>(ref_.size());
    for (; hyp_length < options_.max_size; ++hyp_length, ++ref_length) {
      const int h = hyp_start + hyp_length, r = ref_start + ref_length;
      if (h >= n_hyp || r >= n_ref) return;
      if (options_.shifts == TerpShifts::relaxed && has_phrases())
        extend_by_phrases(hyp_start, ref_start, hyp_length, ref_length);
      const auto word = static_cast<std::size_t>(order_[static_cast<std::size_t>(h)]);
      if (pairs_[word * ref_.size() + static_cast<std::size_t>(r)].related == 0) return;
      if (worth_moving(hyp_start, h, ref_start, r)) add_targets(hyp_start, h, ref_start, r);
    }
  }

  void extend_by_phrases(int hyp_start, int ref_start, int hyp_length, int ref_length) {
    const auto h = static_cast<std::size_t>(hyp_start + hyp_length);
    const auto r = static_cast<std::size_t>(ref_start + ref_length);
    if (!near(h, r)) return;
    for (const PlacedPhrase& phrase : phrases_.find(h, r)) {
      const std::pair to(hyp_length + phrase.hyp_length, ref_length + phrase.ref_length);
      if (!visited_.emplace(to, true).second) continue;  // what follows is the same whatever came before
      extend(hyp_start, ref_start, to.first, to.second);
    }
  }

  // Whether a paraphrase at these places is one the original looks at.
  bool near(std::size_t h, std::size_t r) const {
    const auto reach = static_cast<std::size_t>(options_.max_distance);
    const std::int32_t first = places_.ref_of_hyp[h < reach ? 0 : h - reach];
    const std::int32_t last = places_.ref_of_hyp[std::min(h + reach, hyp_.size() - 1)];
    return static_cast<std::int32_t>(r) >= first && static_cast<std::int32_t>(r) <= last;
  }

  bool is_stop_word(std::int32_t word) const {
    return !stop_words_.empty() && stop_words_[static_cast<std::size_t>(word)] != 0;
  }

  // Both sides hold an error and a word that is not a stop word, and the phrase stands elsewhere, not too
  // far.
  bool worth_moving(int hyp_start, int hyp_end, int ref_start, int ref_end) const {
    const auto errors = [](const std::vector<std::int32_t>& sums, int first, int last) {
      return sums[static_cast<std::size_t>(last) + 1] > sums[static_cast<std::size_t>(first)];
    };
    if (!errors(places_.hyp_errors, hyp_start, hyp_end) || !errors(places_.ref_errors, ref_start, ref_end))
      return false;
    const std::int32_t to = places_.hyp_of_ref[static_cast<std::size_t>(ref_start)];
    if ((to >= hyp_start && to <= hyp_end) || std::abs(to - hyp_start) > options_.max_distance) return false;
    bool hyp_content = false, ref_content = false;
    for (int h = hyp_start; h <= hyp_end && !hyp_content; ++h)
      hyp_content = !is_stop_word(hyp_[static_cast<std::size_t>(order_[static_cast<std::size_t>(h)])]);
    for (int r = ref_start; r <= ref_end && !ref_content; ++r)
      ref_content = !is_stop_word(ref_[static_cast<std::size_t>(r)]);
    return hyp_content && ref_content;
  }

  void add_targets(int hyp_start, int hyp_end, int ref_start, int ref_end) {
    const auto& behind = places_.hyp_of_ref;
    const int length = std::max(hyp_end - hyp_start, ref_end - ref_start) + 1;
    auto& shifts = candidates_[std::min(static_cast<std::size_t>(length), candidates_.size()) - 1];
    const std::int32_t first = behind[static_cast<std::size_t>(ref_start)];
    for (int offset = -1; offset <= hyp_end - hyp_start; ++offset) {
      const int at = ref_start + offset;
      if (at < 0) {
        shifts.push_back({hyp_start, hyp_end, -1});
      } else if (at < static_cast<int>(behind.size())) {
        const std::int32_t target = behind[static_cast<std::size_t>(at)];
        if (target != hyp_start && (offset == 0 || target != first))
          shifts.push_back({hyp_start, hyp_end, target});
      }
    }
  }

  std::span<const std::uint8_t> stop_words_;
  TerpOptions options_;
  MatchFinder finder_;
  TerpTable table_;
  std::unique_ptr<TerpTable> tried_table_;
  // For the edits between two phrases, where paraphrases do not count.
  std::unique_ptr<Lexicon> without_table_;
  std::unique_ptr<TerpAligner> inner_;
  std::map<std::vector<std::int32_t>, double> phrase_edits_;
  Tokens hyp_, ref_;
  std::vector<std::int32_t> order_, moved_, words_;
  std::vector<WordPair> pairs_;
  double work_ = 0.0;
  PlacedPhrases phrases_, tried_phrases_;
  std::vector<TerpStep> steps_;
  std::vector<TerpShift> shifts_;
  Places places_;
  std::vector<std::vector<Shift>> candidates_;
  std::map<std::pair<int, int>, bool> visited_;
  Shift best_{};
};

void check(const TerpOptions& options) {
  const auto in_range = [](double cost) { return cost >= 0.0 && cost <= kLargestCost; };
  if (!std::ranges::all_of(options.costs, in_range) || !in_range(options.shift) || !(options.beam >= 0.0))
    throw std::invalid_argument("costs: each lies between 0 and " + std::to_string(kLargestCost));
  check_at_least(options.max_size, 1, "max_size");
  check_at_least(options.max_distance, 1, "max_distance");
}

void check_all(const Batch& batch, const Pairing& pairing, const Lexicon& lexicon,
               std::span<const std::uint8_t> stop_words, const TerpOptions& options) {
  check(batch, "tokens");
  check_referenced(pairing, batch.size());
  check(lexicon, id_limit(batch));
  check(options);
  if (!stop_words.empty() && stop_words.size() < id_limit(batch))
    throw std::invalid_argument("stop_words: there are fewer flags than words");
}

void count(const TerpAligner& aligner, double* row) {
  std::fill_n(row + 2, kTerpColumns - 2, 0.0);
  for (const TerpStep& step : aligner.steps())
    if (step.edit != TerpEdit::match) row[1 + static_cast<std::size_t>(step.edit)] += 1;
  row[kTerpColumns - 2] = static_cast<double>(aligner.shifts().size());
  for (const TerpShift& shift : aligner.shifts()) row[kTerpColumns - 1] += shift.length;
}

}  // namespace

Table terp_statistics(const Batch& batch, const Pairing& pairing, const Lexicon& lexicon,
                      std::span<const std::uint8_t> stop_words, const TerpOptions& options, int threads) {
  check_all(batch, pairing, lexicon, stop_words, options);
  Table table(pairing.size(), kTerpColumns);
  parallel_for(pairing.size(), threads, [&] {
    auto shared = std::make_shared<TerpAligner>(lexicon, stop_words, options);
    return [&, shared](std::size_t begin, std::size_t end) {
      TerpAligner& aligner = *shared;
      for (std::size_t i = begin; i < end; ++i) {
        const Tokens hyp = batch[static_cast<std::size_t>(pairing.hypotheses[i])];
        double* row = table.row(i);
        double words = 0;
        row[0] = kUnreached;
        for (const std::int32_t reference : pairing.references[i]) {
          const Tokens ref = batch[static_cast<std::size_t>(reference)];
          words += static_cast<double>(ref.size());
          const double cost = aligner(hyp, ref);
          if (cost >= row[0]) continue;
          row[0] = cost;
          count(aligner, row);
        }
        row[1] = words / static_cast<double>(pairing.references[i].size());
      }
    };
  });
  return table;
}

TerpAlignments terp_alignments(const Batch& batch, const Pairing& pairing, const Lexicon& lexicon,
                               std::span<const std::uint8_t> stop_words, const TerpOptions& options) {
  check_all(batch, pairing, lexicon, stop_words, options);
  TerpAligner aligner(lexicon, stop_words, options);
  TerpAlignments result;
  const auto tokens = [&](std::int32_t row) { return batch[static_cast<std::size_t>(row)]; };
  for (std::size_t i = 0; i < pairing.size(); ++i) {
    const Tokens hyp = tokens(pairing.hypotheses[i]);
    const auto references = pairing.references[i];
    std::size_t best = 0;
    double least = kUnreached;
    for (std::size_t k = 0; k < references.size(); ++k) {
      const double cost = aligner(hyp, tokens(references[k]));
      if (cost < least) least = cost, best = k;
    }
    aligner(hyp, tokens(references[best]));
    result.steps.insert(result.steps.end(), aligner.steps().begin(), aligner.steps().end());
    result.step_offsets.push_back(static_cast<std::int64_t>(result.steps.size()));
    result.shifts.insert(result.shifts.end(), aligner.shifts().begin(), aligner.shifts().end());
    result.shift_offsets.push_back(static_cast<std::int64_t>(result.shifts.size()));
    result.orders.ids.insert(result.orders.ids.end(), aligner.order().begin(), aligner.order().end());
    result.orders.end_row();
    result.references.push_back(static_cast<std::int32_t>(best));
  }
  return result;
}

}  // namespace core
