#include "ngrams/nist.h"

#include <cmath>
#include <vector>

#include "base/parallel.h"
#include "ngrams/ngram_matcher.h"

namespace core {

namespace {

// The information of every n-gram of the references.
//
// Built order by order. An n-gram whose first n - 1 words occur once occurs once itself and carries no
// information, so only the extensions of repeated n-grams are kept: a small part of all.
class Information {
 public:
  Information(const Batch& batch, const Pairing& pairing, int max_order)
      : orders_(static_cast<std::size_t>(max_order)), n_ids_(id_limit(batch)) {
    std::vector<Position> positions = read(batch, pairing);
    std::vector<std::int64_t> parents{n_words_};
    for (std::size_t n = 0; n < orders_.size(); ++n) {
      std::vector<std::int64_t> counts = n == 0 ? count_words(positions) : count(positions, n);
      Order& order = orders_[n];
      order.bits.resize(counts.size());
      for (std::size_t c = 0; c < counts.size(); ++c)
        if (counts[c] > 0) {
          const auto all =
              static_cast<double>(parents[static_cast<std::size_t>(n == 0 ? 0 : order.parent_of[c])]);
          order.bits[c] = std::log2(all / static_cast<double>(counts[c]));
        }
      std::erase_if(positions, [&](const Position& p) {
        return words_[static_cast<std::size_t>(p.start) + n + 1] == kEnd ||
               counts[static_cast<std::size_t>(p.cls)] < 2;
      });
      parents = std::move(counts);
    }
  }

  // The class of an n-gram with n >= 1, from that of its first n - 1 words; kNoInformation where there is
  // none.
  std::int32_t extend(std::int32_t cls, std::int32_t word, std::size_t n) const {
    if (n == 1) return word;
    return cls == kNoInformation ? cls : orders_[n - 1].classes.find(cls, word);
  }
  double bits(std::int32_t cls, std::size_t n) const {
    return cls == kNoInformation ? 0 : orders_[n - 1].bits[static_cast<std::size_t>(cls)];
  }

  static constexpr std::int32_t kNoInformation = -1;

 private:
  static constexpr std::int32_t kEnd = -1;

  struct Position {
    std::int64_t start;   // in words_
    std::int32_t weight;  // how often its text is a reference
    std::int32_t cls;
  };
  struct Order {
    PairNumbers classes;  // not for order 1, where a word is its own class
    std::vector<std::int32_t> parent_of;
    std::vector<double> bits;
  };

  // Lays the different references end to end.
  std::vector<Position> read(const Batch& batch, const Pairing& pairing) {
    std::vector<std::int32_t> uses(batch.size());
    for (const std::int32_t row : pairing.references.values) ++uses[static_cast<std::size_t>(row)];
    std::vector<Position> positions;
    for (std::size_t row = 0; row < uses.size(); ++row) {
      if (uses[row] == 0) continue;
      for (const std::int32_t word : batch[row]) {
        positions.push_back({static_cast<std::int64_t>(words_.size()), uses[row], 0});
        words_.push_back(word);
        n_words_ += uses[row];
      }
      words_.push_back(kEnd);
    }
    return positions;
  }

  std::vector<std::int64_t> count_words(std::vector<Position>& positions) {
    std::vector<std::int64_t> counts(n_ids_);
    for (Position& p : positions) {
      p.cls = words_[static_cast<std::size_t>(p.start)];
      counts[static_cast<std::size_t>(p.cls)] += p.weight;
    }
    return counts;
  }

  std::vector<std::int64_t> count(std::vector<Position>& positions, std::size_t n) {
    Order& order = orders_[n];
    order.classes.clear(positions.size());
    std::vector<std::int64_t> counts;
    for (Position& p : positions) {
      const std::int32_t cls = order.classes.number(p.cls, words_[static_cast<std::size_t>(p.start) + n]);
      if (static_cast<std::size_t>(cls) == counts.size()) {
        counts.push_back(0);
        order.parent_of.push_back(p.cls);
      }
      counts[static_cast<std::size_t>(cls)] += p.weight;
      p.cls = cls;
    }
    return counts;
  }

  std::vector<Order> orders_;
  std::size_t n_ids_;
  std::vector<std::int32_t> words_;
  std::int64_t n_words_ = 0;
};

// The classes of the n-grams at each position of one hypothesis, found as far as they are asked for.
class InformationOf {
 public:
  explicit InformationOf(const Information& information) : information_(information) {}

  void start(Tokens hypothesis) {
    hypothesis_ = hypothesis;
    found_.assign(hypothesis.size(), {});
  }
  double bits(std::size_t position, std::size_t n) {
    Found& found = found_[position];
    for (; found.n < n; ++found.n)
      found.cls = information_.extend(found.cls, hypothesis_[position + found.n], found.n + 1);
    return information_.bits(found.cls, n);
  }

 private:
  struct Found {
    std::size_t n = 0;
    std::int32_t cls = 0;
  };

  const Information& information_;
  Tokens hypothesis_;
  std::vector<Found> found_;
};

}  // namespace

Table nist_statistics(const Batch& batch, const Pairing& pairing, int max_order, int threads) {
  check(batch, "tokens");
  check_referenced(pairing, batch.size());
  check_at_least(max_order, 1, "max_order");
  const Information information(batch, pairing, max_order);
  const std::size_t limit = id_limit(batch);
  const auto orders = static_cast<std::size_t>(max_order);
  Table table(pairing.size(), 2 + 2 * orders);
  parallel_for(pairing.size(), threads, [&] {
    return [&, matcher = NgramMatcher(limit), of_hypothesis = InformationOf(information),
            references = std::vector<Tokens>()](std::size_t begin, std::size_t end) mutable {
      for (std::size_t i = begin; i < end; ++i) {
        const Tokens hyp = batch[static_cast<std::size_t>(pairing.hypotheses[i])];
        references_of(batch, pairing, i, references);
        double* row = table.row(i);
        double* bits = row + 2;
        row[0] = static_cast<double>(hyp.size());
        for (const Tokens reference : references) row[1] += static_cast<double>(reference.size());
        row[1] /= static_cast<double>(references.size());
        of_hypothesis.start(hyp);
        matcher.match(hyp, references, max_order, [&](int n, std::int32_t at, bool matches) {
          if (matches)
            bits[n - 1] += of_hypothesis.bits(static_cast<std::size_t>(at), static_cast<std::size_t>(n));
        });
        for (int n = 1; n <= max_order; ++n)
          row[1 + orders + static_cast<std::size_t>(n)] = n_ngrams(hyp.size(), n);
      }
    };
  });
  return table;
}

}  // namespace core
