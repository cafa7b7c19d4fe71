#include "matching/gtm.h"

#include <algorithm>
#include <cmath>
#include <queue>
#include <stdexcept>
#include <tuple>
#include <unordered_map>

#include "base/parallel.h"

namespace core {

namespace {

class MatchSize {
 public:
  MatchSize(const GtmOptions& options, std::size_t limit) : options_(options), counts_(limit) {}

  double operator()(Tokens hyp, Tokens ref) {
    if (options_.exponent == 1) return static_cast<double>(common(hyp, ref));
    set_unit(hyp, ref);
    const double sum = short_enough(hyp, ref) ? exact(hyp, ref) : greedy(hyp, ref);
    return unit_ * std::pow(sum, 1 / options_.exponent);
  }

  // The runs behind the size. Taken longest first they hold all words in common, too.
  std::vector<WordRun> runs(Tokens hyp, Tokens ref) {
    std::vector<WordRun> taken;
    set_unit(hyp, ref);
    if (options_.exponent == 1 || !short_enough(hyp, ref)) {
      greedy(hyp, ref, &taken);
      return taken;
    }
    exact(hyp, ref);
    std::uint32_t used = 0;
    for (std::size_t at = 0; at < hyp.size();) {
      const WordRun next = next_run(hyp, ref, at, used);
      if (next.length > 0) taken.push_back(next);
      for (std::int32_t k = 0; k < next.length; ++k) used |= std::uint32_t{1} << (next.ref_start + k);
      at += static_cast<std::size_t>(std::max(next.length, 1));
    }
    return taken;
  }

 private:
  // Lengths are measured in the longest run there could be, so that large exponents do not overflow.
  void set_unit(Tokens hyp, Tokens ref) {
    unit_ = static_cast<double>(std::max<std::size_t>(1, std::min(hyp.size(), ref.size())));
  }

  bool short_enough(Tokens hyp, Tokens ref) const {
    return std::max(hyp.size(), ref.size()) <= static_cast<std::size_t>(options_.exact_up_to);
  }

  std::size_t common(Tokens hyp, Tokens ref) {
    std::size_t n = 0;
    for (const std::int32_t id : hyp) ++counts_[static_cast<std::size_t>(id)];
    for (const std::int32_t id : ref)
      if (counts_[static_cast<std::size_t>(id)] > 0) --counts_[static_cast<std::size_t>(id)], ++n;
    for (const std::int32_t id : hyp) counts_[static_cast<std::size_t>(id)] = 0;
    return n;
  }

  double weight(std::size_t length) const {
    return std::pow(static_cast<double>(length) / unit_, options_.exponent);
  }

  // A stretch of equal words. Larger is taken first: longer, then earlier in the hypothesis, then in the
  // reference.
  struct Run {
    std::size_t length, hyp, ref;

    bool operator<(const Run& other) const {
      if (length != other.length) return length < other.length;
      return std::tie(hyp, ref) > std::tie(other.hyp, other.ref);
    }
  };

  // Takes the longest run of words that are still free until none is left. What is left of a run that has
  // lost some of its words goes back into the queue, in pieces.
  double greedy(Tokens hyp, Tokens ref, std::vector<WordRun>* taken = nullptr) {
    hyp_used_.assign(hyp.size(), false);
    ref_used_.assign(ref.size(), false);
    std::priority_queue<Run> runs(std::less<Run>(), longest_runs(hyp, ref));
    double sum = 0;
    while (!runs.empty()) {
      const Run run = runs.top();
      runs.pop();
      pulse(run.length + 20);
      std::size_t free = 0, pieces = 0;
      for (std::size_t k = 0; k <= run.length; ++k) {
        if (k < run.length && !hyp_used_[run.hyp + k] && !ref_used_[run.ref + k]) {
          ++free;
        } else if (free > 0 && free < run.length) {
          runs.push({free, run.hyp + k - free, run.ref + k - free});
          free = 0;
          ++pieces;
        }
      }
      if (free == 0 || pieces > 0) continue;
      std::fill_n(hyp_used_.begin() + static_cast<std::ptrdiff_t>(run.hyp), run.length, true);
      std::fill_n(ref_used_.begin() + static_cast<std::ptrdiff_t>(run.ref), run.length, true);
      sum += weight(run.length);
      if (taken)
        taken->push_back({static_cast<std::int32_t>(run.hyp), static_cast<std::int32_t>(run.ref),
                          static_cast<std::int32_t>(run.length)});
    }
    return sum;
  }

  // Every run that cannot be made longer.
  static std::vector<Run> longest_runs(Tokens hyp, Tokens ref) {
    std::vector<Run> runs;
    std::vector<std::size_t> lengths(ref.size() + 1);
    for (std::size_t i = 0; i < hyp.size(); ++i) {
      pulse(ref.size());
      for (std::size_t j = ref.size(); j > 0; --j) {  // downwards: lengths[j - 1] is still the row above
        lengths[j] = hyp[i] == ref[j - 1] ? lengths[j - 1] + 1 : 0;
        const bool ends = i + 1 == hyp.size() || j == ref.size() || hyp[i + 1] != ref[j];
        if (lengths[j] > 0 && ends) runs.push_back({lengths[j], i + 1 - lengths[j], j - lengths[j]});
      }
    }
    return runs;
  }

