#pragma once
// The n-grams that the texts of a list share, as sets of numbers.
#include <cstdint>
#include <span>
#include <vector>

#include "base/batch.h"
#include "base/pair_numbers.h"

namespace core {

// Numbers the n-grams of the texts of one list, order after order.
//
// The k-th occurrence of an n-gram in a text has a number of its own, so that the clipped matches of two
// texts are the numbers that both have. An n-gram of order n is a pair of an n-gram of order n - 1 and a
// token, so each is looked up once for each place where it stands. Memory is kept from list to list.
class SharedNgrams {
 public:
  // With `all`, also numbers what only one text has or what every text has; without it such n-grams are left
  // out, and the latter are counted in common().
  explicit SharedNgrams(bool all) : all_(all) {}

  void clear(std::size_t n_texts);
  // Adds the orders 1 .. max_order of all texts, made of the tokens of these rows.
  void add(const Batch& batch, std::span<const std::int32_t> rows, int max_order);

  std::size_t n_orders() const { return common_.size(); }
  // How many numbers there are.
  std::size_t size() const { return static_cast<std::size_t>(n_numbers_); }
  // The numbers of one order of a text.
  std::span<const std::int32_t> of(std::size_t order, std::size_t text) const {
    const std::size_t* start = starts_.data() + order * (n_texts_ + 1) + text;
    return {numbers_.data() + start[0], start[1] - start[0]};
  }
  // How many n-grams of this order every text has, beside those that are numbered.
  std::int32_t common(std::size_t order) const { return common_[order]; }
  // How many n-grams of this order a text has altogether.
  double total(std::size_t order, std::size_t text) const { return totals_[order * n_texts_ + text]; }
  // The number of the occurrence before this one of the same n-gram, or -1.
  std::int32_t before(std::int32_t number) const { return before_[static_cast<std::size_t>(number)]; }

 private:
  static constexpr std::int32_t kDead = -1;

  // An occurrence: the number of the next one of the same n-gram, and how many texts have it.
  struct Occurrence {
    std::int32_t next = -1, before = -1, n_texts = 0;
  };
  // The occurrence of an n-gram seen last, and in which text.
  struct Seen {
    std::int32_t text = -1, last = -1, first = -1;
  };
  struct Place {
    std::int32_t at, ngram;  // where the n-gram starts among all tokens, and which one it is
  };

  void number_order(const Batch& batch, std::span<const std::int32_t> rows, std::size_t n);
  std::int32_t occurrence(std::int32_t ngram, std::int32_t text);
  void keep_shared();

  bool all_;
  std::size_t n_texts_ = 0;
  PairNumbers pairs_;
  std::vector<Place> places_;  // what is alive, text after text
  std::vector<std::size_t> place_starts_;
  std::vector<Seen> seen_;
  std::vector<Occurrence> occurrences_;  // of the present order
  std::vector<std::int32_t> renumbered_, numbers_, common_, before_;
  std::vector<std::size_t> starts_;
  std::vector<double> totals_;
  std::int32_t n_numbers_ = 0;
};

}  // namespace core
