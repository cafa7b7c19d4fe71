#include "reference/matching/paraeval.h"

#include <algorithm>
#include <set>
#include <stdexcept>

namespace reference {

namespace {

using Entries = std::vector<std::pair<ParaevalPhrase, ParaevalPhrase>>;
using Numbers = std::vector<double>;

struct Span {
  std::size_t start, length;
};

struct Problem {
  ParaevalPhrase hyp;
  std::vector<ParaevalPhrase> refs;
  std::set<std::pair<ParaevalPhrase, ParaevalPhrase>> entries;
  std::size_t min_words;
};

ParaevalPhrase cut(const ParaevalPhrase& words, Span span) {
  const auto begin = words.begin() + static_cast<std::ptrdiff_t>(span.start);
  return {begin, begin + static_cast<std::ptrdiff_t>(span.length)};
}

// All stretches of a text, longer ones first.
std::vector<Span> stretches(std::size_t n) {
  std::vector<Span> all;
  for (std::size_t length = n; length > 0; --length)
    for (std::size_t start = 0; start + length <= n; ++start) all.push_back({start, length});
  return all;
}

bool stands_for(const Problem& p, const ParaevalPhrase& in_ref, const ParaevalPhrase& in_hyp) {
  return in_ref.size() >= p.min_words && in_hyp.size() >= p.min_words && p.entries.contains({in_ref, in_hyp});
}

bool is_candidate(const Problem& p, Span span) {
  for (const ParaevalPhrase& ref : p.refs)
    for (const Span at : stretches(ref.size()))
      if (stands_for(p, cut(ref, at), cut(p.hyp, span))) return true;
  return false;
}

// All choices of disjoint candidates from `at` on: with a longer one first, without one last.
void choices(const Problem& p, std::size_t at, std::vector<Span> so_far,
             std::vector<std::vector<Span>>& all) {
  if (at == p.hyp.size()) {
    all.push_back(so_far);
    return;
  }
  for (std::size_t length = p.hyp.size() - at; length > 0; --length)
    if (is_candidate(p, {at, length})) {
      so_far.push_back({at, length});
      choices(p, at + length, so_far, all);
      so_far.pop_back();
    }
  choices(p, at + 1, so_far, all);
}

std::vector<Span> best_choice(const Problem& p) {
  std::vector<std::vector<Span>> all;
  choices(p, 0, {}, all);
  const auto covered = [](const std::vector<Span>& spans) {
    std::size_t words = 0;
    for (const Span span : spans) words += span.length;
    return words;
  };
  std::vector<Span> best = all.front();
  for (const auto& spans : all)
    if (covered(spans) > covered(best) || (covered(spans) == covered(best) && spans.size() < best.size()))
      best = spans;
  std::stable_sort(best.begin(), best.end(), [](Span a, Span b) { return a.length > b.length; });
  return best;
}

bool all_free(const std::vector<bool>& used, Span span) {
  for (std::size_t i = 0; i < span.length; ++i)
    if (used[span.start + i]) return false;
  return true;
}

void take(std::vector<bool>& used, Span span) {
  for (std::size_t i = 0; i < span.length; ++i) used[span.start + i] = true;
}

double part(double matched, double words, double others) {
  if (words > 0) return matched / words;
  return others > 0 ? 0.0 : 1.0;
}

double value(const Numbers& n, const std::string& measure) {
  const double precision = part(n[2], n[0], n[1]), recall = part(n[3], n[1], n[0]);
  if (measure == "precision") return precision;
  if (measure == "recall") return recall;
  return precision + recall > 0 ? 2 * precision * recall / (precision + recall) : 0.0;
}

bool is_better(const Numbers& a, const Numbers& b, const std::string& measure) {
  const auto rank = [&](const Numbers& n) {
    return Numbers{value(n, measure), n[3], -n[1], n[2], -n[5], -n[4]};
  };
  return rank(a) > rank(b);
}

Numbers match_in(const Problem& p, const std::vector<Span>& first) {
  std::vector<bool> used(p.hyp.size()), paraphrased(p.hyp.size());
  std::vector<std::vector<bool>> ref_used;
  std::vector<double> ref_paraphrased(p.refs.size());
  for (const ParaevalPhrase& ref : p.refs) ref_used.emplace_back(ref.size());
  std::vector<Span> order = first;
  for (const Span span : stretches(p.hyp.size())) order.push_back(span);
  for (const Span span : order) {
    if (!all_free(used, span)) continue;
    const ParaevalPhrase words = cut(p.hyp, span);
    bool found = false, same = false;
    for (std::size_t r = 0; r < p.refs.size(); ++r) {
      bool done = false;
      for (const bool wanted : {true, false})  // the phrase itself before others
        for (const Span at : stretches(p.refs[r].size())) {
          const ParaevalPhrase there = cut(p.refs[r], at);
          if (done || (there == words) != wanted || !all_free(ref_used[r], at) ||
              !stands_for(p, there, words))
            continue;
          done = found = true;
          same = same || wanted;
          take(ref_used[r], at);
          if (!wanted) ref_paraphrased[r] += static_cast<double>(at.length);
        }
    }
    if (found) take(used, span);
    if (found && !same) take(paraphrased, span);
  }
  const std::vector<bool> used_by_phrases = used;
  for (std::size_t r = 0; r < p.refs.size(); ++r)
    for (std::size_t i = 0; i < p.hyp.size(); ++i)
      for (std::size_t j = 0; j < p.refs[r].size() && !used_by_phrases[i]; ++j)
        if (!ref_used[r][j] && p.refs[r][j] == p.hyp[i]) {
          used[i] = ref_used[r][j] = true;
          break;
        }
  Numbers best;
  for (std::size_t r = 0; r < p.refs.size(); ++r) {
    const auto total = [](const std::vector<bool>& flags) {
      return static_cast<double>(std::count(flags.begin(), flags.end(), true));
    };
    const Numbers here{static_cast<double>(p.hyp.size()),
                       static_cast<double>(p.refs[r].size()),
                       total(used),
                       total(ref_used[r]),
                       total(paraphrased),
                       ref_paraphrased[r]};
    if (best.empty() || is_better(here, best, "recall")) best = here;
  }
  return best;
}

Numbers match(const Problem& p, const std::string& measure, bool optimal) {
  Numbers found = match_in(p, {});
  if (optimal) {
    const Numbers other = match_in(p, best_choice(p));
    if (is_better(other, found, measure)) found = other;
  }
  return found;
}

}  // namespace

std::vector<double> paraeval(const ParaevalPhrase& hyp, const std::vector<ParaevalPhrase>& refs,
                             const Entries& entries, const std::string& measure, bool optimal,
                             int min_words) {
  if (refs.empty()) throw std::invalid_argument("there is no reference");
  Problem p{hyp, refs, {entries.begin(), entries.end()}, static_cast<std::size_t>(min_words)};
  if (measure == "precision") return match(p, measure, optimal);
  Numbers best;
  for (const ParaevalPhrase& ref : refs) {
    p.refs = {ref};
    const Numbers here = match(p, measure, optimal);
    if (best.empty() || is_better(here, best, measure)) best = here;
  }
  return best;
}

}  // namespace reference
