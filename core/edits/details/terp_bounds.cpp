#include "edits/details/terp_bounds.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/also_wide.h"

namespace core {

namespace {

using Number = TerpBounds::Number;
using Eight [[gnu::vector_size(16)]] = Number;
constexpr std::size_t kLanes = 8;
constexpr int kFar = 16000;      // above all sums
constexpr int kLargest = 15000;  // of the sums that may be needed

inline Eight load(const Number* at) {
  Eight value;
  std::memcpy(&value, at, sizeof value);
  return value;
}
inline void store(Number* at, const Eight& value) { std::memcpy(at, &value, sizeof value); }
inline Eight smaller(const Eight& a, const Eight& b) { return a < b ? a : b; }
inline Eight all(Number v) { return Eight{v, v, v, v, v, v, v, v}; }

#if defined(__clang__)
#define TERTIUM_PICK(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define TERTIUM_PICK(a, b, ...) __builtin_shuffle(a, b, Eight{__VA_ARGS__})
#endif
// The lanes behind the first one, two or four of a, and then those of b.
inline Eight behind_1(const Eight& a, const Eight& b) { return TERTIUM_PICK(a, b, 1, 2, 3, 4, 5, 6, 7, 8); }
inline Eight behind_2(const Eight& a, const Eight& b) { return TERTIUM_PICK(a, b, 2, 3, 4, 5, 6, 7, 8, 9); }
inline Eight behind_4(const Eight& a, const Eight& b) { return TERTIUM_PICK(a, b, 4, 5, 6, 7, 8, 9, 10, 11); }
inline Eight first_lane(const Eight& a) { return TERTIUM_PICK(a, a, 0, 0, 0, 0, 0, 0, 0, 0); }
#undef TERTIUM_PICK

// here[i] becomes the least of itself, of an insertion, behind[i] + insertion, of a pair, behind[i + 1] +
// pairs[i], and of so many deletions after it; `behind` has a pad of kFar behind the rows.
TERTIUM_ALSO_WIDE void column_before(const Number* behind, const Number* pairs, Number* here,
                                     std::size_t rows, Number insertion, Number deletion) {
  const Eight far = all(kFar), inserted = all(insertion), one = all(deletion), two = one + one,
              four = two + two;
  const Eight ramp = one * Eight{8, 7, 6, 5, 4, 3, 2, 1};
  Eight carried = far, later = far;
  for (std::size_t i = rows; i > 0;) {
    i -= kLanes;
    const Eight now = load(behind + i);
    Eight value = smaller(now + inserted, behind_1(now, later) + load(pairs + i));
    value = smaller(value, load(here + i));
    value = smaller(value, behind_1(value, far) + one);
    value = smaller(value, behind_2(value, far) + two);
    value = smaller(value, behind_4(value, far) + four);
    value = smaller(smaller(value, carried + ramp), far);
    store(here + i, value);
    carried = first_lane(value);
    later = now;
  }
}

}  // namespace

TerpBounds::TerpBounds(const TerpOptions& options) : options_(options) {
  for (double largest = 1024; largest >= 8; largest /= 2) scales_.push_back(suitable_scale(options, largest));
}

// Of the whole numbers up to this one, and from its half on, that by which rounding down loses least.
double TerpBounds::suitable_scale(const TerpOptions& options, double largest) {
  double best = largest, least_lost = kUnreached;
  for (double scale = largest; scale > largest / 2; --scale) {
    double lost = 0;
    for (const double cost : options.costs)
      if (cost < 10) lost = std::max(lost, (cost * scale - std::floor(cost * scale)) / scale);
    if (lost < least_lost) best = scale, least_lost = lost;
  }
  return best;
}

TerpBounds::Number TerpBounds::rounded(double cost) const {
  return static_cast<Number>(std::floor(std::min(cost * scale_, static_cast<double>(kFar))));
}

void TerpBounds::set(std::size_t n_hyp, std::size_t n_ref, const WordPair* pairs) {
  const double insertion = options_.costs[static_cast<std::size_t>(TerpEdit::insertion)];
  const double deletion = options_.costs[static_cast<std::size_t>(TerpEdit::deletion)];
  // A register has more rows than are there, and one deletion more for each of its lanes is worked out.
  const double largest =
      static_cast<double>(n_hyp) * insertion + static_cast<double>(n_ref + 2 * kLanes) * deletion;
  const auto scale = std::ranges::find_if(scales_, [&](double each) { return largest * each <= kLargest; });
  fits_ = scale != scales_.end() && options_.least_phrase >= 0;
  if (!fits_) return;
  scale_ = *scale, n_hyp_ = n_hyp, n_ref_ = n_ref;
  stride_ = (n_ref / kLanes + 1) * kLanes;
  insertion_ = rounded(insertion), deletion_ = rounded(deletion);
  std::array<Number, kTerpEdits> costs{};
  for (std::size_t edit = 0; edit < options_.costs.size(); ++edit)
    costs[edit] = rounded(options_.costs[edit]);
  pair_costs_.assign(n_hyp * stride_, 0);
  for (std::size_t h = 0; h < n_hyp; ++h) {
    Number* row = pair_costs_.data() + h * stride_;
    for (std::size_t r = 0; r < n_ref; ++r) row[r] = costs[pairs[h * n_ref + r].edit];
  }
}

void TerpBounds::fill(std::span<const std::int32_t> order, const PlacedPhrases& phrases,
                      const TerpTable& table) {
  filled_ = fits_;
  if (!fits_) return;
  order_ = order, phrases_ = &phrases, table_ = &table, last_ = 0;
  rests_.assign((n_hyp_ + 1) * width(), kFar);
  tried_.resize((n_hyp_ + 1) * width());
  Number* last = rests_.data() + n_hyp_ * width();
  for (std::size_t i = 0; i <= n_ref_; ++i)
    last[i] = static_cast<Number>(static_cast<int>(n_ref_ - i) * deletion_);
  for (std::size_t j = n_hyp_; j-- > 0;) {
    Number* here = rests_.data() + j * width();
    if (!phrases.empty())
      for (const PlacedPhrase& phrase : phrases.at(j))
        begin_with(phrase, here + width() * static_cast<std::size_t>(phrase.hyp_length), here);
    go_back(here + width(), order[j], here);
  }
}

void TerpBounds::go_back(const Number* behind, std::int32_t word, Number* here) const {
  column_before(behind, pair_costs_.data() + static_cast<std::size_t>(word) * stride_, here, stride_,
                insertion_, deletion_);
}

void TerpBounds::begin_with(const PlacedPhrase& phrase, const Number* behind, Number* here) const {
  const int cost = behind[phrase.ref_start + phrase.ref_length] + rounded(phrase.cost);
  here[phrase.ref_start] = static_cast<Number>(std::min<int>(here[phrase.ref_start], cost));
}

bool TerpBounds::exceed(const Swap& swap, std::span<const PlacedPhrase> across, double enough) {
  last_ = swap.last;
  const auto parts = swap.parts(n_hyp_);
  for (std::size_t j = swap.last; j-- > swap.first;) {
    const Swap::Part& part = parts[j < parts[2].now ? 1 : 2];
    const std::size_t old = part.begin + j - part.now;
    Number* here = tried_.data() + j * width();
    std::fill_n(here, width(), static_cast<Number>(kFar));
    if (!phrases_->empty())
      for (const PlacedPhrase& phrase : phrases_->at(old))
        if (old + static_cast<std::size_t>(phrase.hyp_length) <= part.end)
          begin_with(phrase, rest(j + static_cast<std::size_t>(phrase.hyp_length)), here);
    for (const PlacedPhrase& phrase : across)
      if (static_cast<std::size_t>(phrase.hyp_start) == j)
        begin_with(phrase, rest(j + static_cast<std::size_t>(phrase.hyp_length)), here);
    go_back(rest(j + 1), order_[old], here);
  }
  const TerpTable::Reached reached = table_->reached(swap.first);
  double least = kUnreached;
  const Number* rests = rest(swap.first) + reached.low;
  for (std::size_t i = 0; i < reached.costs.size(); ++i)
    least = std::min(least, reached.costs[i] * scale_ + rests[i]);
  return least > (enough + 1e-9 * (1.0 + std::abs(enough))) * scale_;
}

}  // namespace core
