#include "reference/learn/beer.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

namespace reference {

using Parts = std::vector<Words>;

static bool is_block(const Words& values) {
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  return *high - *low + 1 == static_cast<int>(values.size());
}

// Whether the order of the parts' values is <1,2>, <2,1> or has no smaller block but single parts.
static bool is_operator(const Parts& parts) {
  if (parts.size() < 2) return false;
  if (parts.size() == 2) return true;
  for (std::size_t first = 0; first < parts.size(); ++first) {
    Words joined;
    for (std::size_t last = first; last < parts.size(); ++last) {
      joined.insert(joined.end(), parts[last].begin(), parts[last].end());
      const std::size_t n = last - first + 1;
      if (n > 1 && n < parts.size() && is_block(joined)) return false;
    }
  }
  return true;
}

// Every way to cut a permutation into parts that are blocks and that an operator joins.
static std::vector<Parts> cuts(const Words& permutation) {
  std::vector<Parts> found;
  const std::size_t n = permutation.size();
  for (std::size_t choice = 1; choice < (std::size_t{1} << (n - 1)); ++choice) {
    Parts parts(1);
    for (std::size_t i = 0; i < n; ++i) {
      if (i > 0 && (choice >> (i - 1) & 1) != 0) parts.emplace_back();
      parts.back().push_back(permutation[i]);
    }
    if (std::all_of(parts.begin(), parts.end(), is_block) && is_operator(parts)) found.push_back(parts);
  }
  return found;
}

double permutation_trees(const Words& permutation) {
  if (permutation.empty()) return 0;
  if (permutation.size() == 1) return 1;
  double total = 0;
  for (const Parts& parts : cuts(permutation)) {
    double trees = 1;
    for (const Words& part : parts) trees *= permutation_trees(part);
    total += trees;
  }
  return total;
}

Row permutation_nodes(const Words& permutation) {
  Row nodes(4);
  if (permutation.size() < 2) return nodes;
  // Of binary nodes the one with the longest left side: the tree branches to the left.
  const std::vector<Parts> all = cuts(permutation);
  const Parts& parts = *std::max_element(all.begin(), all.end(), [](const Parts& a, const Parts& b) {
    return std::pair(a.size() == 2, a.front().size()) < std::pair(b.size() == 2, b.front().size());
  });
  const bool in_order = parts.front().front() < parts.back().front();
  ++nodes[parts.size() == 2 ? (in_order ? 0 : 1) : (parts.size() == 4 ? 2 : 3)];
  for (const Words& part : parts) {
    const Row inner = permutation_nodes(part);
    for (std::size_t i = 0; i < 4; ++i) nodes[i] += inner[i];
  }
  return nodes;
}

static double quotient(double a, double b) { return b == 0 ? 0 : a / b; }

static void add_prf(Row& row, double p, double r) {
  row.insert(row.end(), {p, r, quotient(2 * p * r, p + r)});
}

using Counts = std::map<Words, int>;

static double sum(const Counts& counts) {
  double total = 0;
  for (const auto& [key, n] : counts) total += n;
  return total;
}

static double both(const Counts& a, const Counts& b) {
  double total = 0;
  for (const auto& [key, n] : a)
    if (b.count(key) > 0) total += std::min(n, b.at(key));
  return total;
}

static Counts ngrams(const Words& words, std::size_t n) {
  Counts counts;
  for (std::size_t i = 0; i + n <= words.size(); ++i) {
    Words ngram;
    for (std::size_t k = 0; k < n; ++k) ngram.push_back(words[i + k]);
    ++counts[ngram];
  }
  return counts;
}

static Words permutation_of(MatchRows chosen) {
  std::sort(chosen.begin(), chosen.end(), [](const MatchRow& a, const MatchRow& b) { return a[1] < b[1]; });
  Words places;
  for (const MatchRow& match : chosen)
    for (int j = 0; j < match[4]; ++j) places.push_back(match[3] + j);
  Words numbers;
  for (const int place : places)
    numbers.push_back(static_cast<int>(
        std::count_if(places.begin(), places.end(), [&](int other) { return other < place; })));
  return numbers;
}

static double tree_share(const Words& permutation) {
  const std::size_t n = permutation.size();
  if (n < 2) return static_cast<double>(n);
  if (n == 2) return permutation[0] < permutation[1] ? 1 : 0;
  Words sorted = permutation;
  std::sort(sorted.begin(), sorted.end());
  return (permutation_trees(permutation) - 1) / (permutation_trees(sorted) - 1);
}

static void add_order(Row& row, const MatchRows& chosen, std::size_t ref_length) {
  const Words permutation = permutation_of(chosen);
  double in_order = 0, pairs = 0;
  for (std::size_t i = 0; i < permutation.size(); ++i)
    for (std::size_t j = i + 1; j < permutation.size(); ++j) {
      in_order += permutation[i] < permutation[j];
      ++pairs;
    }
  const double kendall = quotient(in_order, pairs);
  const double recall = quotient(static_cast<double>(permutation.size()), static_cast<double>(ref_length));
  row.push_back(kendall);
  for (const double exponent : {0.25, 0.5, 0.75}) row.push_back(std::pow(kendall * recall, exponent));
  row.push_back(tree_share(permutation));
  const Row nodes = permutation_nodes(permutation);
  const double all = nodes[0] + nodes[1] + nodes[2] + nodes[3];
  for (const double n : nodes) row.push_back(quotient(n, all));
}

Row beer_features(const Words& hyp_letters, const Words& ref_letters, const MatchRows& chosen,
                  const std::vector<bool>& hyp_functions, const std::vector<bool>& ref_functions) {
  Row row;
  for (std::size_t n = 1; n <= 6; ++n) {
    const Counts in_hyp = ngrams(hyp_letters, n), in_ref = ngrams(ref_letters, n);
    add_prf(row, quotient(both(in_hyp, in_ref), sum(in_hyp)), quotient(both(in_hyp, in_ref), sum(in_ref)));
  }
  const auto n_hyp = static_cast<double>(hyp_functions.size()),
             n_ref = static_cast<double>(ref_functions.size());
  for (int kind = 0; kind < 4; ++kind) {
    double hyp = 0, ref = 0;
    for (const MatchRow& match : chosen)
      if (match[0] == kind) hyp += match[2], ref += match[4];
    add_prf(row, quotient(hyp, n_hyp), quotient(ref, n_ref));
  }
  for (const bool function : {true, false}) {
    double hyp = 0, ref = 0;
    for (const MatchRow& match : chosen) {
      for (int i = 0; i < match[2]; ++i)
        hyp += hyp_functions[static_cast<std::size_t>(match[1] + i)] == function;
      for (int j = 0; j < match[4]; ++j)
        ref += ref_functions[static_cast<std::size_t>(match[3] + j)] == function;
    }
    add_prf(row, quotient(hyp, n_hyp), quotient(ref, n_ref));
  }
  add_order(row, chosen, ref_functions.size());
  return row;
}

static void add_family(Row& row, const Counts& hyp, const Counts& ref) {
  const double p = quotient(both(hyp, ref), sum(hyp)), r = quotient(both(hyp, ref), sum(ref));
  row.insert(row.end(), {std::min(p, r), std::max(p, r), quotient(2 * p * r, p + r), std::sqrt(p * r)});
}

static Words bounded(const Words& words) {
  if (words.empty()) return {};
  Words result{-1};
  result.insert(result.end(), words.begin(), words.end());
  result.push_back(-2);
  return result;
}

// N-grams, and the first and the last n words, or all that there are, with a sign for the start or the end.
static Counts anchored(const Words& words, std::size_t n) {
  Counts counts = ngrams(words, n);
  const auto few = static_cast<std::ptrdiff_t>(std::min(n, words.size()));
  Words start{-1}, end(words.end() - few, words.end());
  start.insert(start.end(), words.begin(), words.begin() + few);
  end.push_back(-2);
  ++counts[start];
  ++counts[end];
  return counts;
}

// As many as there are n-grams, each without its last character.
static Counts shorter(const Words& letters, std::size_t n) {
  Counts counts;
  for (std::size_t i = 0; i + n <= letters.size(); ++i)
    ++counts[Words(letters.begin() + static_cast<std::ptrdiff_t>(i),
                   letters.begin() + static_cast<std::ptrdiff_t>(i + n - 1))];
  return counts;
}

static Counts skips(const Words& words, std::size_t most_between) {
  Counts counts;
  for (std::size_t i = 0; i < words.size(); ++i)
    for (std::size_t j = i + 1; j < words.size() && j - i - 1 <= most_between; ++j)
      ++counts[{words[i], words[j]}];
  return counts;
}

static double disbalance(std::size_t a, std::size_t b) {
  if (a == b) return 0;
  const auto low = static_cast<double>(std::min(a, b)), high = static_cast<double>(std::max(a, b));
  return low == 0 ? 1e5 : std::min(1e5, high / low - 1);
}

Row beer2_features(const Words& hyp, const Words& ref, const Words& hyp_letters, const Words& ref_letters,
                   int widest_skip, bool original) {
  Row row;
  if (original) {
    for (std::size_t n = 1; n <= 4; ++n) add_family(row, anchored(hyp, n), anchored(ref, n));
    for (std::size_t n = 1; n <= 6; ++n) add_family(row, shorter(hyp_letters, n), shorter(ref_letters, n));
  } else {
    add_family(row, ngrams(hyp, 1), ngrams(ref, 1));
    for (std::size_t n = 2; n <= 4; ++n) add_family(row, ngrams(bounded(hyp), n), ngrams(bounded(ref), n));
    for (std::size_t n = 1; n <= 6; ++n) add_family(row, ngrams(hyp_letters, n), ngrams(ref_letters, n));
  }
  for (const int between : {1, 2, 3, 4, widest_skip})
    add_family(row, skips(hyp, static_cast<std::size_t>(between)),
               skips(ref, static_cast<std::size_t>(between)));
  row.push_back(disbalance(hyp.size(), ref.size()));
  row.push_back(disbalance(hyp_letters.size(), ref_letters.size()));
  return row;
}

}  // namespace reference
