#include "learn/contrast.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string>

#include "base/each_pair.h"

namespace core {
namespace {

constexpr double kUnit = 4.0;
constexpr std::size_t kBeside = 2;   // equal words on each side of an edit that stands alone
constexpr std::size_t kFar = 6;      // from so many on it does
constexpr std::size_t kLongest = 3;  // words of an edit; of an omission or addition more count as three
constexpr std::size_t kKinds = 11;   // of edits
constexpr double kScrambled = 0.3, kRepeated = 0.35;

std::size_t place(std::int32_t id) { return static_cast<std::size_t>(id); }

void check_facts(const Batch& batch, const ContrastFacts& facts) {
  const WordFacts& words = facts.words;
  const std::size_t n = words.folded.size(), limit = id_limit(batch);
  if (n < limit || words.prefixes.size() != n || words.weights.size() != n || words.kinds.size() != n ||
      facts.numbers.size() != n || facts.opposites.size() != n || facts.others.size() != n ||
      facts.synonyms.size() != n)
    throw std::invalid_argument("facts: expected as many of each kind, at least one for each of " +
                                std::to_string(limit) + " words");
  check_rows(words.folded, n, "folded");
  check_rows(words.prefixes, n, "prefixes");
  for (const double weight : words.weights)
    if (!(weight >= 0 && std::isfinite(weight)))
      throw std::invalid_argument("weights: expected finite numbers that are not negative");
  for (const std::int32_t number : facts.numbers)
    if (number < -1 || number >= static_cast<std::int64_t>(n))
      throw std::invalid_argument("numbers: expected -1 or a number below that of words");
  check(facts.opposites, "opposites");
  check(facts.others, "others");
  check(facts.synonyms, "synonyms");
}

class Contraster {
 public:
  explicit Contraster(const ContrastFacts& facts) : facts_(facts), counts_(facts.words.folded.size()) {}

  void compare(Tokens hypothesis, Tokens reference, double* row) {
    pulse(hypothesis.size() + reference.size());
    keep(hypothesis, hyp_);
    keep(reference, ref_);
    const double negations = count(ref_, kNegation) - count(hyp_, kNegation);
    row[0] = std::max(0.0, negations);
    row[1] = std::max(0.0, -negations);
    numbers(row + 2);
    names(row + 5);
    alone(ref_, hyp_);
    alone(hyp_, ref_);
    row[8] = clashes(facts_.opposites);
    row[9] = clashes(facts_.others);
    edits(row + 10);
    row[34] = beyond_share(repeated(), hyp_.words.size(), kRepeated);
  }

 private:
  struct Side {
    std::vector<std::int32_t> ids;     // without punctuation marks
    std::vector<std::int32_t> words;   // the same in lowercase
    std::vector<std::uint16_t> kinds;  // without a capital at the beginning
    std::vector<char> alone;           // has no counterpart
  };

  void keep(Tokens tokens, Side& side) const {
    side.ids.clear();
    side.words.clear();
    side.kinds.clear();
    for (const std::int32_t id : tokens) {
      std::uint16_t kinds = facts_.words.kinds[place(id)];
      if (kinds & kPunctuation) continue;
      if (side.words.empty()) kinds = static_cast<std::uint16_t>(kinds & ~kCapital);
      side.ids.push_back(id);
      side.words.push_back(facts_.words.folded[place(id)]);
      side.kinds.push_back(kinds);
    }
  }

  static double count(const Side& side, std::uint16_t kind) {
    return static_cast<double>(
        std::count_if(side.kinds.begin(), side.kinds.end(), [&](std::uint16_t k) { return k & kind; }));
  }

  double weight(std::int32_t id) const { return std::min(1.0, facts_.words.weights[place(id)] / kUnit); }

  // How many of the keys of `ours` are beyond those of `theirs`; keys below 0 are none.
  double beyond(const std::vector<std::int32_t>& ours, const std::vector<std::int32_t>& theirs) {
    double found = 0;
    for (const std::int32_t key : theirs)
      if (key >= 0) ++counts_[place(key)];
    for (const std::int32_t key : ours)
      if (key >= 0 && --counts_[place(key)] < 0) ++found;
    for (const auto* side : {&ours, &theirs})
      for (const std::int32_t key : *side)
        if (key >= 0) counts_[place(key)] = 0;
    return found;
  }

