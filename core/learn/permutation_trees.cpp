#include "learn/permutation_trees.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/parallel.h"

namespace core {

namespace {

// Catalan(n): in how many ways n + 1 blocks are bracketed.
double catalan(std::size_t n) {
  double value = 1;
  for (std::size_t k = 0; k < n; ++k)
    value = value * (2 * (2 * static_cast<double>(k) + 1)) / (static_cast<double>(k) + 2);
  return value;
}

double log_catalan(std::size_t n) {
  double value = 0;
  for (std::size_t k = 0; k < n; ++k)
    value += std::log(2 * (2 * static_cast<double>(k) + 1) / (static_cast<double>(k) + 2));
  return value;
}

// Up to so many values Catalan numbers and their products are finite doubles.
constexpr std::size_t kDirect = 400;

}  // namespace

PermutationFacts PermutationReader::read(std::span<const std::int32_t> permutation) {
  PermutationFacts facts;
  stack_.clear();
  chains_.clear();
  for (const std::int32_t value : permutation) {
    stack_.push_back({value, value, Operator::leaf, 0});
    reduce(facts);
  }
  facts.tree_share = share(permutation.size());
  facts.concordant = concordant(permutation);
  return facts;
}

// Makes nodes at the top of the stack for as long as there is a block.
void PermutationReader::reduce(PermutationFacts& facts) {
  for (bool found = true; found;) {
    found = false;
    pulse(stack_.size());
    std::int32_t low = stack_.back().low, high = stack_.back().high, size = high - low + 1;
    for (std::size_t first = stack_.size() - 1; first-- > 0;) {
      low = std::min(low, stack_[first].low);
      high = std::max(high, stack_[first].high);
      size += stack_[first].high - stack_[first].low + 1;
      if (high - low + 1 != size) continue;
      add_node(first, low, high, facts);
      found = true;
      break;
    }
  }
}

void PermutationReader::add_node(std::size_t first, std::int32_t low, std::int32_t high,
                                 PermutationFacts& facts) {
  const std::size_t arity = stack_.size() - first;
  Node node{low, high, Operator::simple, 0};
  if (arity == 2) {
    const Node& left = stack_[first];
    node.kind = left.low == low ? Operator::monotone : Operator::inverted;
    ++(node.kind == Operator::monotone ? facts.monotone : facts.inverted);
    if (left.kind == node.kind) {
      node.chain = left.chain;
    } else {
      node.chain = chains_.size();
      chains_.push_back(1);
    }
    ++chains_[node.chain];
  } else {
    ++(arity == 4 ? facts.four : facts.larger);
  }
  stack_.resize(first);
  stack_.push_back(node);
}

double PermutationReader::trees() const {
  double product = 1;
  for (const std::int32_t blocks : chains_) product *= catalan(static_cast<std::size_t>(blocks) - 1);
  return product;
}

double PermutationReader::share(std::size_t length) const {
  if (length == 0) return 0;
  if (length == 1) return 1;
  if (length == 2) return stack_.front().kind == Operator::monotone ? 1 : 0;
  if (length <= kDirect) return (trees() - 1) / (catalan(length - 1) - 1);
  // So many trees that the ones do not matter.
  double logarithm = -log_catalan(length - 1);
  for (const std::int32_t blocks : chains_) logarithm += log_catalan(static_cast<std::size_t>(blocks) - 1);
  return std::exp(logarithm);
}

double PermutationReader::concordant(std::span<const std::int32_t> permutation) {
  const std::size_t n = permutation.size();
  if (n < 2) return 0;
  before_.assign(n + 1, 0);  // a Fenwick tree over values
  double in_order = 0;
  for (const std::int32_t value : permutation) {
    for (auto i = static_cast<std::size_t>(value); i > 0; i &= i - 1)
      in_order += static_cast<double>(before_[i]);
    for (auto i = static_cast<std::size_t>(value) + 1; i <= n; i += i & (~i + 1)) ++before_[i];
  }
  return in_order / (0.5 * static_cast<double>(n) * static_cast<double>(n - 1));
}

std::vector<double> permutation_facts(std::span<const std::int32_t> permutation) {
  std::vector<bool> seen(permutation.size());
  for (const std::int32_t value : permutation) {
    if (value < 0 || static_cast<std::size_t>(value) >= seen.size() || seen[static_cast<std::size_t>(value)])
      throw std::invalid_argument("permutation: each number from 0 to its length - 1 is due once");
    seen[static_cast<std::size_t>(value)] = true;
  }
  PermutationReader reader;
  const PermutationFacts facts = reader.read(permutation);
  return {
      facts.monotone,   facts.inverted,  facts.four, facts.larger, permutation.empty() ? 0 : reader.trees(),
      facts.tree_share, facts.concordant};
}

}  // namespace core
