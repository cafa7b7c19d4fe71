#include "edits/terp.h"

#include <algorithm>
#include <bit>
#include <memory>
#include <stdexcept>
#include <string>

#include "base/parallel.h"
#include "edits/details/terp_bounds.h"
#include "edits/details/terp_lanes.h"
#include "edits/details/terp_phrases.h"
#include "edits/details/terp_shifts.h"
#include "edits/details/terp_table.h"

namespace core {

namespace {

// The original has no such limit; this one is met by texts of few different words only.
constexpr int kMaxTries = 10000;
constexpr double kMaxWork = 4e9;  // cells of all tables
constexpr std::size_t kManyMoves = 2 * kTerpLanes;

// Edits of one hypothesis against one reference at a time.
class TerpAligner {
 public:
  TerpAligner(const Lexicon& lexicon, std::span<const std::uint8_t> stop_words, const TerpOptions& options)
      : options_(options),
        lexicon_(lexicon),
        synonyms_(lexicon.synonyms),
        table_(options_),
        bounds_(options_),
        lanes_(options_),
        shift_finder_(stop_words, options_) {
    if (lexicon.table.empty()) return;
    without_table_ = std::make_unique<Lexicon>(lexicon);
    without_table_->table = {};
    inner_ = std::make_unique<TerpAligner>(*without_table_, stop_words, options);
    phrases_ = std::make_unique<TerpPhrases>(lexicon, options_,
                                             [this](Tokens hyp, Tokens ref) { return (*inner_)(hyp, ref); });
  }

  // The cost. Steps, shifts and order stay until the next call.
  double operator()(Tokens hyp, Tokens ref) {
    pair_.hyp = hyp, pair_.ref = ref;
    shifts_.clear();
    cut_short_ = false;
    std::vector<std::int32_t>& order = pair_.order;
    order.resize(hyp.size());
    for (std::size_t i = 0; i < hyp.size(); ++i) order[i] = static_cast<std::int32_t>(i);
    if (!phrases_ && cost(TerpEdit::match) == 0.0 && std::ranges::equal(hyp, ref)) return keep_all();
    compare_words();
    table_.set(hyp.size(), ref.size(), pair_.words.data());
    bounds_.set(hyp.size(), ref.size(), pair_.words.data());
    if (phrases_) phrases_->set_reference(ref);
    double shift_costs = 0.0;
    work_ = 0.0;
    std::size_t same = 0;  // words before the last shift
    for (int tries = 0;;) {
      const PlacedPhrases& phrases = find_phrases();
      const double cost = table_.fill(order, phrases, same);
      table_.steps(steps_);
      if (options_.shifts == TerpShifts::none || hyp.empty() || ref.empty()) return cost + shift_costs;
      const bool found = choose_shift(cost, phrases, tries);
      cut_short_ = tries >= kMaxTries || work_ > kMaxWork;
      if (!found || cut_short_) return cost + shift_costs;
      shifts_.push_back({best_.start, best_.end - best_.start + 1, best_.destination(hyp.size())});
      const Swap swap = best_.swap(hyp.size());
      swap_words(swap);
      same = swap.first;
      std::swap(order, moved_);
      shift_costs += options_.shift;
    }
  }

  std::span<const TerpStep> steps() const { return steps_; }
  std::span<const TerpShift> shifts() const { return shifts_; }
  // Whether the last search ended before all shifts were tried.
  bool was_cut_short() const { return cut_short_; }
  std::span<const std::int32_t> order() const { return pair_.order; }

 private:
  double cost(TerpEdit edit) const { return options_.costs[static_cast<std::size_t>(edit)]; }

  // Equal sentences need no table.
  double keep_all() {
    steps_.clear();
    for (const std::int32_t place : pair_.order) steps_.push_back({TerpEdit::match, place, 1, place, 1});
    return 0.0;
  }

  // What each word of the hypothesis makes of each of the reference, and whether the two may move together.
  // Pairs are written at once, not listed first: there are as many as cells where all words are equal.
  void compare_words() {
    const Tokens hyp = pair_.hyp, ref = pair_.ref;
    pair_.words.assign(hyp.size() * ref.size(), {static_cast<std::uint8_t>(TerpEdit::substitution), 0});
    number(lexicon_.same, hyp, hyp_same_), number(lexicon_.same, ref, ref_same_);
    const bool equal = hyp_same_ == ref_same_;
    if (!equal && !lexicon_.stems.empty()) enter_stems();  // the first, so that all pairs are substitutions
    if (!equal && !lexicon_.synonyms.offsets.empty()) enter_synonyms();
    for (std::size_t h = 0; h < hyp.size(); ++h)
      set_equal(hyp_same_[h], ref_same_, {static_cast<std::uint8_t>(TerpEdit::match), 1}, h);
  }