  void both(double missing, double extra, double* row) const {
    row[0] = missing;
    row[1] = extra;
    row[2] = std::min(missing, extra);
  }

  void numbers(double* row) {
    for (const Side* side : {&hyp_, &ref_}) {
      auto& keys = keys_[side == &ref_];
      keys.clear();
      for (const std::int32_t word : side->words) keys.push_back(facts_.numbers[place(word)]);
    }
    both(beyond(keys_[1], keys_[0]), beyond(keys_[0], keys_[1]), row);
  }

  // Names of one side whose first letters no word of the other side has so often.
  double nameless(const Side& ours, const Side& theirs) {
    keys_[0].clear();
    keys_[1].clear();
    for (std::size_t i = 0; i < ours.ids.size(); ++i)
      if (is_name(ours, i)) keys_[0].push_back(facts_.words.prefixes[place(ours.ids[i])]);
    for (const std::int32_t id : theirs.ids) keys_[1].push_back(facts_.words.prefixes[place(id)]);
    return beyond(keys_[0], keys_[1]);
  }

  void names(double* row) {
    const double missing = nameless(ref_, hyp_), extra = nameless(hyp_, ref_);
    both(missing, extra, row);
  }

  void alone(Side& ours, const Side& theirs) {
    for (const std::int32_t word : theirs.words) ++counts_[place(word)];
    ours.alone.resize(ours.words.size());
    for (std::size_t i = 0; i < ours.words.size(); ++i) {
      std::int32_t& left = counts_[place(ours.words[i])];
      ours.alone[i] = left <= 0;
      left -= left > 0;
    }
    for (const std::int32_t word : theirs.words) counts_[place(word)] = 0;
  }

  double clashes(const Ragged<std::int32_t>& lists) const {
    double found = 0;
    for (std::size_t i = 0; i < ref_.words.size(); ++i) {
      if (!ref_.alone[i]) continue;
      const auto list = lists[place(ref_.words[i])];
      if (list.empty()) continue;
      for (std::size_t j = 0; j < hyp_.words.size(); ++j)
        if (hyp_.alone[j] && std::find(list.begin(), list.end(), hyp_.words[j]) != list.end()) {
          ++found;
          break;
        }
    }
    return found;
  }

  bool akin(std::size_t i, std::size_t j) const {
    return facts_.words.prefixes[place(ref_.ids[i])] == facts_.words.prefixes[place(hyp_.ids[j])];
  }

  bool synonymous(std::size_t in_ref, std::size_t in_hyp) const {
    const auto a = facts_.synonyms[place(ref_.words[in_ref])], b = facts_.synonyms[place(hyp_.words[in_hyp])];
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
      if (a[i] == b[j]) return true;
      ++(a[i] < b[j] ? i : j);
    }
    return false;
  }

  // Marks of words of both sides that the longest common sequence has, in `common_`.
  bool align() {
    const auto &r = ref_.words, &h = hyp_.words;
    common_[0].assign(h.size(), 0);
    common_[1].assign(r.size(), 0);
    std::size_t first = 0, n = r.size(), m = h.size();
    while (first < n && first < m && r[first] == h[first]) common_[0][first] = common_[1][first] = 1, ++first;
    while (n > first && m > first && r[n - 1] == h[m - 1]) common_[1][--n] = common_[0][--m] = 1;
    const std::size_t rows = n - first, columns = m - first;
    if (rows > kMostContrasted || columns > kMostContrasted) return false;
    longest_.assign((rows + 1) * (columns + 1), 0);
    const auto at = [&](std::size_t i, std::size_t j) -> std::uint16_t& {
      return longest_[i * (columns + 1) + j];
    };
    for (std::size_t i = rows; i-- > 0;)
      for (std::size_t j = columns; j-- > 0;)
        at(i, j) = r[first + i] == h[first + j] ? static_cast<std::uint16_t>(at(i + 1, j + 1) + 1)
                                                : std::max(at(i + 1, j), at(i, j + 1));
    for (std::size_t i = 0, j = 0; i < rows && j < columns;) {
      if (r[first + i] == h[first + j]) {
        common_[1][first + i++] = common_[0][first + j++] = 1;
      } else {
        ++(at(i + 1, j) >= at(i, j + 1) ? i : j);
      }
    }
    return true;
  }

