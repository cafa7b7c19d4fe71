#include "ngrams/chrf.h"

#include <algorithm>

#include "base/parallel.h"
#include "ngrams/details/ngram_tree.h"
#include "ngrams/ngram_matcher.h"

namespace core {

namespace {

// Counts the n-grams of one kind of tokens. References are kept as trees, so that hypotheses that follow each
// other and have the same references, as those of several systems for one segment, read each of them once.
class Counter {
 public:
  // Ids below `limit` occur in the batch.
  Counter(const Batch& batch, std::size_t limit, int max_order)
      : batch_(batch),
        limit_(limit),
        max_order_(max_order),
        matcher_(limit),
        matched_(static_cast<std::size_t>(max_order) + 1) {}

  // Fills (hypothesis, reference, matches) for orders 1 .. max_order; `place` is the reference's among those
  // of the hypothesis.
  void count(std::size_t hypothesis, std::size_t reference, std::size_t place, double* out) {
    const Tokens hyp = batch_[hypothesis], ref = batch_[reference];
    std::fill(matched_.begin(), matched_.end(), 0);
    NgramTree* tree = ref.size() > ShortNgramMatcher::kLongest ? tree_of(reference, place) : nullptr;
    if (tree != nullptr)
      tree->match(hyp, matched_.data());
    else
      matcher_.count(hyp, {&ref, 1}, max_order_, matched_.data());
    for (int n = 1; n <= max_order_; ++n, out += 3) {
      out[1] = n_ngrams(ref.size(), n);
      out[0] = out[1] > 0 ? n_ngrams(hyp.size(), n) : 0;
      out[2] = static_cast<double>(matched_[static_cast<std::size_t>(n)]);
    }
  }

 private:
  static constexpr std::size_t kMostTrees = 8;

  struct Kept {
    std::size_t reference;  // or no row at all
    bool fits;
    NgramTree tree;
  };

  // The tree of a reference, or none where it would be too large.
  NgramTree* tree_of(std::size_t reference, std::size_t place) {
    place %= kMostTrees;
    while (place >= kept_.size()) kept_.push_back({batch_.size(), false, NgramTree(limit_)});
    Kept& kept = kept_[place];
    if (kept.reference != reference) {
      kept.fits = kept.tree.read(batch_[reference], max_order_);
      kept.reference = reference;
    }
    return kept.fits ? &kept.tree : nullptr;
  }

  Batch batch_;
  std::size_t limit_;
  int max_order_;
  NgramMatcher matcher_;
  std::vector<std::int64_t> matched_;
  std::vector<Kept> kept_;
};

// The F score that picks the best reference: the same operations in the same order as sacreBLEU, so that
// ties fall the same way.
double f_score(const double* statistics, std::size_t orders, const ChrfOptions& options) {
  constexpr double kEps = 1e-16;
  const double factor = options.beta * options.beta;
  double score = 0, precision_sum = 0, recall_sum = 0, effective = 0;
  for (std::size_t i = 0; i < orders; ++i) {
    const double hyp = statistics[3 * i], ref = statistics[3 * i + 1], match = statistics[3 * i + 2];
    const double precision = hyp > 0 ? match / hyp : kEps;
    const double recall = ref > 0 ? match / ref : kEps;
    const double denominator = factor * precision + recall;
    score += denominator > 0 ? (1 + factor) * precision * recall / denominator : kEps;
    if (hyp > 0 && ref > 0) {
      precision_sum += precision;
      recall_sum += recall;
      ++effective;
    }
  }
  if (options.eps_smoothing) return score / static_cast<double>(orders);
  if (effective == 0) return 0;
  const double precision = precision_sum / effective, recall = recall_sum / effective;
  return precision + recall > 0 ? (1 + factor) * precision * recall / (factor * precision + recall) : 0;
}

}  // namespace

Table chrf_statistics(const Batch& characters, const Batch& words, const Pairing& pairing,
                      const ChrfOptions& options, int threads) {
  const std::size_t n_characters = check(characters, "characters");
  std::size_t n_words = 0;
  check_referenced(pairing, characters.size());
  check_at_least(options.char_order, 1, "char_order");
  check_at_least(options.word_order, 0, "word_order");
  if (options.word_order > 0) {
    n_words = check(words, "words");
    check_referenced(pairing, words.size());
  }
  const auto orders = static_cast<std::size_t>(options.char_order + options.word_order);
  Table table(pairing.size(), 3 * orders);
  parallel_for(pairing.size(), threads, [&] {
    return [&, by_character = Counter(characters, n_characters, options.char_order),
            by_word = Counter(words, n_words, options.word_order),
            found = std::vector<double>(3 * orders)](std::size_t begin, std::size_t end) mutable {
      for (std::size_t i = begin; i < end; ++i) {
        const auto hyp = static_cast<std::size_t>(pairing.hypotheses[i]);
        const auto references = pairing.references[i];
        double best = -1;
        for (std::size_t r = 0; r < references.size(); ++r) {
          const auto ref = static_cast<std::size_t>(references[r]);
          by_character.count(hyp, ref, r, found.data());
          if (options.word_order > 0) by_word.count(hyp, ref, r, found.data() + 3 * options.char_order);
          const double score = f_score(found.data(), orders, options);
          if (score > best) {
            best = score;
            std::copy(found.begin(), found.end(), table.row(i));
          }
        }
      }
    };
  });
  return table;
}

}  // namespace core
