#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <memory>
#include <ranges>
#include <stdexcept>
#include <vector>

#include "base/each_pair.h"
#include "learn/beer.h"
#include "learn/details/spelling.h"
#include "ngrams/ngram_matcher.h"

namespace core {

namespace {

constexpr double kMostDisbalance = 1e5;

double share(double part, double whole) { return whole > 0 ? part / whole : 0; }

// Writes the four numbers of a family and gives the place behind them.
double* write_family(double precision, double recall, double* out) {
  out[0] = std::min(precision, recall);
  out[1] = std::max(precision, recall);
  out[2] = share(2 * precision * recall, precision + recall);
  out[3] = std::sqrt(precision * recall);
  return out + 4;
}

double disbalance(std::size_t a, std::size_t b) {
  if (a == b) return 0;
  if (a == 0 || b == 0) return kMostDisbalance;
  return std::min(kMostDisbalance,
                  static_cast<double>(std::max(a, b)) / static_cast<double>(std::min(a, b)) - 1);
}

// The narrowest family that has bigrams with so many words between: up to 1, 2, 3, 4, any number.
std::size_t family_of(std::size_t gap) { return gap <= 1 ? 0 : std::min<std::size_t>(gap - 1, kSkips - 1); }

class SkipBigrams {
 public:
  // Clipped matches, and how many there are on both sides, for each family.
  struct Counts {
    std::array<double, kSkips> both{}, hyp{}, ref{};
  };

  explicit SkipBigrams(std::size_t n_words) : number_(n_words, 0) {}

  const Counts& count(Tokens hyp, Tokens ref) {
    counts_ = {};
    if (std::ranges::equal(hyp, ref)) {
      add_all(ref, counts_.ref);
      counts_.both = counts_.hyp = counts_.ref;
      return counts_;
    }
    add_all(ref, counts_.ref);
    add_all(hyp, counts_.hyp);
    number_words(ref);
    visit(ref, [&](std::uint64_t key, std::size_t family) { ++at(key).ref[family]; });
    visit(hyp, [&](std::uint64_t key, std::size_t family) {
      if (Occurrences* const found = find(key)) ++found->hyp[family];
    });
    for (const Occurrences& each : found_) {
      std::int32_t in_hyp = 0, in_ref = 0;
      for (std::size_t f = 0; f < kSkips; ++f) {
        in_hyp += each.hyp[f];
        in_ref += each.ref[f];
        counts_.both[f] += std::min(in_hyp, in_ref);
      }
    }
    for (const std::int32_t word : ref) number_[static_cast<std::size_t>(word)] = 0;
    return counts_;
  }

 private:
  // Occurrences by the first family that has them.
  struct Occurrences {
    std::array<std::int32_t, kSkips> hyp{}, ref{};
  };
  // Where the occurrences of two numbered words stand; the key 0 is none.
  struct Slot {
    std::uint64_t key = 0;
    std::size_t place = 0;
  };

  // How many pairs a text has, for each family.
  static void add_all(Tokens words, std::array<double, kSkips>& sums) {
    for (std::size_t gap = 0; gap <= kWidestSkip && gap + 1 < words.size(); ++gap)
      sums[family_of(gap)] += static_cast<double>(words.size() - gap - 1);
    for (std::size_t f = 1; f < kSkips; ++f) sums[f] += sums[f - 1];
  }

  // Numbers the words of the reference from 1, and makes room for its pairs.
  void number_words(Tokens ref) {
    std::uint32_t n = 0;
    for (const std::int32_t word : ref) {
      std::uint32_t& number = number_[static_cast<std::size_t>(word)];
      if (number == 0) number = ++n;
    }
    stride_ = std::uint64_t{n} + 1;
    const std::size_t n_pairs = ref.size() * std::min(ref.size(), kWidestSkip + 1);
    slots_.assign(std::bit_ceil(2 * n_pairs + 2), Slot());
    found_.clear();
  }

  // Visits pairs of numbered words.
  template <typename Visit>
  void visit(Tokens words, const Visit& visit) {
    places_.clear();
    for (std::size_t i = 0; i < words.size(); ++i)
      if (const std::uint32_t number = number_[static_cast<std::size_t>(words[i])]; number != 0)
        places_.push_back({i, number});
    for (std::size_t i = 0; i < places_.size(); ++i)
      for (std::size_t j = i + 1; j < places_.size(); ++j) {
        const std::size_t gap = places_[j].at - places_[i].at - 1;
        if (gap > kWidestSkip) break;
        visit(places_[i].number * stride_ + places_[j].number, family_of(gap));
      }
  }

  Slot& slot_of(std::uint64_t key) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = (key * 0x9E3779B97F4A7C15U >> 32) & mask;
    while (slots_[at].key != 0 && slots_[at].key != key) at = (at + 1) & mask;
    return slots_[at];
  }
  Occurrences& at(std::uint64_t key) {
    Slot& slot = slot_of(key);
    if (slot.key == 0) {
      slot = {key, found_.size()};
      found_.emplace_back();
    }
    return found_[slot.place];
  }
  Occurrences* find(std::uint64_t key) {
    const Slot& slot = slot_of(key);
    return slot.key == 0 ? nullptr : &found_[slot.place];
  }