  void edits(double* row) {
    std::fill(row, row + 2 * kKinds + 2, 0.0);
    if (!align()) return;
    const std::size_t n = ref_.words.size(), m = hyp_.words.size();
    std::size_t equal = kFar;  // the beginning is as good as equal words
    std::size_t differ = 0;
    gaps_.clear();
    for (std::size_t i = 0, j = 0; i < n || j < m;) {
      if (i < n && j < m && common_[1][i] && common_[0][j]) {
        ++i, ++j, ++equal;
        continue;
      }
      const std::size_t from = i, of = j;
      while (i < n && !common_[1][i]) ++i;
      while (j < m && !common_[0][j]) ++j;
      std::size_t behind = 0;
      while (i + behind < n && j + behind < m && common_[1][i + behind] && common_[0][j + behind]) ++behind;
      if (i + behind == n && j + behind == m) behind = kFar;
      gaps_.push_back({from, i, of, j, sureness(equal) * sureness(behind)});
      differ += gaps_.back().words();
      equal = 0;
    }
    for (const Gap& gap : gaps_) {
      const std::size_t elsewhere = std::min(differ - gap.words(), kFar);
      const double near = 1.0 - static_cast<double>(elsewhere) / static_cast<double>(kFar);
      if (gap.sure > 0) edit(gap, gap.sure, row);
      if (near > 0) edit(gap, near, row + kKinds + 1);
    }
    row[kKinds] = swapped();
    const auto shared = static_cast<std::size_t>(std::count(ref_.alone.begin(), ref_.alone.end(), 0));
    const auto in_order = static_cast<std::size_t>(std::count(common_[1].begin(), common_[1].end(), 1));
    row[2 * kKinds + 1] = beyond_share(shared - in_order, std::max(n, m), kScrambled);
  }

  // A share as far as it is above a limit, 1 where it is 1.
  static double beyond_share(std::size_t part, std::size_t whole, double limit) {
    if (whole == 0) return 0;
    const double share = static_cast<double>(part) / static_cast<double>(whole);
    return std::max(0.0, share - limit) / (1 - limit);
  }

  // Words of the hypothesis without a counterpart that stand in it more than once.
  std::size_t repeated() {
    for (const std::int32_t word : hyp_.words) ++counts_[place(word)];
    std::size_t found = 0;
    for (std::size_t i = 0; i < hyp_.words.size(); ++i)
      found += hyp_.alone[i] && counts_[place(hyp_.words[i])] > 1;
    for (const std::int32_t word : hyp_.words) counts_[place(word)] = 0;
    return found;
  }

  static double sureness(std::size_t equal) {
    if (equal < kBeside) return 0;
    return static_cast<double>(std::min(equal, kFar)) / static_cast<double>(kFar);
  }

  // Words of the reference and those of the hypothesis in their place, and how surely they stand alone.
  struct Gap {
    std::size_t from, to, of, until;
    double sure;

    std::size_t words() const { return std::max(to - from, until - of); }
  };

  void edit(const Gap& gap, double sure, double* row) const {
    const std::size_t from = gap.from, to = gap.to, of = gap.of, until = gap.until;
    const std::size_t gone = to - from, come = until - of;
    const bool is_clash = gone == 1 && come == 1 && clash(from, of);
    if (!is_clash && negations(ref_, from, to) != negations(hyp_, of, until)) {
      const bool alone = only_negations(ref_, from, to) && only_negations(hyp_, of, until);
      row[0] += alone && gap.words() <= kLongest ? sure : 0.0;
    } else if (gone == 1 && come == 1) {
      one_for_one(from, of, sure, row);
    } else if (come == 0) {
      row[9] += sure * total(ref_, from, to);
    } else if (gone == 0) {
      row[10] += sure * total(hyp_, of, until);
    }
  }

  static bool has(const Ragged<std::int32_t>& lists, std::int32_t before, std::int32_t after) {
    const auto list = lists[place(before)];
    return std::find(list.begin(), list.end(), after) != list.end();
  }

