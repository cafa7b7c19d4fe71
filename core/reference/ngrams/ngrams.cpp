#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

#include "reference/reference.h"

namespace reference {

using Counts = std::map<Words, int>;

static Counts count(const Words& words, int n) {
  Counts counts;
  for (std::size_t i = 0; i + static_cast<std::size_t>(n) <= words.size(); ++i)
    ++counts[Words(words.begin() + static_cast<std::ptrdiff_t>(i),
                   words.begin() + static_cast<std::ptrdiff_t>(i) + n)];
  return counts;
}

static int total(const Counts& counts) {
  int sum = 0;
  for (const auto& [ngram, n] : counts) sum += n;
  return sum;
}

static Counts largest(const std::vector<Words>& refs, int n) {
  Counts most;
  for (const Words& ref : refs)
    for (const auto& [ngram, k] : count(ref, n)) most[ngram] = std::max(most[ngram], k);
  return most;
}

// How many n-grams both have, each at most as often as in the one that has fewer.
static int matches(const Counts& one, const Counts& other) {
  int sum = 0;
  for (const auto& [ngram, k] : one)
    if (other.count(ngram) > 0) sum += std::min(k, other.at(ngram));
  return sum;
}

Row bleu(const Words& hyp, const std::vector<Words>& refs, int max_order) {
  const int length = static_cast<int>(hyp.size());
  std::vector<std::pair<int, int>> by_distance;
  for (const Words& ref : refs) {
    const int ref_length = static_cast<int>(ref.size());
    by_distance.emplace_back(std::abs(ref_length - length), ref_length);
  }
  Row row{static_cast<double>(length),
          static_cast<double>(std::min_element(by_distance.begin(), by_distance.end())->second)};
  Row totals;
  for (int n = 1; n <= max_order; ++n) {
    const Counts clip = largest(refs, n), counts = count(hyp, n);
    row.push_back(matches(counts, clip));
    totals.push_back(total(counts));
  }
  row.insert(row.end(), totals.begin(), totals.end());
  return row;
}

std::vector<Row> nist(const std::vector<Words>& hyps, const std::vector<std::vector<Words>>& refs,
                      int max_order) {
  Counts all;
  double n_words = 0;
  for (const auto& segment : refs)
    for (const Words& ref : segment) {
      n_words += static_cast<double>(ref.size());
      for (int n = 1; n <= max_order; ++n)
        for (const auto& [ngram, k] : count(ref, n)) all[ngram] += k;
    }
  const auto information = [&](const Words& ngram) {
    const Words shorter(ngram.begin(), ngram.end() - 1);
    return std::log2((shorter.empty() ? n_words : all.at(shorter)) / all.at(ngram));
  };
  std::vector<Row> rows;
  for (std::size_t i = 0; i < hyps.size(); ++i) {
    double ref_words = 0;
    for (const Words& ref : refs[i]) ref_words += static_cast<double>(ref.size());
    Row row{static_cast<double>(hyps[i].size()), ref_words / static_cast<double>(refs[i].size())}, totals;
    for (int n = 1; n <= max_order; ++n) {
      const Counts clip = largest(refs[i], n), counts = count(hyps[i], n);
      double bits = 0;
      for (const auto& [ngram, k] : counts)
        if (clip.count(ngram) > 0) bits += information(ngram) * std::min(k, clip.at(ngram));
      row.push_back(bits);
      totals.push_back(total(counts));
    }
    row.insert(row.end(), totals.begin(), totals.end());
    rows.push_back(row);
  }
  return rows;
}

Row ngram_overlap(const Words& hyp, const Words& ref, int max_order) {
  Row row;
  for (int n = 1; n <= max_order; ++n) {
    const Counts in_hyp = count(hyp, n), in_ref = count(ref, n);
    row.push_back(in_ref.empty() ? 0 : total(in_hyp));
    row.push_back(total(in_ref));
    row.push_back(matches(in_hyp, in_ref));
  }
  return row;
}

}  // namespace reference
