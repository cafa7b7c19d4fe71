#include "edits/edit_distance.h"

#include <algorithm>
#include <stdexcept>

#include "base/parallel.h"
#include "edits/details/bit_vectors.h"

namespace core {

namespace {

class EditDistance {
 public:
  explicit EditDistance(std::size_t limit) : bits_(limit) {}

  std::int32_t operator()(Tokens a, Tokens b) {
    // What two texts share at their ends costs nothing.
    while (!a.empty() && !b.empty() && a.front() == b.front()) a = a.subspan(1), b = b.subspan(1);
    while (!a.empty() && !b.empty() && a.back() == b.back())
      a = a.first(a.size() - 1), b = b.first(b.size() - 1);
    if (a.size() > b.size()) std::swap(a, b);
    if (a.empty()) return static_cast<std::int32_t>(b.size());
    bits_.set(a);
    const std::uint64_t last = last_row(a.size());
    auto distance = static_cast<std::int32_t>(a.size());
    if (bits_.blocks() == 1) {
      Differences column;
      for (const std::int32_t id : b) distance += advance(column, *bits_.of(id), 1, last);
    } else {
      column_.assign(bits_.blocks(), Differences{});
      for (const std::int32_t id : b) {
        pulse(8 * bits_.blocks());
        distance += advance_column(column_.data(), bits_.of(id), bits_.blocks(), last);
      }
    }
    return distance;
  }

 private:
  PatternBits bits_;
  std::vector<Differences> column_;
};

class CommonWords {
 public:
  explicit CommonWords(std::size_t limit) : counts_(limit) {}

  // Errors that are left when words may stand anywhere.
  std::int32_t operator()(Tokens a, Tokens b) {
    for (const std::int32_t id : a) ++counts_[static_cast<std::size_t>(id)];
    std::size_t common = 0;
    for (const std::int32_t id : b)
      if (counts_[static_cast<std::size_t>(id)]-- > 0) ++common;
    for (const std::int32_t id : a) counts_[static_cast<std::size_t>(id)] = 0;
    for (const std::int32_t id : b) counts_[static_cast<std::size_t>(id)] = 0;
    return static_cast<std::int32_t>(std::max(a.size(), b.size()) - common);
  }

 private:
  std::vector<std::int32_t> counts_;
};

// Rates are compared crosswise, so that an empty reference needs no division.
bool lower_rate(double edits, double words, double best_edits, double best_words) {
  const double rate = edits * best_words, best = best_edits * words;
  return rate < best || (rate == best && edits < best_edits);
}

bool fewer_edits(double edits, double words, double best_edits, double best_words) {
  return edits < best_edits || (edits == best_edits && words > best_words);
}

template <typename Distance>
Table error_statistics(const Batch& batch, const Pairing& pairing, Closest closest, int threads) {
  const std::size_t limit = check(batch, "tokens");
  check_referenced(pairing, batch.size());
  Table table(pairing.size(), 2);
  parallel_for(pairing.size(), threads, [&] {
    return [&, distance = Distance(limit)](std::size_t begin, std::size_t end) mutable {
      for (std::size_t i = begin; i < end; ++i) {
        const Tokens hyp = batch[static_cast<std::size_t>(pairing.hypotheses[i])];
        double best_edits = -1, best_words = 0;
        for (const std::int32_t reference : pairing.references[i]) {
          const Tokens ref = batch[static_cast<std::size_t>(reference)];
          const auto edits = static_cast<double>(distance(hyp, ref));
          const auto words = static_cast<double>(ref.size());
          const bool better = closest == Closest::by_rate ? lower_rate(edits, words, best_edits, best_words)
                                                          : fewer_edits(edits, words, best_edits, best_words);
          if (best_edits < 0 || better) best_edits = edits, best_words = words;
        }
        table.row(i)[0] = best_edits;
        table.row(i)[1] = best_words;
      }
    };
  });
  return table;
}

}  // namespace

Table wer_statistics(const Batch& batch, const Pairing& pairing, Closest closest, int threads) {
  return error_statistics<EditDistance>(batch, pairing, closest, threads);
}

Table per_statistics(const Batch& batch, const Pairing& pairing, Closest closest, int threads) {
  return error_statistics<CommonWords>(batch, pairing, closest, threads);
}

std::vector<std::int32_t> edit_distances(const Batch& batch, std::span<const std::int32_t> a,
                                         std::span<const std::int32_t> b, int threads) {
  check(batch, "tokens");
  if (a.size() != b.size())
    throw std::invalid_argument("got " + std::to_string(a.size()) + " rows on one side but " +
                                std::to_string(b.size()) + " on the other");
  std::vector<std::int64_t> offsets(b.size() + 1);
  for (std::size_t i = 0; i < offsets.size(); ++i) offsets[i] = static_cast<std::int64_t>(i);
  check(Pairing{a, {b, offsets}}, batch.size());
  std::vector<std::int32_t> distances(a.size());
  const std::size_t limit = id_limit(batch);
  parallel_for(a.size(), threads, [&] {
    return [&, distance = EditDistance(limit)](std::size_t begin, std::size_t end) mutable {
      for (std::size_t i = begin; i < end; ++i)
        distances[i] = distance(batch[static_cast<std::size_t>(a[i])], batch[static_cast<std::size_t>(b[i])]);
    };
  });
  return distances;
}

}  // namespace core
