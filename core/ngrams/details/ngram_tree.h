#pragma once
// Clipped n-gram matches against one reference that is read once for many hypotheses.
#include <cstdint>
#include <vector>

#include "base/batch.h"
#include "base/parallel.h"

namespace core {

// Counts the n-grams of hypotheses that occur in one reference, clipped by their count there.
//
// The n-grams of the reference are the nodes of a tree, where the child of an n-gram by a token is the n-gram
// with that token behind it; children are found in a table with a row for each node. A hypothesis walks down
// from each of its positions until its n-gram is not in the tree. Nodes are numbered order after order. The
// inner loops are written without branches on data, because no processor can guess which n-grams repeat.
// Reading takes O(max_order * reference) time and room for the table, matching O(max_order * hypothesis),
// less in practice.
class NgramTree {
 public:
  // Ids below `limit` may occur.
  explicit NgramTree(std::size_t limit) : letter_of_(limit, kUnknown) {}

  // Forgets the reference before. False where the table would be so large that other ways are faster; nothing
  // can be matched then.
  bool read(Tokens reference, int max_order) {
    if (reference.size() > kLongest) return false;
    spell(reference);
    if (n_letters_ * reference.size() * static_cast<std::size_t>(max_order) > kMostCells) return false;
    max_order_ = max_order;
    counts_.assign(2, 0);  // no n-gram, and the empty one
    table_.assign(2 * n_letters_, kNone);
    std::size_t n_places = reference.size();
    places_.assign(n_places, kRoot);
    for (int n = 1; n <= max_order && n_places > 0; ++n, --n_places) {
      add_order(n_places, static_cast<std::size_t>(n - 1));
      if (n < max_order) table_.resize(counts_.size() * n_letters_, kNone);
    }
    pulse(8 * counts_.size());
    return true;
  }

  // Adds to matched[n] the clipped matches of order n = 1 .. max_order.
  void match(Tokens hypothesis, std::int64_t* matched) {
    left_.assign(counts_.begin(), counts_.end());
    letters_.resize(hypothesis.size() + 1);
    alive_.resize(hypothesis.size());
    for (std::size_t i = 0; i < hypothesis.size(); ++i) {
      letters_[i] = letter_of_[static_cast<std::size_t>(hypothesis[i])];
      alive_[i] = {static_cast<std::int32_t>(i), kRoot};
    }
    letters_.back() = kUnknown;  // which no n-gram can cross
    std::size_t n_alive = hypothesis.size();
    for (int n = 1; n <= max_order_ && n_alive > 0; ++n) {
      pulse(8 * n_alive);
      n_alive = match_order(n_alive, static_cast<std::size_t>(n - 1), matched[n]);
    }
  }

 private:
  // A node, of which there are fewer than cells: at most one for each order where there is one letter, else a
  // third of them.
  using Node = std::uint16_t;
  static constexpr Node kNone = 0, kRoot = 1;
  static constexpr std::uint16_t kUnknown = 0;  // the letter of a token that the reference has not
  // A table that leaves the caches of one core is not faster than hashing.
  static constexpr std::size_t kLongest = 4096, kMostCells = 1 << 17;

  // An n-gram of the hypothesis that is in the tree: where it starts, and its node.
  struct Place {
    std::int32_t start;
    Node node;
  };

  // Numbers the tokens of the reference, from 1 on, and writes it in these numbers.
  void spell(Tokens reference) {
    for (const std::int32_t id : used_) letter_of_[static_cast<std::size_t>(id)] = kUnknown;
    used_.clear();
    reference_.resize(reference.size());
    for (std::size_t i = 0; i < reference.size(); ++i) {
      std::uint16_t& letter = letter_of_[static_cast<std::size_t>(reference[i])];
      if (letter == kUnknown) {
        used_.push_back(reference[i]);
        letter = static_cast<std::uint16_t>(used_.size());
      }
      reference_[i] = letter;
    }
    n_letters_ = used_.size() + 1;
  }

  // Makes the nodes of one order, whose n-grams start at the first `n_places` places of the reference.
  void add_order(std::size_t n_places, std::size_t reach) {
    auto n_nodes = static_cast<std::uint32_t>(counts_.size());
    counts_.resize(counts_.size() + n_places, 0);
    const std::uint16_t* const letters = reference_.data() + reach;
    std::int32_t* const counts = counts_.data();
    Node *const table = table_.data(), *const places = places_.data();
    const std::size_t n_letters = n_letters_;
    for (std::size_t i = 0; i < n_places; ++i) {
      Node& child = table[places[i] * n_letters + letters[i]];
      const std::uint32_t known = child;
      const std::uint32_t node = known == kNone ? n_nodes : known;
      n_nodes += known == kNone;
      child = static_cast<Node>(node);
      places[i] = static_cast<Node>(node);
      ++counts[node];
    }
    counts_.resize(n_nodes);
  }

  // Counts one order and gives how many places stay in the tree.
  std::size_t match_order(std::size_t n_alive, std::size_t reach, std::int64_t& matched) {
    std::size_t kept = 0;
    std::int64_t found = 0;
    for (std::size_t i = 0; i < n_alive; ++i) {
      const auto [start, node] = alive_[i];
      const Node child = table_[cell(node, letters_[static_cast<std::size_t>(start) + reach])];
      found += left_[child]-- > 0;
      alive_[kept] = {start, child};
      kept += child != kNone;
    }
    matched += found;
    return kept;
  }

  std::size_t cell(Node node, std::uint16_t letter) const {
    return static_cast<std::size_t>(node) * n_letters_ + letter;
  }

  std::vector<std::uint16_t> letter_of_, reference_, letters_;
  std::vector<std::int32_t> used_, counts_, left_;
  std::vector<Node> table_, places_;
  std::vector<Place> alive_;
  std::size_t n_letters_ = 1;
  int max_order_ = 0;
};

}  // namespace core