  double exact(Tokens hyp, Tokens ref) {
    best_.clear();
    return best_from(hyp, ref, 0, 0);
  }

  // The largest sum for hyp[at ..] when the words of the reference in `used` are taken.
  double best_from(Tokens hyp, Tokens ref, std::size_t at, std::uint32_t used) {
    if (at == hyp.size()) return 0;
    const std::uint64_t state = static_cast<std::uint64_t>(at) << 32 | used;
    if (const auto known = best_.find(state); known != best_.end()) return known->second;
    double best = best_from(hyp, ref, at + 1, used);
    each_run(hyp, ref, at, used, [&](const WordRun&, double sum) {
      best = std::max(best, sum);
      return false;
    });
    best_[state] = best;
    return best;
  }

  // A run that a best matching begins with at hyp[at]; of length 0 where it leaves that word out.
  WordRun next_run(Tokens hyp, Tokens ref, std::size_t at, std::uint32_t used) {
    const double best = best_from(hyp, ref, at, used);
    WordRun found{0, 0, 0};
    each_run(hyp, ref, at, used, [&](const WordRun& run, double sum) {
      // The same sum as the one that was kept, so the comparison is exact.
      if (sum != best) return false;
      found = run;
      return true;
    });
    return found;
  }

  // Calls visit(run, sum) for the runs that begin at hyp[at], with the largest sum of a matching that begins
  // with the run, until visit says that it is enough.
  template <typename Visit>
  void each_run(Tokens hyp, Tokens ref, std::size_t at, std::uint32_t used, const Visit& visit) {
    for (std::size_t j = 0; j < ref.size(); ++j) {
      std::uint32_t taken = used;
      for (std::size_t k = 0; at + k < hyp.size() && j + k < ref.size(); ++k) {
        const std::uint32_t bit = std::uint32_t{1} << (j + k);
        if ((used & bit) != 0 || hyp[at + k] != ref[j + k]) break;
        taken |= bit;
        const WordRun run{static_cast<std::int32_t>(at), static_cast<std::int32_t>(j),
                          static_cast<std::int32_t>(k + 1)};
        if (visit(run, weight(k + 1) + best_from(hyp, ref, at + k + 1, taken))) return;
      }
    }
  }

  GtmOptions options_;
  double unit_ = 1;
  std::vector<std::int32_t> counts_;
  std::vector<bool> hyp_used_, ref_used_;
  std::unordered_map<std::uint64_t, double> best_;
};

void check_options(const GtmOptions& options) {
  if (!(options.exponent >= 1)) throw std::invalid_argument("exponent must be at least 1");
  if (options.exact_up_to < 0 || options.exact_up_to > kLargestExactGtm)
    throw std::invalid_argument("exact_up_to must lie between 0 and " + std::to_string(kLargestExactGtm));
}

}  // namespace

Table gtm_statistics(const Batch& batch, const Pairing& pairing, const GtmOptions& options, int threads) {
  const std::size_t limit = check(batch, "tokens");
  check_referenced(pairing, batch.size());
  check_options(options);
  Table table(pairing.size(), 3);
  parallel_for(pairing.size(), threads, [&] {
    return [&, match_size = MatchSize(options, limit)](std::size_t begin, std::size_t end) mutable {
      for (std::size_t i = begin; i < end; ++i) {
        const Tokens hyp = batch[static_cast<std::size_t>(pairing.hypotheses[i])];
        double best = -1;
        for (const std::int32_t reference : pairing.references[i]) {
          const Tokens ref = batch[static_cast<std::size_t>(reference)];
          const double size = match_size(hyp, ref);
          const auto words = static_cast<double>(hyp.size() + ref.size());
          const double f = words > 0 ? 2 * size / words : 1;
          double* row = table.row(i);
          // Of equal ones the shortest, so that the order of references does not matter.
          if (f < best || (f == best && static_cast<double>(ref.size()) >= row[2])) continue;
          best = f;
          row[0] = size;
          row[1] = static_cast<double>(hyp.size());
          row[2] = static_cast<double>(ref.size());
        }
      }
    };
  });
  return table;
}

std::vector<WordRun> gtm_runs(const Batch& batch, std::size_t hypothesis, std::size_t reference,
                              const GtmOptions& options) {
  check(batch, "tokens");
  check_options(options);
  if (hypothesis >= batch.size() || reference >= batch.size()) throw std::out_of_range("no such row");
  return MatchSize(options, id_limit(batch)).runs(batch[hypothesis], batch[reference]);
}

}  // namespace core
