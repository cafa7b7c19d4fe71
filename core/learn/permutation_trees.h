#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace core {

// What the permutation trees (PETs) of a permutation say about it (Zhang & Gildea 2007; Stanojević & Sima'an
// 2014). A tree takes the permutation apart into blocks of neighbouring values; its nodes are <1,2>, <2,1> or
// simple permutations of four children and more.
struct PermutationFacts {
  double monotone = 0, inverted = 0, four = 0, larger = 0;  // nodes of the canonical tree by kind
  double tree_share = 0;  // (trees - 1) / (most possible - 1): 1 for <1> and <1,2>, 0 for <2,1> and nothing
  double concordant = 0;  // pairs in order / all pairs; 0 where there is no pair

  double nodes() const { return monotone + inverted + four + larger; }
};

// Reads facts off permutations of 0 .. n - 1; keeps scratch memory.
//
// The canonical tree is the left-branching one, made by shift and reduce: after each shift the shortest
// stretch at the top of the stack that is a block becomes a node. Time O(n²) for permutations without any
// block (n = 10,000: below 0.1 s), O(n) for those that people write; memory O(n).
class PermutationReader {
 public:
  PermutationFacts read(std::span<const std::int32_t> permutation);

  // How many permutation trees there are; infinite where a double cannot hold it. Of the last one read.
  double trees() const;

 private:
  enum class Operator : std::uint8_t { leaf, monotone, inverted, simple };
  struct Node {
    std::int32_t low, high;
    Operator kind;
    std::size_t chain;  // of binary nodes of one kind that can be bracketed in any way
  };

  void reduce(PermutationFacts& facts);
  void add_node(std::size_t first, std::int32_t low, std::int32_t high, PermutationFacts& facts);
  double share(std::size_t length) const;
  double concordant(std::span<const std::int32_t> permutation);

  std::vector<Node> stack_;
  std::vector<std::int32_t> chains_;  // how many blocks each chain joins
  std::vector<std::int64_t> before_;
};

// Facts of many permutations, for tests and experiments. Columns: the nodes by kind, trees, tree_share,
// concordant. Throws std::invalid_argument where a row is not a permutation of 0 .. n - 1.
std::vector<double> permutation_facts(std::span<const std::int32_t> permutation);

}  // namespace core