  // What the words of a row that have this number become; a loop without branches, which compilers widen.
  void set_equal(std::int32_t number, std::span<const std::int32_t> ref_numbers, WordPair pair,
                 std::size_t h) {
    pulse(ref_numbers.size());
    const auto value = std::bit_cast<std::uint8_t>(pair);
    auto* const row = reinterpret_cast<std::uint8_t*>(pair_.words.data() + h * ref_numbers.size());
    for (std::size_t r = 0; r < ref_numbers.size(); ++r) row[r] = ref_numbers[r] == number ? value : row[r];
  }

  static void number(std::span<const std::int32_t> numbers, Tokens words, std::vector<std::int32_t>& out) {
    out.assign(words.begin(), words.end());
    if (!numbers.empty())
      for (std::int32_t& word : out) word = numbers[static_cast<std::size_t>(word)];
  }

  void enter(WordPair& pair, TerpEdit edit) {
    if (options_.shifts >= TerpShifts::relaxed_words) pair.related = 1;
    if (cost(edit) < options_.costs[pair.edit]) pair.edit = static_cast<std::uint8_t>(edit) & 0x7F;
  }

  void enter_stems() {
    number(lexicon_.stems, pair_.hyp, hyp_stems_), number(lexicon_.stems, pair_.ref, ref_stems_);
    WordPair related{static_cast<std::uint8_t>(TerpEdit::substitution), 0};
    enter(related, TerpEdit::stem);
    for (std::size_t h = 0; h < pair_.hyp.size(); ++h) set_equal(hyp_stems_[h], ref_stems_, related, h);
  }

  // The synonyms of a word that stands often are looked up once.
  void enter_synonyms() {
    const Tokens ref = pair_.ref;
    synonyms_.set_hypothesis(pair_.hyp);
    places_.resize(ref.size());
    for (std::size_t r = 0; r < ref.size(); ++r) places_[r] = static_cast<std::int32_t>(r);
    const auto word = [&](std::int32_t place) { return ref[static_cast<std::size_t>(place)]; };
    std::ranges::sort(places_, {}, [&](std::int32_t place) { return std::pair(word(place), place); });
    std::span<const std::int32_t> found;
    for (std::size_t k = 0; k < places_.size(); ++k) {
      if (k == 0 || word(places_[k]) != word(places_[k - 1])) found = synonyms_.find(word(places_[k]));
      pulse(found.size());
      for (const std::int32_t h : found)
        enter(pair_.words[static_cast<std::size_t>(h) * ref.size() + static_cast<std::size_t>(places_[k])],
              TerpEdit::synonym);
    }
  }

  const PlacedPhrases& find_phrases() {
    static const PlacedPhrases kNone;
    if (!phrases_) return kNone;
    words_.clear();
    for (const std::int32_t place : pair_.order) words_.push_back(pair_.hyp[static_cast<std::size_t>(place)]);
    return phrases_->find(words_);
  }

  // Finds the shift that saves most; false where each would make things dearer.
  bool choose_shift(double cost_now, const PlacedPhrases& phrases, int& tries) {
    if (cost_now < options_.shift) return false;  // what is left costs nothing at best
    const auto& moves = shift_finder_.find(pair_, phrases, steps_);
    std::size_t n_moves = 0;
    for (const auto& some : moves) n_moves += some.size();
    if (n_moves == 0) return false;
    // A few orders cost together hardly more than one.
    bounds_.clear();
    if (n_moves >= kManyMoves) bounds_.fill(pair_.order, phrases, table_);
    tried_.clear(), tries_.clear(), lanes_.clear();
    found_ = false, best_cost_ = cost_now, best_shift_cost_ = 0.0;
    for (std::size_t size = moves.size(); size-- > 0;) {
      const double most = 2.0 * static_cast<double>(size + 1);
      for (const TerpMove& move : moves[size]) {
        if (is_settled(cost_now, most)) break;
        const Swap swap = move.swap(pair_.order.size());
        if (!tried_.insert(swap)) continue;  // no better than before
        tries_.push_back({move, most, lane_of(swap)});
        if (lanes_.full() && !compare(cost_now, phrases, tries)) return found_;
      }
    }
    compare(cost_now, phrases, tries);
    return found_;
  }

