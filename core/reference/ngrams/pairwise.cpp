#include "reference/ngrams/pairwise.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace reference {

namespace {

using Counts = std::map<Words, double>;

Counts counts_of(const Words& words, int n) {
  Counts counts;
  for (std::size_t i = 0; i + static_cast<std::size_t>(n) <= words.size(); ++i)
    counts[Words(words.begin() + static_cast<std::ptrdiff_t>(i),
                 words.begin() + static_cast<std::ptrdiff_t>(i) + n)] += 1;
  return counts;
}

double total(const Counts& counts) {
  double sum = 0;
  for (const auto& [ngram, n] : counts) sum += n;
  return sum;
}

struct Overlap {
  double hyp, ref, match;
};

Overlap overlap(const Counts& hyp, const Counts& ref) {
  double match = 0;
  for (const auto& [ngram, n] : hyp) match += ref.count(ngram) > 0 ? std::min(n, ref.at(ngram)) : 0;
  return {total(ref) > 0 ? total(hyp) : 0, total(ref), match};
}

double f_score(const std::vector<Overlap>& orders, const core::ChrfOptions& options) {
  constexpr double kEps = 1e-16;
  const double factor = options.beta * options.beta;
  const auto f = [&](double p, double r, double otherwise) {
    return factor * p + r > 0 ? (1 + factor) * p * r / (factor * p + r) : otherwise;
  };
  double sum = 0, precisions = 0, recalls = 0, n = 0;
  for (const Overlap& order : orders) {
    const double precision = order.hyp > 0 ? order.match / order.hyp : kEps;
    const double recall = order.ref > 0 ? order.match / order.ref : kEps;
    sum += f(precision, recall, kEps);
    if (order.hyp > 0 && order.ref > 0) precisions += precision, recalls += recall, n += 1;
  }
  if (options.eps_smoothing) return 100 * sum / static_cast<double>(orders.size());
  return n > 0 ? 100 * f(precisions / n, recalls / n, 0) : 0;
}

}  // namespace

double chrf_score(const Words& hyp, const Words& ref, const Words& hyp_words, const Words& ref_words,
                  const core::ChrfOptions& options) {
  std::vector<Overlap> orders;
  for (int n = 1; n <= options.char_order; ++n)
    orders.push_back(overlap(counts_of(hyp, n), counts_of(ref, n)));
  for (int n = 1; n <= options.word_order; ++n)
    orders.push_back(overlap(counts_of(hyp_words, n), counts_of(ref_words, n)));
  return f_score(orders, options);
}

double aggregate_chrf_score(const Words& hyp, const std::vector<Words>& refs, const Row& weights,
                            const core::ChrfOptions& options) {
  std::vector<Overlap> orders;
  for (int n = 1; n <= options.char_order; ++n) {
    Counts mean;
    for (std::size_t i = 0; i < refs.size(); ++i)
      for (const auto& [ngram, count] : counts_of(refs[i], n)) mean[ngram] += weights[i] * count;
    orders.push_back(overlap(counts_of(hyp, n), mean));
  }
  return f_score(orders, options);
}

double bleu_score(const Words& hyp, const Words& ref, const core::BleuOptions& options) {
  double product = 1, n_orders = 0, matched = 0, halving = 1;
  bool ended = false, zero = false;
  for (int n = 1; n <= options.max_order; ++n) {
    Overlap order = overlap(counts_of(hyp, n), counts_of(ref, n));
    order.hyp = total(counts_of(hyp, n));
    matched += order.match;
    if (options.smoothing == core::Smoothing::add_k && n > 1)
      order.match += options.smooth_value, order.hyp += options.smooth_value;
    ended = ended || order.hyp <= 0;
    if (ended) {
      zero = zero || !options.effective_order;
      continue;
    }
    if (order.match <= 0 && options.smoothing == core::Smoothing::exp) order.match = halving /= 2;
    if (order.match <= 0 && options.smoothing == core::Smoothing::floor) order.match = options.smooth_value;
    zero = zero || order.match <= 0;
    product *= order.match / order.hyp;
    n_orders += 1;
  }
  if (matched <= 0 || zero) return 0;
  const double ratio = static_cast<double>(ref.size()) / static_cast<double>(hyp.size());
  const double brevity = options.brevity && ratio > 1 ? std::exp(1 - ratio) : 1;
  return 100 * brevity * std::pow(product, 1 / n_orders);
}

}  // namespace reference