  bool clash(std::size_t i, std::size_t j) const {
    return has(facts_.opposites, ref_.words[i], hyp_.words[j]) ||
           has(facts_.others, ref_.words[i], hyp_.words[j]);
  }

  // A word of the reference and the one of the hypothesis in its place.
  void one_for_one(std::size_t i, std::size_t j, double sure, double* row) const {
    const std::int32_t before = ref_.words[i], after = hyp_.words[j];
    const std::int32_t number = facts_.numbers[place(before)], other = facts_.numbers[place(after)];
    const double both = sure * std::min(weight(ref_.ids[i]), weight(hyp_.ids[j]));
    if (number >= 0 && other >= 0) {
      row[1] += number == other ? 0.0 : sure;
    } else if (has(facts_.opposites, before, after)) {
      row[3] += sure;
    } else if (has(facts_.others, before, after)) {
      row[4] += sure;
      row[5] += both;
    } else if (akin(i, j)) {
      row[7] += sure;
    } else if (is_name(ref_, i) && is_name(hyp_, j)) {
      row[2] += sure;
    } else if (synonymous(i, j)) {
      row[8] += sure;
    } else {
      row[6] += both;
    }
  }

  static std::ptrdiff_t negations(const Side& side, std::size_t from, std::size_t to) {
    return std::count_if(side.kinds.begin() + static_cast<std::ptrdiff_t>(from),
                         side.kinds.begin() + static_cast<std::ptrdiff_t>(to),
                         [](std::uint16_t kinds) { return kinds & kNegation; });
  }

  // Whether nothing but negations and function words stands there.
  static bool only_negations(const Side& side, std::size_t from, std::size_t to) {
    return std::all_of(side.kinds.begin() + static_cast<std::ptrdiff_t>(from),
                       side.kinds.begin() + static_cast<std::ptrdiff_t>(to),
                       [](std::uint16_t kinds) { return kinds & (kNegation | kFunction); });
  }

  static bool is_name(const Side& side, std::size_t i) {
    return (side.kinds[i] & kCapital) && !(side.kinds[i] & kFunction);
  }

  double total(const Side& side, std::size_t from, std::size_t to) const {
    double sum = 0;
    for (std::size_t i = from; i < to; ++i) sum += weight(side.ids[i]);
    return std::min(sum, static_cast<double>(kLongest));
  }

  // Whether all that differs is that two words, or two times two, stand in each other's places; two of them
  // at least are no function words.
  bool swapped() const {
    const auto &r = ref_.words, &h = hyp_.words;
    if (r.size() != h.size()) return false;
    std::array<std::size_t, 4> places{};
    std::size_t found = 0;
    for (std::size_t i = 0; i < r.size(); ++i) {
      if (r[i] == h[i]) continue;
      if (found == places.size()) return false;
      places[found++] = i;
    }
    if (found != 2 && found != 4) return false;
    const std::size_t half = found / 2;
    std::size_t telling = 0;
    for (std::size_t k = 0; k < half; ++k) {
      const std::size_t one = places[k], other = places[k + half];
      if (r[one] != h[other] || r[other] != h[one]) return false;
      telling += !(ref_.kinds[one] & kFunction) && !(ref_.kinds[other] & kFunction);
    }
    return telling > 0;
  }

  const ContrastFacts& facts_;
  std::vector<std::int32_t> counts_;  // all 0 between uses
  Side hyp_, ref_;
  std::array<std::vector<std::int32_t>, 2> keys_;
  std::array<std::vector<char>, 2> common_;  // of the hypothesis, of the reference
  std::vector<std::uint16_t> longest_;
  std::vector<Gap> gaps_;
};

}  // namespace

Table contrast_features(const Batch& batch, const Pairing& pairing, const ContrastFacts& facts, int threads) {
  check(batch, "tokens");
  check(pairing, batch.size());
  check_facts(batch, facts);
  Table table(pairing.references.values.size(), kContrastColumns);
  for_each_pair(pairing, threads, [&] {
    return [&, contraster = Contraster(facts)](std::size_t hyp, std::size_t ref, std::size_t pair) mutable {
      contraster.compare(batch[hyp], batch[ref], table.row(pair));
    };
  });
  return table;
}

}  // namespace core
