#include "learn/content.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string>

#include "base/each_pair.h"
#include "base/pair_numbers.h"

namespace core {
namespace {

std::size_t place(std::int32_t id) { return static_cast<std::size_t>(id); }

double share(double part, double whole) { return whole > 0 ? part / whole : 0.0; }

void check_facts(const Batch& batch, const WordFacts& facts) {
  const std::size_t n = facts.folded.size(), limit = id_limit(batch);
  if (n < limit || facts.prefixes.size() != n || facts.weights.size() != n || facts.kinds.size() != n)
    throw std::invalid_argument(
        "got " + std::to_string(n) + " folded ids, " + std::to_string(facts.prefixes.size()) + " prefixes, " +
        std::to_string(facts.weights.size()) + " weights and " + std::to_string(facts.kinds.size()) +
        " kinds for " + std::to_string(limit) + " words");
  check_rows(facts.folded, n, "folded");
  check_rows(facts.prefixes, n, "prefixes");
  for (const double weight : facts.weights)
    if (!(weight >= 0 && std::isfinite(weight)))
      throw std::invalid_argument("weights: expected finite numbers that are not negative");
}

// The columns that are told by the kind of a word.
constexpr std::array<std::uint16_t, 5> kKinds{kNumber, kCapital, kNegation, kPunctuation, kFunction};

// One side of a pair: its words, and which of them have a counterpart.
struct Side {
  Tokens words;
  std::vector<char> matched;
  double weight = 0, matched_weight = 0, unmatched = 0;
  std::array<double, kKinds.size()> of_kind{}, unmatched_of_kind{};
  double quotes = 0, unknown = 0, rare = 0, foreign = 0;

  double size() const { return static_cast<double>(words.size()); }
  std::int32_t last_mark(const WordFacts& facts) const {
    if (words.empty() || !(facts.kinds[place(words.back())] & kPunctuation)) return -1;
    return facts.folded[place(words.back())];
  }
};

class Comparer {
 public:
  Comparer(const WordFacts& facts, std::size_t n_words) : facts_(facts), counts_(n_words) {}

  void compare(Tokens hypothesis, Tokens reference, double* row) {
    pulse(hypothesis.size() + reference.size());
    hyp_.words = hypothesis;
    ref_.words = reference;
    words(row);
    letters(row + 3);
    only(row + 6);
    forms(row + 23);
    lengths(row + 27);
    row[31] = share(hyp_.unknown, hyp_.size());
    row[32] = share(ref_.unknown, ref_.size());
    row[33] = share(hyp_.rare, hyp_.size());
    ngrams(row + 20, row + 34);
  }

 private:
  // Marks the words of `ours` that have a counterpart, where words with the same key are the same.
  void match(Side& ours, const Side& theirs, std::span<const std::int32_t> keys) {
    for (const std::int32_t id : theirs.words) ++counts_[place(keys[place(id)])];
    ours.matched.resize(ours.words.size());
    for (std::size_t i = 0; i < ours.words.size(); ++i) {
      std::int32_t& left = counts_[place(keys[place(ours.words[i])])];
      ours.matched[i] = left > 0;
      left -= left > 0;
    }
    for (const std::int32_t id : theirs.words) counts_[place(keys[place(id)])] = 0;
  }

  void weigh(Side& side) const {
    side.weight = side.matched_weight = 0;
    for (std::size_t i = 0; i < side.words.size(); ++i) {
      const double weight = facts_.weights[place(side.words[i])];
      side.weight += weight;
      if (side.matched[i]) side.matched_weight += weight;
    }
  }

  void scores(double* row) const {
    const double precision = share(hyp_.matched_weight, hyp_.weight);
    const double recall = share(ref_.matched_weight, ref_.weight);
    row[0] = precision;
    row[1] = recall;
    row[2] = share(2 * precision * recall, precision + recall);
  }

  void words(double* row) {
    match(hyp_, ref_, facts_.folded);
    match(ref_, hyp_, facts_.folded);
    for (Side* side : {&hyp_, &ref_}) {
      weigh(*side);
      count(*side);
    }
    scores(row);
    only_weight_ = {hyp_.weight - hyp_.matched_weight, ref_.weight - ref_.matched_weight};
  }

  void count(Side& side) const {
    side.of_kind = side.unmatched_of_kind = {};
    side.unmatched = side.quotes = side.unknown = side.rare = side.foreign = 0;
    for (std::size_t i = 0; i < side.words.size(); ++i) {
      std::uint16_t kinds = facts_.kinds[place(side.words[i])];
      // A capital at the beginning says nothing.
      if (i == 0) kinds = static_cast<std::uint16_t>(kinds & ~kCapital);
      const bool alone = !side.matched[i];
      for (std::size_t k = 0; k < kKinds.size(); ++k) {
        const bool is = kinds & kKinds[k];
        side.of_kind[k] += is;
        side.unmatched_of_kind[k] += is && alone;
      }
      side.unmatched += alone;
      side.quotes += (kinds & kQuote) != 0;
      side.unknown += (kinds & kUnknown) != 0;
      side.rare += (kinds & kRare) != 0;
      side.foreign += (kinds & kForeign) != 0 && alone;
    }
  }

