#include "edits/ter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <tuple>

#include "base/parallel.h"
#include "edits/details/bit_vectors.h"
#include "edits/details/row_bits.h"
#include "edits/details/shifts.h"
#include "edits/details/ter_beam.h"

namespace core {

namespace {

constexpr int kMaxShiftSize = 10;
constexpr int kMaxShiftDistance = 50;
constexpr int kMaxTries = 1000;
// tercom itself has no such limit; this one is met by texts of few different words only.
constexpr int kMaxTercomTries = 10000;

// What the cheapest edits say of each word: whether it is wrong, and behind which word of the hypothesis a
// word of the reference stands (-1 = before the first).
struct Alignment {
  std::vector<std::int32_t> hyp_of_ref;
  std::vector<std::int32_t> hyp_errors, ref_errors;  // sums: errors before each place

  // `matrix` gives the edit of each of its cells.
  template <typename Matrix>
  void read(const Matrix& matrix, std::size_t hyp_length, std::size_t ref_length) {
    hyp_of_ref.assign(ref_length, -1);
    hyp_errors.assign(hyp_length + 1, 0);
    ref_errors.assign(ref_length + 1, 0);
    std::size_t i = hyp_length, j = ref_length;
    while (i > 0 || j > 0) {
      const Edit edit = matrix.edit(i, j);
      if (edit != Edit::remove) hyp_of_ref[j - 1] = static_cast<std::int32_t>(i) - 1;
      const std::int32_t wrong = edit == Edit::keep ? 0 : 1;
      if (edit != Edit::insert) hyp_errors[i--] = wrong;
      if (edit != Edit::remove) ref_errors[j--] = wrong;
    }
    for (std::size_t k = 1; k <= hyp_length; ++k) hyp_errors[k] += hyp_errors[k - 1];
    for (std::size_t k = 1; k <= ref_length; ++k) ref_errors[k] += ref_errors[k - 1];
  }

  bool wrong_in_hyp(std::size_t start, std::size_t length) const {
    return hyp_errors[start + length] > hyp_errors[start];
  }
  bool wrong_in_ref(std::size_t start, std::size_t length) const {
    return ref_errors[start + length] > ref_errors[start];
  }
};

// A phrase of the hypothesis and the place it moves to. Larger is better: more gain, then longer, then
// earlier, then an earlier target.
struct Shift {
  std::int32_t gain;
  int length, start, target;

  bool operator<(const Shift& other) const {
    return std::tuple(gain, length, -start, -target) <
           std::tuple(other.gain, other.length, -other.start, -other.target);
  }
};

// The word before which the phrase goes.
int destination(const Shift& shift, int n_words, TerRules rules) {
  return phrase_destination(shift.start, shift.length, shift.target, n_words, rules == TerRules::tercom);
}

// Makes a shift; gives the first place that changes.
std::size_t apply(const Shift& shift, Tokens words, TerRules rules, std::vector<std::int32_t>& out) {
  const int before = destination(shift, static_cast<int>(words.size()), rules);
  return move_phrase(words, shift.start, shift.length, before, out);
}

// Edits of one hypothesis against one reference at a time.
class TranslationEdits {
 public:
  TranslationEdits(std::size_t limit, TerRules rules) : rules_(rules), bits_(limit) {}

  // Fills in `script`, where one is given, which must be empty.
  std::int32_t operator()(Tokens hypothesis, Tokens reference, EditScript* script = nullptr) {
    if (reference.empty()) {
      if (script) script->steps.assign(hypothesis.size(), EditStep::remove);
      return static_cast<std::int32_t>(hypothesis.size());
    }
    const std::int32_t edits = count(hypothesis, reference, script);
    if (script) read_steps(script->steps);
    return edits;
  }

