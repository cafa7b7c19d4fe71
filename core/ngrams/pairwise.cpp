#include "ngrams/pairwise.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "base/parallel.h"
#include "ngrams/details/list_ngrams.h"

namespace core {

namespace {

// References that are counted together, one in each byte of a register.
constexpr std::size_t kLanes = 16;
using Bytes = std::uint8_t __attribute__((vector_size(kLanes)));
using Lanes = std::array<double, kLanes>;

// The n-grams of each order: of a hypothesis, of a block of references, and of both.
struct Counts {
  std::vector<double> hyp;
  std::vector<Lanes> refs, matches;

  explicit Counts(std::size_t orders) : hyp(orders), refs(orders), matches(orders) {}
};

class ChrfScores {
 public:
  explicit ChrfScores(const ChrfOptions& options) : options_(options) {}

  // The score of the hypothesis against each reference, and of each reference against the hypothesis.
  void operator()(const Counts& counts, Lanes& forward, Lanes& backward) const {
    if (options_.eps_smoothing) {
      for (std::size_t i = 0; i < kLanes; ++i) {
        forward[i] = smoothed(counts, i, false);
        backward[i] = smoothed(counts, i, true);
      }
      return;
    }
    Lanes precision{}, recall{}, n_orders{};
    for (std::size_t order = 0; order < counts.hyp.size(); ++order) {
      const double hyp = counts.hyp[order], divisor = hyp > 0 ? hyp : 1.0, there = hyp > 0 ? 1.0 : 0.0;
      const Lanes &refs = counts.refs[order], &matches = counts.matches[order];
      for (std::size_t i = 0; i < kLanes; ++i) {
        // Without n-grams on one side there is no match, so that the divisor does not matter.
        precision[i] += matches[i] / divisor;
        recall[i] += matches[i] / (refs[i] > 0 ? refs[i] : 1.0);
        n_orders[i] += refs[i] > 0 ? there : 0.0;
      }
    }
    for (std::size_t i = 0; i < kLanes; ++i) {
      const double n = std::max(n_orders[i], 1.0), p = precision[i] / n, r = recall[i] / n;
      forward[i] = f(p, r);
      backward[i] = f(r, p);
    }
  }

 private:
  double f(double precision, double recall) const {
    const double factor = options_.beta * options_.beta;
    const double divisor = factor * precision + recall;
    return divisor > 0 ? 100.0 * ((1 + factor) * precision * recall / divisor) : 0.0;
  }

  double smoothed(const Counts& counts, std::size_t lane, bool backward) const {
    constexpr double kEps = 1e-16;
    const double factor = options_.beta * options_.beta;
    double sum = 0;
    for (std::size_t order = 0; order < counts.hyp.size(); ++order) {
      double hyp = counts.hyp[order], ref = counts.refs[order][lane];
      if (backward) std::swap(hyp, ref);
      if (ref <= 0) hyp = 0;
      const double precision = hyp > 0 ? counts.matches[order][lane] / hyp : kEps;
      const double recall = ref > 0 ? counts.matches[order][lane] / ref : kEps;
      const double divisor = factor * precision + recall;
      sum += divisor > 0 ? (1 + factor) * precision * recall / divisor : kEps;
    }
    return 100.0 * (sum / static_cast<double>(counts.hyp.size()));
  }

  ChrfOptions options_;
};

class BleuScores {
 public:
  explicit BleuScores(const BleuOptions& options) : options_(options) {}

  void operator()(const Counts& counts, Lanes& forward, Lanes& backward) const {
    for (std::size_t i = 0; i < kLanes; ++i) {
      forward[i] = score(counts, i, false);
      backward[i] = score(counts, i, true);
    }
  }

