#include "core/nist.h"

#include <cmath>

#include "core/parallel.h"
#include "ngram_matcher.h"

namespace core {

namespace {

// The information of every n-gram of the references.
//
// Built order by order. An n-gram whose first n - 1 words occur once occurs once itself and carries no
// information, so only the extensions of repeated n-grams are kept: a small part of all.
class Information {
 public:
  Information(const Batch& batch, const Pairing& pairing, int max_order) : orders_(static_cast<std::size_t>(max_order)) {
    std::vector<Position> positions = start(batch, pairing);
    std::vector<std::int64_t> parents{n_words_};
    for (Order& order : orders_) {
      order.classes.clear(positions.size());
      std::vector<std::int64_t> counts;
      std::vector<std::int32_t> parent_of;
      for (Position& p : positions) {
        const std::int32_t cls = order.classes.number(p.cls, p.row[p.next]);
        if (static_cast<std::size_t>(cls) == counts.size()) {
          counts.push_back(0);
          parent_of.push_back(p.cls);
        }
        counts[static_cast<std::size_t>(cls)] += p.weight;
        p.cls = cls;
        ++p.next;
      }
      order.bits.resize(counts.size());
      for (std::size_t c = 0; c < counts.size(); ++c) {
        const auto all = static_cast<double>(parents[static_cast<std::size_t>(parent_of[c])]);
        order.bits[c] = std::log2(all / static_cast<double>(counts[c]));
      }
      std::erase_if(positions, [&](const Position& p) {
        return p.next >= p.row.size() || counts[static_cast<std::size_t>(p.cls)] < 2;
      });
      parents = std::move(counts);
    }
  }

  // The information of the n-gram at the start of `tokens`, which must occur in some reference.
  double bits(Tokens tokens, int n) const {
    std::int32_t cls = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) {
      cls = orders_[i].classes.find(cls, tokens[i]);
      if (cls < 0) return 0;
    }
    return orders_[static_cast<std::size_t>(n - 1)].bits[static_cast<std::size_t>(cls)];
  }

 private:
  struct Position {
    Tokens row;
    std::size_t next;     // the token that the next order adds
    std::int64_t weight;  // how often this row is a reference
    std::int32_t cls;
  };
  struct Order {
    PairNumbers classes;
    std::vector<double> bits;
  };

  std::vector<Position> start(const Batch& batch, const Pairing& pairing) {
    std::vector<std::int64_t> uses(batch.size());
    for (const std::int32_t row : pairing.references.values) ++uses[static_cast<std::size_t>(row)];
    std::vector<Position> positions;
    for (std::size_t row = 0; row < uses.size(); ++row) {
      if (uses[row] == 0) continue;
      const Tokens tokens = batch[row];
      n_words_ += uses[row] * static_cast<std::int64_t>(tokens.size());
      for (std::size_t i = 0; i < tokens.size(); ++i) positions.push_back({tokens, i, uses[row], 0});
    }
    return positions;
  }

  std::vector<Order> orders_;
  std::int64_t n_words_ = 0;
};

}  // namespace

Table nist_statistics(const Batch& batch, const Pairing& pairing, int max_order, int threads) {
  check(batch, "tokens");
  check_referenced(pairing, batch.size());
  const Information information(batch, pairing, max_order);
  const auto orders = static_cast<std::size_t>(max_order);
  Table table(pairing.size(), 2 + 2 * orders);
  parallel_for(pairing.size(), threads, [&] {
    return [&, matcher = NgramMatcher(), references = std::vector<Tokens>()](std::size_t begin,
                                                                              std::size_t end) mutable {
      for (std::size_t i = begin; i < end; ++i) {
        const Tokens hyp = batch[static_cast<std::size_t>(pairing.hypotheses[i])];
        references_of(batch, pairing, i, references);
        double* row = table.row(i);
        double* bits = row + 2;
        row[0] = static_cast<double>(hyp.size());
        for (const Tokens reference : references) row[1] += static_cast<double>(reference.size());
        row[1] /= static_cast<double>(references.size());
        matcher.match(hyp, references, max_order, [&](int n, std::int32_t at) {
          bits[n - 1] += information.bits(hyp.subspan(static_cast<std::size_t>(at)), n);
        });
        for (int n = 1; n <= max_order; ++n) row[1 + orders + static_cast<std::size_t>(n)] = n_ngrams(hyp.size(), n);
      }
    };
  });
  return table;
}

}  // namespace core