 private:
  std::int32_t count(Tokens hypothesis, Tokens reference, EditScript* script) {
    ref_ = reference;
    bits_.set(reference);
    last_ = last_row(reference.size());
    hyp_.assign(hypothesis.begin(), hypothesis.end());
    const Beam beam(hyp_.size(), ref_.size(), rules_);
    in_beam_ = rules_ == TerRules::sacrebleu && (bits_.blocks() > 1 || !beam.holds_all());
    fits_ = rows_.begin(hyp_.size(), ref_.size(), in_beam_ ? &beam : nullptr, bits_);
    // What the words cost in the best of all orders: those without a partner on the other side.
    fewest_ = static_cast<std::int32_t>(std::max(hyp_.size(), ref_.size()) - bits_.pairs(ref_, hyp_));
    std::int32_t shifts = 0;
    int tries = 0;
    for (;;) {
      pulse((hyp_.size() + 1) * bits_.blocks());
      const std::int32_t distance = fits_ ? rows_.set(hyp_, ref_) : matrix_.fill(hyp_, ref_, beam);
      if (distance <= fewest_) return shifts + distance;  // no shift can gain anything
      if (fits_)
        alignment_.read(rows_, hyp_.size(), ref_.size());
      else
        alignment_.read(matrix_, hyp_.size(), ref_.size());
      if (in_beam_ || !fits_) remember_columns();
      const bool tercom = rules_ == TerRules::tercom;
      const Shift best =
          tercom ? best_tercom_shift(distance, beam, tries) : best_shift(distance, beam, tries);
      if (tries >= (tercom ? kMaxTercomTries : kMaxTries) || best.gain <= 0) return shifts + distance;
      apply(best, hyp_, rules_, shifted_);
      if (script)
        script->shifts.push_back(
            {best.start, best.length, destination(best, static_cast<int>(hyp_.size()), rules_)});
      std::swap(hyp_, shifted_);
      ++shifts;
    }
  }

  // The way through the matrix of the words as they stand now.
  void read_steps(std::vector<EditStep>& steps) const {
    for (std::size_t i = hyp_.size(), j = ref_.size(); i > 0 || j > 0;) {
      const Edit edit = fits_ ? rows_.edit(i, j) : matrix_.edit(i, j);
      steps.push_back(edit == Edit::keep         ? EditStep::keep
                      : edit == Edit::substitute ? EditStep::substitute
                      : edit == Edit::insert     ? EditStep::insert
                                                 : EditStep::remove);
      if (edit != Edit::insert) --i;
      if (edit != Edit::remove) --j;
    }
    std::reverse(steps.begin(), steps.end());
  }

  // Shifts that can gain most are measured first, so that most others need not be.
  Shift best_shift(std::int32_t distance, const Beam& beam, int& tries) {
    Shift best{0, 0, 0, 0};
    // What the beam adds to the distance may be gained too.
    list_candidates(distance, in_beam_ ? distance - column_distance_.back() : 0, tries);
    if (tries >= kMaxTries) return best;
    for (auto same = candidates_.rbegin(); same != candidates_.rend(); ++same)
      for (Shift& one : *same) {
        if (!(best < one)) continue;
        const std::size_t first_change = apply(one, hyp_, rules_, shifted_);
        one.gain = distance - distance_from(first_change, beam);
        if (best < one) best = one;
      }
    return best;
  }

  // All shifts that are tried, by the most that they can gain; those that can gain nothing are counted alone.
  void list_candidates(std::int32_t distance, std::int32_t added, int& tries) {
    const int n_hyp = static_cast<int>(hyp_.size()), n_ref = static_cast<int>(ref_.size());
    for (auto& same : candidates_) same.clear();
    for (int start = 0; start < n_hyp; ++start) {
      const int from = std::max(0, start - kMaxShiftDistance),
                to = std::min(n_ref, start + kMaxShiftDistance + 1);
      places_.clear();
      bits_.add_places(hyp_[static_cast<std::size_t>(start)], from, to, places_);
      for (const int in_ref : places_) {
        for (int length = 1; length <= kMaxShiftSize && start + length <= n_hyp && in_ref + length <= n_ref;
             ++length) {
          if (hyp_[static_cast<std::size_t>(start + length - 1)] !=
              ref_[static_cast<std::size_t>(in_ref + length - 1)])
            break;
          if (!worth_trying(start, in_ref, length)) continue;
          list_targets({0, length, start, 0}, in_ref, distance, added, tries);
          if (tries >= kMaxTries) return;
        }
      }
    }
  }

  // Both the phrase and its counterpart must hold an error, and the phrase must not stand there already.
  bool worth_trying(int start, int in_ref, int length) const {
    const auto hyp_start = static_cast<std::size_t>(start), ref_start = static_cast<std::size_t>(in_ref),
               size = static_cast<std::size_t>(length);
    const std::int32_t aligned = alignment_.hyp_of_ref[ref_start];
    return alignment_.wrong_in_hyp(hyp_start, size) && alignment_.wrong_in_ref(ref_start, size) &&
           !(start <= aligned && aligned < start + length);
  }