 private:
  // As metrics/bleu.py scores one row.
  double score(const Counts& counts, std::size_t lane, bool backward) const {
    // sacreBLEU's logarithm of 0.
    constexpr double kLogOfZero = -9999999999.0;
    double logs = 0, n_orders = 0, halvings = 1, matched = 0;
    bool present = true;
    for (std::size_t order = 0; order < counts.hyp.size(); ++order) {
      double match = counts.matches[order][lane];
      double total = backward ? counts.refs[order][lane] : counts.hyp[order];
      matched += match;
      if (options_.smoothing == Smoothing::add_k && order > 0) {
        match += options_.smooth_value;
        total += options_.smooth_value;
      }
      present = present && total > 0;
      if (present && match == 0) halvings *= 2;
      if (match == 0 && options_.smoothing == Smoothing::exp) match = 1 / halvings;
      if (match == 0 && options_.smoothing == Smoothing::floor) match = options_.smooth_value;
      const double precision = present ? match / total : 0.0;
      if (present || !options_.effective_order) {
        logs += precision > 0 ? std::log(100.0 * precision) : kLogOfZero;
        ++n_orders;
      }
    }
    if (matched <= 0) return 0;
    double hyp = counts.hyp[0], ref = counts.refs[0][lane];
    if (backward) std::swap(hyp, ref);
    const double brevity = options_.brevity && hyp < ref ? std::exp(1 - ref / hyp) : 1.0;
    return brevity * std::exp(logs / std::max(n_orders, 1.0));
  }

  BleuOptions options_;
};

// Where the scores of one list go: all of them, or weighted sums.
struct Sink {
  std::span<double> out;
  std::span<const double> weights;  // of the references; empty: keep all scores
  std::size_t n_refs;

  void add(std::size_t hyp, std::size_t ref, double score) {
    if (weights.empty())
      out[hyp * n_refs + ref] = score;
    else
      out[hyp] += weights[ref] * score;
  }
};

// Scores one list at a time.
template <typename Scores>
class PairScores {
 public:
  PairScores(std::span<const Tokenization> tokens, const Scores& scores, std::size_t n_orders)
      : scores_(scores), ngrams_(tokens, false), counts_(n_orders) {}

  void operator()(std::span<const std::int32_t> hyps, std::span<const std::int32_t> refs, Sink sink) {
    const bool same = std::equal(hyps.begin(), hyps.end(), refs.begin(), refs.end());
    ngrams_.read(refs, same ? std::span<const std::int32_t>() : hyps);
    marks_.assign(ngrams_.size(), Bytes{});
    // References stand first among the texts; hypotheses are the same texts, or stand behind them.
    const std::size_t first_hyp = same ? 0 : refs.size();
    for (std::size_t begin = 0; begin < refs.size(); begin += kLanes) {
      const std::size_t end = std::min(refs.size(), begin + kLanes);
      mark(begin, end, 1);
      fill_refs(begin, end);
      // Scores of earlier texts against this block give those of the block against them.
      const std::size_t n_hyps = same ? end : hyps.size();
      for (std::size_t hyp = 0; hyp < n_hyps; ++hyp) {
        count(first_hyp + hyp);
        if (same && hyp >= begin) match_itself(hyp - begin);
        scores_(counts_, forward_, backward_);
        for (std::size_t ref = begin; ref < end; ++ref) sink.add(hyp, ref, forward_[ref - begin]);
        if (same && hyp < begin)
          for (std::size_t ref = begin; ref < end; ++ref) sink.add(ref, hyp, backward_[ref - begin]);
      }
      mark(begin, end, 0);
    }
  }

 private:
  void mark(std::size_t begin, std::size_t end, std::uint8_t value) {
    for (std::size_t order = 0; order < ngrams_.n_orders(); ++order)
      for (std::size_t text = begin; text < end; ++text)
        for (const std::int32_t number : ngrams_.of(order, text))
          marks_[static_cast<std::size_t>(number)][text - begin] = value;
  }

  void fill_refs(std::size_t begin, std::size_t end) {
    for (std::size_t order = 0; order < ngrams_.n_orders(); ++order) {
      counts_.refs[order].fill(0);
      for (std::size_t text = begin; text < end; ++text)
        counts_.refs[order][text - begin] = ngrams_.total(order, text);
    }
  }

  // Matches of one text with the marked ones.
  void count(std::size_t text) {
    for (std::size_t order = 0; order < ngrams_.n_orders(); ++order) {
      counts_.hyp[order] = ngrams_.total(order, text);
      Lanes& matches = counts_.matches[order];
      matches.fill(static_cast<double>(ngrams_.common(order)));
      const std::span<const std::int32_t> numbers = ngrams_.of(order, text);
      for (std::size_t at = 0; at < numbers.size();) {
        const std::size_t until = std::min(numbers.size(), at + kMostInByte);
        Bytes sums{};
        for (; at < until; ++at) sums += marks_[static_cast<std::size_t>(numbers[at])];
        for (std::size_t i = 0; i < kLanes; ++i) matches[i] += sums[i];
      }
    }
  }

