#include "edits/ter.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <tuple>

#include "base/parallel.h"
#include "edits/details/bit_vectors.h"
#include "edits/details/shifts.h"
#include "edits/details/ter_beam.h"
#include "edits/details/ter_columns.h"

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

  // `edit_at` is asked for the edit of each cell on the way from the end to the start.
  template <typename EditAt>
  void read(EditAt edit_at, std::size_t hyp_length, std::size_t ref_length) {
    hyp_of_ref.assign(ref_length, -1);
    hyp_errors.assign(hyp_length + 1, 0);
    ref_errors.assign(ref_length + 1, 0);
    std::size_t i = hyp_length, j = ref_length;
    while (i > 0 || j > 0) {
      const Edit edit = edit_at(i, j);
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
    const Beam beam(hypothesis.size(), reference.size(), rules_);
    const std::int32_t edits = count(hypothesis, reference, beam, script);
    if (script) {
      matrix_.fill(hyp_, ref_, beam, false);
      read_steps(script->steps);
    }
    return edits;
  }

 private:
  std::int32_t count(Tokens hypothesis, Tokens reference, const Beam& beam, EditScript* script) {
    ref_ = reference;
    bits_.set(reference);
    hyp_.assign(hypothesis.begin(), hypothesis.end());
    // What the words cost in the best of all orders: those without a partner on the other side.
    const auto fewest =
        static_cast<std::int32_t>(std::max(hyp_.size(), ref_.size()) - bits_.pairs(ref_, hyp_));
    std::int32_t shifts = 0;
    int tries = 0;
    for (;;) {
      columns_.fill(hyp_, ref_, bits_);
      std::int32_t distance = columns_.distance();
      in_beam_ = !beam.holds(distance);
      if (in_beam_) distance = matrix_.fill(hyp_, ref_, beam, true);
      if (distance <= fewest) return shifts + distance;  // no shift can gain anything
      // Where the beam holds the distance it holds all of the cheapest edits.
      if (in_beam_)
        alignment_.read([this](std::size_t i, std::size_t j) { return matrix_.edit(i, j); }, hyp_.size(),
                        ref_.size());
      else
        alignment_.read(Columns::Path(columns_), hyp_.size(), ref_.size());
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
      const Edit edit = matrix_.edit(i, j);
      steps.push_back(edit == Edit::keep         ? EditStep::keep
                      : edit == Edit::substitute ? EditStep::substitute
                      : edit == Edit::insert     ? EditStep::insert
                                                 : EditStep::remove);
      if (edit != Edit::insert) --i;
      if (edit != Edit::remove) --j;
    }
    std::reverse(steps.begin(), steps.end());
  }

  Shift best_shift(std::int32_t distance, const Beam& beam, int& tries) {
    Shift best{std::numeric_limits<std::int32_t>::min(), 0, 0, 0};
    const int n_hyp = static_cast<int>(hyp_.size()), n_ref = static_cast<int>(ref_.size());
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
          try_targets({0, length, start, 0}, in_ref, distance, beam, tries, best);
          if (tries >= kMaxTries) return best;
        }
      }
    }
    return best;
  }

  // Both the phrase and its counterpart must hold an error, and the phrase must not stand there already.
  bool worth_trying(int start, int in_ref, int length) const {
    const auto hyp_start = static_cast<std::size_t>(start), ref_start = static_cast<std::size_t>(in_ref),
               size = static_cast<std::size_t>(length);
    const std::int32_t aligned = alignment_.hyp_of_ref[ref_start];
    return alignment_.wrong_in_hyp(hyp_start, size) && alignment_.wrong_in_ref(ref_start, size) &&
           !(start <= aligned && aligned < start + length);
  }

  void try_targets(Shift shift, int in_ref, std::int32_t distance, const Beam& beam, int& tries,
                   Shift& best) {
    int previous = -1;
    for (int offset = -1; offset < shift.length; ++offset) {
      const int place = in_ref + offset;
      shift.target = place < 0 ? 0 : alignment_.hyp_of_ref[static_cast<std::size_t>(place)] + 1;
      if (shift.target == previous) continue;
      previous = shift.target;
      ++tries;
      // Nobody asks which shift is the best of those that gain nothing.
      const std::int32_t least = std::max(1, best.gain);
      if (!in_beam_ && most_gain(shift) < least) continue;
      const std::size_t first_change = apply(shift, hyp_, rules_, shifted_);
      shift.gain = distance - distance_from(first_change, beam, distance - least);
      if (best < shift) best = shift;
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
    shift.gain = distance - distance_from(first_change, beam, distance - best.gain - 1);
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

  // What a shift can gain at most: to take the phrase out and put it in again, or the words that it passes,
  // is another way to edit the one into the other.
  std::int32_t most_gain(const Shift& shift) const {
    const int before = destination(shift, static_cast<int>(hyp_.size()), rules_);
    const int passed = before < shift.start ? shift.start - before : before - shift.start - shift.length;
    return 2 * std::min(shift.length, passed);
  }

  // Edit distance of shifted_, whose first `same` words are those of hyp_; where it is more than `limit`,
  // some number above that. Without a beam nothing costs more than inside it, so that only what may be within
  // the limit and leaves the beam is gone through cell by cell, in the places that changed.
  std::int32_t distance_from(std::size_t same, const Beam& beam, std::int32_t limit) {
    const std::int32_t distance = columns_.distance_from(same, shifted_);
    return !in_beam_ || distance > limit || beam.holds(distance) ? distance : distance_in_beam(same);
  }

  std::int32_t distance_in_beam(std::size_t same) {
    std::size_t last = shifted_.size();
    while (last > same && shifted_[last - 1] == hyp_[last - 1]) --last;
    return matrix_.distance_after(shifted_, same, last);
  }

  TerRules rules_;
  Tokens ref_;
  PatternBits bits_;
  Columns columns_;
  std::vector<std::int32_t> hyp_, shifted_;
  BeamMatrix matrix_;
  bool in_beam_ = false;  // whether the beam cuts off some of the cheapest edits
  Alignment alignment_;
  std::vector<std::int32_t> longest_;
  std::vector<int> places_;
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