  Counts counts_;
  std::vector<std::uint32_t> number_;  // by word; 0: none of the reference
  std::uint64_t stride_ = 1;
  struct Place {
    std::size_t at;
    std::uint32_t number;
  };
  std::vector<Place> places_;
  std::vector<Slot> slots_;
  std::vector<Occurrences> found_;
};

class Extractor {
 public:
  Extractor(const Spelling& spelling, std::size_t n_words, Beer2Rules rules)
      : spelling_(spelling),
        rules_(rules),
        start_(static_cast<std::int32_t>(n_words)),
        words_(n_words + 2),
        letters_(spelling.limit()),
        skips_(n_words) {}

  void extract(Tokens hyp, Tokens ref, double* out) {
    out = rules_ == Beer2Rules::original ? anchored_ngrams(hyp, ref, out) : bounded_ngrams(hyp, ref, out);
    spelling_.spell(hyp, hyp_);
    spelling_.spell(ref, ref_);
    out = rules_ == Beer2Rules::original ? shorter_letters(out)
                                         : ngrams(letters_, hyp_, ref_, 1, kBeerCharOrder, out);
    const auto& skips = skips_.count(hyp, ref);
    for (std::size_t f = 0; f < kSkips; ++f)
      out = write_family(share(skips.both[f], skips.hyp[f]), share(skips.both[f], skips.ref[f]), out);
    out[0] = disbalance(hyp.size(), ref.size());
    out[1] = disbalance(hyp_.size(), ref_.size());
  }

 private:
  double* bounded_ngrams(Tokens hyp, Tokens ref, double* out) {
    out = ngrams(words_, hyp, ref, 1, 1, out);
    bound(hyp, hyp_);
    bound(ref, ref_);
    return ngrams(words_, hyp_, ref_, 2, kBeer2WordOrder, out);
  }

  // With the first and the last n words as two n-grams more.
  double* anchored_ngrams(Tokens hyp, Tokens ref, double* out) {
    const auto matched = count(words_, hyp, ref, kBeer2WordOrder);
    for (int n = 1; n <= kBeer2WordOrder; ++n) {
      const std::size_t in_hyp = std::min(hyp.size(), static_cast<std::size_t>(n));
      const std::size_t in_ref = std::min(ref.size(), static_cast<std::size_t>(n));
      double both = matched[static_cast<std::size_t>(n)];
      if (in_hyp == in_ref) {
        both += std::ranges::equal(hyp.first(in_hyp), ref.first(in_ref));
        both += std::ranges::equal(hyp.last(in_hyp), ref.last(in_ref));
      }
      out = write_family(share(both, n_ngrams(hyp.size(), n) + 2), share(both, n_ngrams(ref.size(), n) + 2),
                         out);
    }
    return out;
  }

  // The characters' families where an n-gram has n - 1 characters and there are as many as of n characters.
  double* shorter_letters(double* out) {
    const auto all_hyp = static_cast<double>(hyp_.size()), all_ref = static_cast<double>(ref_.size());
    const double both = std::min(all_hyp, all_ref);
    out = write_family(share(both, all_hyp), share(both, all_ref), out);
    const auto but_last = [](const std::vector<std::int32_t>& letters) {
      return Tokens(letters).first(letters.empty() ? 0 : letters.size() - 1);
    };
    return ngrams(letters_, but_last(hyp_), but_last(ref_), 1, kBeerCharOrder - 1, out);
  }

  // A sentence between two signs that are not words; an empty one stays empty.
  void bound(Tokens words, std::vector<std::int32_t>& out) const {
    out.clear();
    if (words.empty()) return;
    out.push_back(start_);
    out.insert(out.end(), words.begin(), words.end());
    out.push_back(start_ + 1);
  }

  using Matched = std::array<double, kBeerCharOrder + 1>;

  static Matched count(NgramMatcher& matcher, Tokens hyp, Tokens ref, int last) {
    Matched matched{};
    if (std::ranges::equal(hyp, ref)) {
      for (int n = 1; n <= last; ++n) matched[static_cast<std::size_t>(n)] = n_ngrams(ref.size(), n);
      return matched;
    }
    matcher.match(hyp, {&ref, 1}, last, [&](int n, std::int32_t, bool matches) {
      matched[static_cast<std::size_t>(n)] += matches;
    });
    return matched;
  }

  static double* ngrams(NgramMatcher& matcher, Tokens hyp, Tokens ref, int first, int last, double* out) {
    const auto matched = count(matcher, hyp, ref, last);
    for (int n = first; n <= last; ++n) {
      const double both = matched[static_cast<std::size_t>(n)];
      out = write_family(share(both, n_ngrams(hyp.size(), n)), share(both, n_ngrams(ref.size(), n)), out);
    }
    return out;
  }

  const Spelling& spelling_;
  Beer2Rules rules_;
  std::int32_t start_;
  NgramMatcher words_, letters_;
  SkipBigrams skips_;
  std::vector<std::int32_t> hyp_, ref_;
};

}  // namespace

Table beer2_features(const Batch& batch, const Texts& words, const Pairing& pairing, Beer2Rules rules,
                     int threads) {
  check(batch, "batch");
  check(words, "words");
  check_referenced(pairing, batch.size());
  if (words.size() < id_limit(batch)) throw std::invalid_argument("words: one for each word is due");
  const Spelling spelling(words);
  Table table(pairing.references.values.size(), kBeer2Columns);
  for_each_pair(pairing, threads, [&] {
    return [&, extractor = std::make_unique<Extractor>(spelling, id_limit(batch), rules)](
               std::size_t hyp, std::size_t ref, std::size_t pair) {
      extractor->extract(batch[hyp], batch[ref], table.row(pair));
    };
  });
  return table;
}

}  // namespace core