  // A text matches itself in everything, also in what no other text has.
  void match_itself(std::size_t lane) {
    for (std::size_t order = 0; order < ngrams_.n_orders(); ++order)
      counts_.matches[order][lane] = counts_.hyp[order];
  }

  static constexpr std::size_t kMostInByte = 255;

  Scores scores_;
  ListNgrams ngrams_;
  Counts counts_;
  Lanes forward_{}, backward_{};
  std::vector<Bytes> marks_;
};

// Scores each hypothesis of a list against the mean of the references.
template <typename Scores>
class AggregateScores {
 public:
  AggregateScores(std::span<const Tokenization> tokens, const Scores& scores, std::size_t n_orders)
      : scores_(scores), ngrams_(tokens, true), counts_(n_orders) {}

  void operator()(std::span<const std::int32_t> hyps, std::span<const std::int32_t> refs, Sink sink) {
    ngrams_.read(refs, hyps);
    expected_.assign(ngrams_.size(), 0);
    for (std::size_t order = 0; order < ngrams_.n_orders(); ++order) {
      double total = 0;
      for (std::size_t ref = 0; ref < refs.size(); ++ref) {
        total += sink.weights[ref] * ngrams_.total(order, ref);
        for (const std::int32_t number : ngrams_.of(order, ref))
          expected_[static_cast<std::size_t>(number)] += sink.weights[ref];
      }
      counts_.refs[order].fill(total);
    }
    clip();
    for (std::size_t hyp = 0; hyp < hyps.size(); ++hyp) {
      for (std::size_t order = 0; order < ngrams_.n_orders(); ++order) {
        double matches = 0;
        for (const std::int32_t number : ngrams_.of(order, refs.size() + hyp))
          matches += clipped_[static_cast<std::size_t>(number)];
        counts_.hyp[order] = ngrams_.total(order, refs.size() + hyp);
        counts_.matches[order].fill(matches);
      }
      scores_(counts_, forward_, backward_);
      sink.out[hyp] = forward_[0];
    }
  }

 private:
  // The mean count of an n-gram is the sum over its occurrences; the k-th occurrence in a hypothesis matches
  // what is left of it after k - 1 whole ones.
  void clip() {
    sums_.assign(ngrams_.size(), 0);
    depth_.assign(ngrams_.size(), 0);
    first_.resize(ngrams_.size());
    for (std::size_t i = 0; i < ngrams_.size(); ++i) {
      const std::int32_t before = ngrams_.before(static_cast<std::int32_t>(i));
      first_[i] = before < 0 ? i : first_[static_cast<std::size_t>(before)];
      depth_[i] = before < 0 ? 0 : depth_[static_cast<std::size_t>(before)] + 1;
      sums_[first_[i]] += expected_[i];
    }
    clipped_.resize(ngrams_.size());
    for (std::size_t i = 0; i < ngrams_.size(); ++i)
      clipped_[i] = std::clamp(sums_[first_[i]] - depth_[i], 0.0, 1.0);
  }