  void only(double* row) const {
    row[0] = share(only_weight_[1], ref_.size());
    row[1] = share(only_weight_[0], hyp_.size());
    row[2] = share(only_weight_[0], hyp_.unmatched);
    row[3] = share(only_weight_[1], ref_.unmatched);
    for (std::size_t k = 0; k < kKinds.size(); ++k) {
      row[4 + 2 * k] = share(ref_.unmatched_of_kind[k], ref_.of_kind[k]);
      row[5 + 2 * k] = share(hyp_.unmatched_of_kind[k], hyp_.of_kind[k]);
    }
  }

  void letters(double* row) {
    match(hyp_, ref_, facts_.prefixes);
    match(ref_, hyp_, facts_.prefixes);
    weigh(hyp_);
    weigh(ref_);
    scores(row);
  }

  void forms(double* row) {
    for (const std::int32_t id : ref_.words) ++counts_[place(id)];
    double same = 0;
    for (const std::int32_t id : hyp_.words) {
      std::int32_t& left = counts_[place(id)];
      same += left > 0;
      left -= left > 0;
    }
    for (const std::int32_t id : ref_.words) counts_[place(id)] = 0;
    const double matched = hyp_.size() - hyp_.unmatched;
    row[0] = share(matched - same, matched);
    row[1] = hyp_.last_mark(facts_) == ref_.last_mark(facts_);
    row[2] = share(std::abs(hyp_.quotes - ref_.quotes), std::max(hyp_.quotes, ref_.quotes));
    row[3] = share(hyp_.foreign, hyp_.size());
  }

  void lengths(double* row) const {
    row[0] = std::log((hyp_.size() + 1) / (ref_.size() + 1));
    row[1] = std::abs(row[0]);
    row[2] = std::max(0.0, -row[0]);
    row[3] = std::log(ref_.size() + 1);
  }

  // Repeats of order 1 to 3, and precision and recall of order 2.
  void ngrams(double* repeats, double* bigrams) {
    for (Side* side : {&hyp_, &ref_}) {
      auto& numbers = numbers_[side == &ref_];
      numbers.clear();
      for (const std::int32_t id : side->words) numbers.push_back(facts_.folded[place(id)]);
    }
    for (std::size_t n = 1; n <= 3; ++n) {
      if (n > 1) extend(n);
      const auto [repeated, common] = counted();
      repeats[n - 1] = share(repeated, static_cast<double>(numbers_[0].size()));
      if (n == 2) {
        bigrams[0] = share(common, static_cast<double>(numbers_[0].size()));
        bigrams[1] = share(common, static_cast<double>(numbers_[1].size()));
      }
    }
  }

  // From n-grams of order n - 1 to those of order n.
  void extend(std::size_t n) {
    pairs_.clear(numbers_[0].size() + numbers_[1].size());
    for (Side* side : {&hyp_, &ref_}) {
      auto& numbers = numbers_[side == &ref_];
      if (!numbers.empty()) numbers.pop_back();
      for (std::size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = pairs_.number(numbers[i], facts_.folded[place(side->words[i + n - 1])]);
    }
    if (ngram_counts_.size() < place(pairs_.size())) ngram_counts_.resize(place(pairs_.size()));
  }

  // N-grams of the hypothesis beyond the first of their kind that the reference has fewer of, and clipped
  // matches.
  std::pair<double, double> counted() {
    std::int32_t most = -1;
    for (const auto& numbers : numbers_)
      for (const std::int32_t number : numbers) most = std::max(most, number);
    if (ngram_counts_.size() < place(most + 1)) ngram_counts_.resize(place(most + 1));
    for (const std::int32_t number : numbers_[1]) ++ngram_counts_[place(number)].ref;
    double repeated = 0, common = 0;
    for (const std::int32_t number : numbers_[0]) {
      Counts& counts = ngram_counts_[place(number)];
      ++counts.hyp;
      repeated += counts.hyp > std::max(1, counts.ref);
      common += counts.hyp <= counts.ref;
    }
    for (const auto& numbers : numbers_)
      for (const std::int32_t number : numbers) ngram_counts_[place(number)] = {};
    return {repeated, common};
  }

  struct Counts {
    std::int32_t hyp = 0, ref = 0;
  };

  const WordFacts& facts_;
  std::vector<std::int32_t> counts_;  // all 0 between uses
  Side hyp_, ref_;
  std::array<double, 2> only_weight_{};
  std::array<std::vector<std::int32_t>, 2> numbers_;
  std::vector<Counts> ngram_counts_;  // all 0 between uses
  PairNumbers pairs_;
};

}  // namespace

Table content_features(const Batch& batch, const Pairing& pairing, const WordFacts& facts, int threads) {
  check(batch, "tokens");
  check(pairing, batch.size());
  check_facts(batch, facts);
  Table table(pairing.references.values.size(), kContentColumns);
  for_each_pair(pairing, threads, [&] {
    return [&, comparer = Comparer(facts, facts.folded.size())](std::size_t hyp, std::size_t ref,
                                                                std::size_t pair) mutable {
      comparer.compare(batch[hyp], batch[ref], table.row(pair));
    };
  });
  return table;
}

}  // namespace core
