#include "edits/match_counts.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "base/parallel.h"

namespace core {

namespace {

struct Counts {
  std::int64_t edits, kept;
};

// An edit costs more than all words that could be kept are worth, so that one number orders scripts by both.
class MostKept {
 public:
  Counts operator()(Tokens hyp, Tokens ref) {
    const auto unit = static_cast<std::int64_t>(std::min(hyp.size(), ref.size())) + 1;
    costs_.assign(ref.size() + 1, 0);
    for (std::size_t j = 1; j < costs_.size(); ++j) costs_[j] = costs_[j - 1] + unit;
    for (const std::int32_t word : hyp) {
      pulse(ref.size());
      std::int64_t diagonal = costs_[0];
      costs_[0] += unit;
      for (std::size_t j = 1; j < costs_.size(); ++j) {
        const std::int64_t straight = diagonal + (word == ref[j - 1] ? -1 : unit);
        diagonal = costs_[j];
        costs_[j] = std::min({straight, costs_[j] + unit, costs_[j - 1] + unit});
      }
    }
    const std::int64_t edits = (costs_.back() + unit - 1) / unit;
    return {edits, edits * unit - costs_.back()};
  }

 private:
  std::vector<std::int64_t> costs_;
};

class AsRapidFuzz {
 public:
  Counts operator()(Tokens hyp, Tokens ref) {
    Counts counts{0, 0};
    while (!hyp.empty() && !ref.empty() && hyp.front() == ref.front())
      hyp = hyp.subspan(1), ref = ref.subspan(1), ++counts.kept;
    while (!hyp.empty() && !ref.empty() && hyp.back() == ref.back())
      hyp = hyp.first(hyp.size() - 1), ref = ref.first(ref.size() - 1), ++counts.kept;
    fill(hyp, ref);
    std::size_t i = ref.size(), j = hyp.size();
    while (i > 0 && j > 0) {
      if (change(i, j) == kMore) {
        ++counts.edits;
        --i;
        continue;
      }
      --j;
      if (j > 0 && change(i, j) == kLess) {
        ++counts.edits;
        continue;
      }
      --i;
      (ref[i] == hyp[j] ? counts.kept : counts.edits) += 1;
    }
    counts.edits += static_cast<std::int64_t>(i + j);
    return counts;
  }

 private:
  enum Change : std::uint8_t { kSame, kMore, kLess };

  // For each number of words of both texts: is the distance larger or smaller than without the reference's
  // last?
  void fill(Tokens hyp, Tokens ref) {
    width_ = ref.size() + 1;
    if (hyp.size() + 1 > kLargestMatchMatrix / width_)
      throw std::length_error("texts of " + std::to_string(hyp.size()) + " and " +
                              std::to_string(ref.size()) +
                              " words are too long to choose among their edit scripts");
    changes_.assign((hyp.size() + 1) * width_, kMore);
    costs_.resize(width_);
    for (std::size_t i = 0; i < width_; ++i) costs_[i] = static_cast<std::int32_t>(i);
    for (std::size_t j = 1; j <= hyp.size(); ++j) {
      pulse(width_);
      std::int32_t diagonal = costs_[0]++;
      for (std::size_t i = 1; i < width_; ++i) {
        const std::int32_t straight = diagonal + (hyp[j - 1] == ref[i - 1] ? 0 : 1);
        diagonal = costs_[i];
        costs_[i] = std::min({straight, costs_[i] + 1, costs_[i - 1] + 1});
        const std::int32_t difference = costs_[i] - costs_[i - 1];
        changes_[j * width_ + i] = difference > 0 ? kMore : difference < 0 ? kLess : kSame;
      }
    }
  }

  Change change(std::size_t i, std::size_t j) const { return changes_[j * width_ + i]; }

  std::size_t width_ = 0;
  std::vector<Change> changes_;
  std::vector<std::int32_t> costs_;
};

template <typename Choice>
Table counts_of(const Batch& batch, std::span<const std::int32_t> a, std::span<const std::int32_t> b,
                int threads) {
  Table table(a.size(), 2);
  parallel_for(a.size(), threads, [&] {
    return [&, choose = Choice()](std::size_t begin, std::size_t end) mutable {
      for (std::size_t i = begin; i < end; ++i) {
        const Counts counts =
            choose(batch[static_cast<std::size_t>(a[i])], batch[static_cast<std::size_t>(b[i])]);
        table.row(i)[0] = static_cast<double>(counts.edits);
        table.row(i)[1] = static_cast<double>(counts.kept);
      }
    };
  });
  return table;
}

}  // namespace

Table match_counts(const Batch& batch, std::span<const std::int32_t> a, std::span<const std::int32_t> b,
                   ScriptChoice choice, int threads) {
  check(batch, "tokens");
  if (a.size() != b.size())
    throw std::invalid_argument("got " + std::to_string(a.size()) + " rows on one side but " +
                                std::to_string(b.size()) + " on the other");
  for (const auto rows : {a, b})
    for (const std::int32_t row : rows)
      if (row < 0 || static_cast<std::size_t>(row) >= batch.size()) throw std::out_of_range("no such row");
  return choice == ScriptChoice::most_kept ? counts_of<MostKept>(batch, a, b, threads)
                                           : counts_of<AsRapidFuzz>(batch, a, b, threads);
}

}  // namespace core