  Scores scores_;
  ListNgrams ngrams_;
  Counts counts_;
  Lanes forward_{}, backward_{};
  std::vector<std::size_t> first_;
  std::vector<double> expected_, sums_, depth_, clipped_;
};

void check_lists(const TextLists& lists, std::span<const double> weights, std::size_t n_rows) {
  check_offsets(lists.hypotheses.offsets, lists.hypotheses.values.size(), "hypotheses");
  check_offsets(lists.references.offsets, lists.references.values.size(), "references");
  check_rows(lists.hypotheses.values, n_rows, "hypotheses");
  check_rows(lists.references.values, n_rows, "references");
  if (lists.hypotheses.size() != lists.references.size())
    throw std::invalid_argument("references: there are " + std::to_string(lists.references.size()) +
                                " lists of them, but " + std::to_string(lists.hypotheses.size()) +
                                " lists of hypotheses");
  for (std::size_t i = 0; i < lists.references.size(); ++i)
    if (lists.references[i].empty())
      throw std::invalid_argument("references: list " + std::to_string(i) + " has none");
  if (!weights.empty() && weights.size() != lists.references.values.size())
    throw std::invalid_argument("weights: there are " + std::to_string(weights.size()) + " for " +
                                std::to_string(lists.references.values.size()) + " references");
}

// Runs one kind of work over all lists.
template <typename Work, typename Scores>
std::vector<double> over_lists(std::span<const Tokenization> tokens, const TextLists& lists,
                               std::span<const double> weights, const Scores& scores, int threads) {
  std::size_t n_orders = 0;
  for (const Tokenization& tokenization : tokens) check_lists(lists, weights, tokenization.batch->size());
  for (const Tokenization& tokenization : tokens)
    n_orders += static_cast<std::size_t>(tokenization.max_order);
  std::vector<std::size_t> starts{0};
  for (std::size_t i = 0; i < lists.hypotheses.size(); ++i) {
    const std::size_t n_hyps = lists.hypotheses[i].size();
    starts.push_back(starts.back() + (weights.empty() ? n_hyps * lists.references[i].size() : n_hyps));
  }
  std::vector<double> out(starts.back());
  parallel_for(lists.hypotheses.size(), threads, [&] {
    return [&, work = Work(tokens, scores, n_orders)](std::size_t begin, std::size_t end) mutable {
      for (std::size_t i = begin; i < end; ++i) {
        const auto refs = lists.references[i];
        const std::span<const double> own =
            weights.empty()
                ? weights
                : weights.subspan(static_cast<std::size_t>(lists.references.offsets[i]), refs.size());
        work(lists.hypotheses[i], refs,
             Sink{std::span(out).subspan(starts[i], starts[i + 1] - starts[i]), own, refs.size()});
      }
    };
  });
  return out;
}

// The character and the word n-grams that chrF counts.
std::vector<Tokenization> chrf_tokens(const Batch& characters, const Batch& words,
                                      const ChrfOptions& options) {
  check(characters, "characters");
  check_at_least(options.char_order, 1, "char_order");
  check_at_least(options.word_order, 0, "word_order");
  std::vector<Tokenization> tokens{{&characters, options.char_order}};
  if (options.word_order > 0) {
    check(words, "words");
    tokens.push_back({&words, options.word_order});
  }
  return tokens;
}

std::vector<Tokenization> bleu_tokens(const Batch& batch, const BleuOptions& options) {
  check(batch, "tokens");
  check_at_least(options.max_order, 1, "max_order");
  return {{&batch, options.max_order}};
}

void check_weighted(const TextLists& lists, std::span<const double> weights) {
  if (weights.size() != lists.references.values.size())
    throw std::invalid_argument("weights: every reference needs one");
}

}  // namespace

std::vector<double> pairwise_chrf(const Batch& characters, const Batch& words, const TextLists& lists,
                                  std::span<const double> weights, const ChrfOptions& options, int threads) {
  return over_lists<PairScores<ChrfScores>>(chrf_tokens(characters, words, options), lists, weights,
                                            ChrfScores(options), threads);
}

std::vector<double> pairwise_bleu(const Batch& batch, const TextLists& lists, std::span<const double> weights,
                                  const BleuOptions& options, int threads) {
  return over_lists<PairScores<BleuScores>>(bleu_tokens(batch, options), lists, weights, BleuScores(options),
                                            threads);
}

std::vector<double> aggregate_chrf(const Batch& characters, const Batch& words, const TextLists& lists,
                                   std::span<const double> weights, const ChrfOptions& options, int threads) {
  check_weighted(lists, weights);
  return over_lists<AggregateScores<ChrfScores>>(chrf_tokens(characters, words, options), lists, weights,
                                                 ChrfScores(options), threads);
}

std::vector<double> aggregate_bleu(const Batch& batch, const TextLists& lists,
                                   std::span<const double> weights, const BleuOptions& options, int threads) {
  check_weighted(lists, weights);
  return over_lists<AggregateScores<BleuScores>>(bleu_tokens(batch, options), lists, weights,
                                                 BleuScores(options), threads);
}

}  // namespace core