  void list_targets(Shift shift, int in_ref, std::int32_t distance, std::int32_t added, int& tries) {
    int previous = -1;
    for (int offset = -1; offset < shift.length; ++offset) {
      const int place = in_ref + offset;
      shift.target = place < 0 ? 0 : alignment_.hyp_of_ref[static_cast<std::size_t>(place)] + 1;
      if (shift.target == previous) continue;
      previous = shift.target;
      ++tries;
      // Moving one word is a deletion and an insertion, and it is the same to move what it jumps over.
      const int before = destination(shift, static_cast<int>(hyp_.size()), rules_);
      const int first = std::min(before, shift.start), last = std::max(before, shift.start + shift.length);
      const int moved = std::min(shift.length, last - first - shift.length);
      shift.gain = moved == 0 ? 0 : std::min(2 * moved + added, distance - fewest_);
      if (shift.gain > 0)
        candidates_[std::min<std::size_t>(static_cast<std::size_t>(shift.gain), candidates_.size() - 1)]
            .push_back(shift);
    }
  }

  // tercom looks at long phrases first, and stops when shorter ones cannot gain more than the best one found:
  // a shift of n words mends at most 2n errors. It is taken when its gain makes up for its own cost of 1, and
  // the first of equals wins.
  Shift best_tercom_shift(std::int32_t distance, const Beam& beam, int& tries) {
    Shift best{0, 0, 0, 0};
    find_longest_phrases();
    const int n_hyp = static_cast<int>(hyp_.size()), n_ref = static_cast<int>(ref_.size());
    for (int length = kMaxShiftSize; length > 0; --length) {
      const auto enough = [&] { return best.gain > 0 && best.gain - 1 >= 2 * length; };
      for (int start = 0; start + length <= n_hyp; ++start) {
        if (length > longest_[static_cast<std::size_t>(start)] ||
            !alignment_.wrong_in_hyp(static_cast<std::size_t>(start), static_cast<std::size_t>(length)))
          continue;
        for (int in_ref = 0; in_ref + length <= n_ref; ++in_ref) {
          if (!same_phrase(start, in_ref, length) || !within_reach(start, in_ref, length) ||
              !alignment_.wrong_in_ref(static_cast<std::size_t>(in_ref), static_cast<std::size_t>(length)))
            continue;
          for (int offset = -1; offset < length; ++offset) {
            if (enough() || tries >= kMaxTercomTries) return best;
            try_tercom_target({0, length, start, 0}, in_ref, offset, distance, beam, tries, best);
          }
        }
      }
    }
    return best;
  }

  void try_tercom_target(Shift shift, int in_ref, int offset, std::int32_t distance, const Beam& beam,
                         int& tries, Shift& best) {
    if (offset == -1 && in_ref == 0) {
      shift.target = 0;
    } else {
      const std::int32_t behind = aligned(in_ref + offset);
      if (behind == shift.start || (offset != 0 && behind == aligned(in_ref))) return;
      shift.target = behind + 1;
    }
    ++tries;
    const std::size_t first_change = apply(shift, hyp_, rules_, shifted_);
    shift.gain = distance - distance_from(first_change, beam);
    if (shift.gain > best.gain) best = shift;
  }

  // How long phrases may get from each start: a phrase is made longer as long as it occurs in the reference
  // and either is right or may move somewhere.
  void find_longest_phrases() {
    const int n_hyp = static_cast<int>(hyp_.size()), n_ref = static_cast<int>(ref_.size());
    longest_.assign(hyp_.size(), 0);
    for (int start = 0; start < n_hyp; ++start) {
      bool movable = false;
      for (int in_ref = 0; in_ref < n_ref && !movable; ++in_ref) {
        const std::int32_t to = aligned(in_ref);
        movable = same_phrase(start, in_ref, 1) && to != start && to - start <= kMaxShiftDistance &&
                  start - to - 1 <= kMaxShiftDistance;
      }
      for (int length = 1; movable && length <= kMaxShiftSize && start + length <= n_hyp; ++length) {
        const bool right =
            !alignment_.wrong_in_hyp(static_cast<std::size_t>(start), static_cast<std::size_t>(length));
        movable = false;
        for (int in_ref = 0; in_ref + length <= n_ref && !movable; ++in_ref)
          movable = same_phrase(start, in_ref, length) && (right || within_reach(start, in_ref, length));
        if (movable) longest_[static_cast<std::size_t>(start)] = length;
      }
    }
  }