  void swap_words(const Swap& swap) {
    moved_ = pair_.order;
    const auto at = [&](std::size_t place) { return moved_.begin() + static_cast<std::ptrdiff_t>(place); };
    std::rotate(at(swap.first), at(swap.middle), at(swap.last));
  }

  // The lane in which the cost of an order is found, or none where it is known to be too large.
  std::size_t lane_of(const Swap& swap) {
    const auto across = phrases_ ? phrases_->find_across(swap) : std::span<const PlacedPhrase>();
    const bool bounded = bounds_.filled() && std::ranges::none_of(across, [&](const PlacedPhrase& phrase) {
                           return static_cast<std::size_t>(phrase.hyp_start) < swap.first;
                         });
    if (bounded && bounds_.exceed(swap, across, enough())) return kTerpLanes;
    return lanes_.add(swap, pair_.order.size(), across);
  }

  // Takes the best of the shifts that wait; false where no other one need be tried.
  bool compare(double cost_now, const PlacedPhrases& phrases, int& tries) {
    if (!lanes_.empty()) lanes_.measure(pair_.order, phrases, table_, bounds_, enough());
    for (const Try& waiting : tries_) {
      if (is_settled(cost_now, waiting.most)) return false;
      work_ += static_cast<double>(table_.size());
      pulse(table_.size());
      if (++tries > kMaxTries || work_ > kMaxWork) return false;
      const double cost = waiting.lane < kTerpLanes ? lanes_.cost_of(waiting.lane) : kUnreached;
      const double gain = (best_cost_ + best_shift_cost_) - (cost + options_.shift);
      if (gain > 0.0 || (best_shift_cost_ == 0.0 && gain == 0.0)) {
        found_ = true;
        best_ = waiting.move;
        best_cost_ = cost;
        best_shift_cost_ = options_.shift;
      }
    }
    tries_.clear(), lanes_.clear();
    return true;
  }

  // What a shift must not cost more than, to be the best so far.
  double enough() const { return best_cost_ + best_shift_cost_ - options_.shift; }
  // Whether shifts that save so much at most cannot be better than the best so far.
  bool is_settled(double cost_now, double most) const {
    const double saved = cost_now - (best_shift_cost_ + best_cost_);
    return saved > most || (best_shift_cost_ != 0.0 && saved == most);
  }

  TerpOptions options_;
  const Lexicon& lexicon_;
  SynonymFinder synonyms_;
  TerpTable table_;
  TerpBounds bounds_;
  TerpLanes lanes_;
  TerpShiftFinder shift_finder_;
  // For the edits between two phrases, where paraphrases do not count.
  std::unique_ptr<Lexicon> without_table_;
  std::unique_ptr<TerpAligner> inner_;
  std::unique_ptr<TerpPhrases> phrases_;
  TerpPair pair_;
  std::vector<std::int32_t> moved_, words_, places_, hyp_same_, ref_same_, hyp_stems_, ref_stems_;
  double work_ = 0.0;
  bool cut_short_ = false;
  std::vector<TerpStep> steps_;
  std::vector<TerpShift> shifts_;
  TriedSwaps tried_;
  // A shift whose cost is found together with others.
  struct Try {
    TerpMove move;
    double most;  // that it can save
    std::size_t lane;
  };
  std::vector<Try> tries_;
  // The best shift so far, and the costs with it.
  bool found_ = false;
  double best_cost_ = 0.0, best_shift_cost_ = 0.0;
  TerpMove best_{};
};

void check(const TerpOptions& options) {
  const auto in_range = [](double cost) { return cost >= 0.0 && cost <= kLargestTerpCost; };
  if (!std::ranges::all_of(options.costs, in_range) || !in_range(options.shift) || !(options.beam >= 0.0))
    throw std::invalid_argument("costs: each lies between 0 and " + std::to_string(kLargestTerpCost));
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
                      std::span<const std::uint8_t> stop_words, const TerpOptions& options, int threads,
                      std::span<std::uint8_t> cut_short) {
  check_all(batch, pairing, lexicon, stop_words, options);
  if (!cut_short.empty() && cut_short.size() != pairing.size())
    throw std::invalid_argument("cut_short: expected one flag for each segment");
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
          if (!cut_short.empty() && aligner.was_cut_short()) cut_short[i] = 1;
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
