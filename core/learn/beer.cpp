#include "learn/beer.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>

#include "base/each_pair.h"
#include "learn/details/spelling.h"
#include "learn/permutation_trees.h"
#include "matching/meteor_aligner.h"
#include "ngrams/ngram_matcher.h"

namespace core {

namespace {

double share(double part, double whole) { return whole > 0 ? part / whole : 0; }

// Writes precision, recall and F1, and gives the place behind them.
double* write_prf(double precision, double recall, double* out) {
  out[0] = precision;
  out[1] = recall;
  out[2] = share(2 * precision * recall, precision + recall);
  return out + 3;
}

class Extractor {
 public:
  Extractor(const Spelling& spelling, const Lexicon& lexicon, std::span<const std::uint8_t> function_words,
            int beam)
      : spelling_(spelling),
        function_words_(function_words),
        matcher_(spelling.limit()),
        finder_(lexicon),
        aligner_(beam) {}

  // A reference stands against itself in every learned metric: it has all of its own n-grams, and each of its
  // words matches itself.
  void extract(Tokens hyp, Tokens ref, double* out) {
    const bool same = std::ranges::equal(hyp, ref);
    out = characters(hyp, ref, same, out);
    const std::span<const Match> chosen =
        same ? itself(ref.size()) : aligner_.align(finder_.find(hyp, ref), hyp.size(), ref.size());
    out = words(hyp, ref, chosen, out);
    order(chosen, ref.size(), out);
  }

 private:
  std::span<const Match> itself(std::size_t length) {
    for (auto i = static_cast<std::int32_t>(itself_.size()); i < static_cast<std::int32_t>(length); ++i)
      itself_.push_back({MatchKind::same, i, 1, i, 1, 1.0F});
    return std::span(itself_).first(length);
  }

  double* characters(Tokens hyp, Tokens ref, bool same, double* out) {
    spelling_.spell(hyp, hyp_letters_);
    spelling_.spell(ref, ref_letters_);
    std::array<double, kBeerCharOrder + 1> matched{};
    const Tokens ref_side(ref_letters_);
    if (!same)
      matcher_.match(hyp_letters_, {&ref_side, 1}, kBeerCharOrder, [&](int n, std::int32_t, bool matches) {
        matched[static_cast<std::size_t>(n)] += matches;
      });
    for (int n = 1; n <= kBeerCharOrder; ++n) {
      const double both = same ? n_ngrams(ref_side.size(), n) : matched[static_cast<std::size_t>(n)];
      out = write_prf(share(both, n_ngrams(hyp_letters_.size(), n)),
                      share(both, n_ngrams(ref_letters_.size(), n)), out);
    }
    return out;
  }

  double* words(Tokens hyp, Tokens ref, std::span<const Match> chosen, double* out) const {
    std::array<double, kMatchKinds> in_hyp{}, in_ref{};
    // Content words, then function words.
    std::array<double, 2> hyp_class{}, ref_class{};
    for (const Match& match : chosen) {
      const auto kind = static_cast<std::size_t>(match.kind);
      in_hyp[kind] += match.hyp_length;
      in_ref[kind] += match.ref_length;
      for (std::int32_t i = 0; i < match.hyp_length; ++i)
        ++hyp_class[is_function(hyp[static_cast<std::size_t>(match.hyp_start + i)])];
      for (std::int32_t j = 0; j < match.ref_length; ++j)
        ++ref_class[is_function(ref[static_cast<std::size_t>(match.ref_start + j)])];
    }
    const auto n_hyp = static_cast<double>(hyp.size()), n_ref = static_cast<double>(ref.size());
    for (std::size_t kind = 0; kind < kMatchKinds; ++kind)
      out = write_prf(share(in_hyp[kind], n_hyp), share(in_ref[kind], n_ref), out);
    for (const std::size_t cls : {std::size_t{1}, std::size_t{0}})
      out = write_prf(share(hyp_class[cls], n_hyp), share(ref_class[cls], n_ref), out);
    return out;
  }

  std::size_t is_function(std::int32_t word) const {
    return function_words_[static_cast<std::size_t>(word)] != 0 ? 1 : 0;
  }

  void order(std::span<const Match> chosen, std::size_t ref_length, double* out) {
    permute(chosen, ref_length);
    const PermutationFacts facts = reader_.read(permutation_);
    out[0] = facts.concordant;
    const double recall = share(static_cast<double>(permutation_.size()), static_cast<double>(ref_length));
    for (std::size_t k = 1; k <= 3; ++k)
      out[k] = std::pow(facts.concordant * recall, 0.25 * static_cast<double>(k));
    out[4] = facts.tree_share;
    out[5] = share(facts.monotone, facts.nodes());
    out[6] = share(facts.inverted, facts.nodes());
    out[7] = share(facts.four, facts.nodes());
    out[8] = share(facts.larger, facts.nodes());
  }

  void permute(std::span<const Match> chosen, std::size_t ref_length) {
    // The matches come by their start in the reference, so that numbers can be given as they come.
    number_of_.assign(ref_length, -1);
    std::int32_t next = 0;
    for (const Match& match : chosen)
      for (std::int32_t j = 0; j < match.ref_length; ++j)
        number_of_[static_cast<std::size_t>(match.ref_start + j)] = next++;
    by_hypothesis_.assign(chosen.begin(), chosen.end());
    std::sort(by_hypothesis_.begin(), by_hypothesis_.end(),
              [](const Match& a, const Match& b) { return a.hyp_start < b.hyp_start; });
    permutation_.clear();
    for (const Match& match : by_hypothesis_)
      for (std::int32_t j = 0; j < match.ref_length; ++j)
        permutation_.push_back(number_of_[static_cast<std::size_t>(match.ref_start + j)]);
  }

  const Spelling& spelling_;
  std::span<const std::uint8_t> function_words_;
  NgramMatcher matcher_;
  MatchFinder finder_;
  MeteorAligner aligner_;
  PermutationReader reader_;
  std::vector<std::int32_t> hyp_letters_, ref_letters_, number_of_, permutation_;
  std::vector<Match> by_hypothesis_, itself_;
};

}  // namespace

Table beer_features(const Batch& batch, const Texts& words, const Pairing& pairing, const Lexicon& lexicon,
                    std::span<const std::uint8_t> function_words, int beam, int threads) {
  check(batch, "batch");
  check(words, "words");
  check_referenced(pairing, batch.size());
  check(lexicon, id_limit(batch));
  if (words.size() < id_limit(batch)) throw std::invalid_argument("words: one for each word is due");
  if (function_words.size() < id_limit(batch))
    throw std::invalid_argument("function_words: one for each word is due");
  check_at_least(beam, 1, "beam");
  const Spelling spelling(words);
  Table table(pairing.references.values.size(), kBeerColumns);
  for_each_pair(pairing, threads, [&] {
    return [&, extractor = std::make_unique<Extractor>(spelling, lexicon, function_words, beam)](
               std::size_t hyp, std::size_t ref, std::size_t pair) {
      extractor->extract(batch[hyp], batch[ref], table.row(pair));
    };
  });
  return table;
}

}  // namespace core