  std::int32_t aligned(int in_ref) const { return alignment_.hyp_of_ref[static_cast<std::size_t>(in_ref)]; }

  bool same_phrase(int start, int in_ref, int length) const {
    return std::equal(hyp_.begin() + start, hyp_.begin() + start + length, ref_.begin() + in_ref);
  }

  // Whether the counterpart of a phrase stands elsewhere, and not too far away.
  bool within_reach(int start, int in_ref, int length) const {
    const std::int32_t to = aligned(in_ref);
    return (to < start || to >= start + length) && std::abs(to - start) <= kMaxShiftDistance;
  }

  // Keeps the bit vectors of every column for the present hypothesis, so that a shifted one can start late.
  void remember_columns() {
    const std::size_t blocks = bits_.blocks();
    columns_.assign((hyp_.size() + 1) * blocks, Differences{});
    column_distance_.assign(hyp_.size() + 1, static_cast<std::int32_t>(ref_.size()));
    for (std::size_t i = 0; i < hyp_.size(); ++i) {
      Differences* next = columns_.data() + (i + 1) * blocks;
      std::copy_n(columns_.data() + i * blocks, blocks, next);
      column_distance_[i + 1] = column_distance_[i] + advance_column(next, bits_.of(hyp_[i]), blocks, last_);
    }
  }

  // Edit distance of shifted_, whose first `same` words are those of hyp_.
  std::int32_t distance_from(std::size_t same, const Beam& beam) {
    const std::size_t blocks = bits_.blocks();
    pulse((shifted_.size() - same) * blocks);
    if (fits_) return rows_.distance_of(shifted_, same);
    if (in_beam_) return other_.fill(shifted_, ref_, beam);
    std::int32_t distance = column_distance_[same];
    const auto kept = columns_.begin() + static_cast<std::ptrdiff_t>(same * blocks);
    working_.assign(kept, kept + static_cast<std::ptrdiff_t>(blocks));
    for (std::size_t i = same; i < shifted_.size(); ++i)
      distance += advance_column(working_.data(), bits_.of(shifted_[i]), blocks, last_);
    return distance;
  }

  TerRules rules_;
  Tokens ref_;
  std::uint64_t last_ = 0;
  PatternBits bits_;
  std::vector<std::int32_t> hyp_, shifted_;
  BeamMatrix matrix_, other_;
  RowBits rows_;
  bool in_beam_ = false;  // whether tries are measured inside the beam
  bool fits_ = false;     // whether rows fit into words
  Alignment alignment_;
  std::vector<Differences> columns_, working_;
  std::vector<std::int32_t> column_distance_, longest_;
  std::vector<int> places_;
  std::int32_t fewest_ = 0;                                           // edits in the best of all orders
  std::array<std::vector<Shift>, 2 * kMaxShiftSize + 1> candidates_;  // by the most that each can gain
};

}  // namespace

Table ter_statistics(const Batch& batch, const Pairing& pairing, TerRules rules, int threads) {
  const std::size_t limit = check(batch, "tokens");
  check_referenced(pairing, batch.size());
  Table table(pairing.size(), 2);
  parallel_for(pairing.size(), threads, [&] {
    return [&, edits = TranslationEdits(limit, rules)](std::size_t begin, std::size_t end) mutable {
      for (std::size_t i = begin; i < end; ++i) {
        const Tokens hyp = batch[static_cast<std::size_t>(pairing.hypotheses[i])];
        double fewest = std::numeric_limits<double>::infinity(), words = 0;
        for (const std::int32_t reference : pairing.references[i]) {
          const Tokens ref = batch[static_cast<std::size_t>(reference)];
          fewest = std::min(fewest, static_cast<double>(edits(hyp, ref)));
          words += static_cast<double>(ref.size());
        }
        table.row(i)[0] = fewest;
        table.row(i)[1] = words / static_cast<double>(pairing.references[i].size());
      }
    };
  });
  return table;
}

EditScript ter_script(const Batch& batch, std::size_t hypothesis, std::size_t reference, TerRules rules) {
  check(batch, "tokens");
  if (hypothesis >= batch.size() || reference >= batch.size()) throw std::out_of_range("no such row");
  EditScript script;
  TranslationEdits(id_limit(batch), rules)(batch[hypothesis], batch[reference], &script);
  return script;
}

}  // namespace core
