#include "matching/paraeval.h"

#include <algorithm>
#include <tuple>

#include "base/parallel.h"

namespace core {

namespace {

// What one way to match words comes to.
struct Outcome {
  std::int32_t hyp_words = 0, ref_words = 0, hyp_matched = 0, ref_matched = 0;
  std::int32_t hyp_paraphrased = 0, ref_paraphrased = 0;
  std::int32_t reference = 0;
  std::vector<ParaevalLink> links;

  double precision() const { return ratio(hyp_matched, hyp_words, ref_words); }
  double recall() const { return ratio(ref_matched, ref_words, hyp_words); }
  double value(ParaevalMeasure measure) const {
    if (measure == ParaevalMeasure::precision) return precision();
    if (measure == ParaevalMeasure::recall) return recall();
    const double p = precision(), r = recall();
    return p + r > 0 ? 2 * p * r / (p + r) : 0.0;
  }
  // By this order outcomes are chosen; equal ones have equal columns.
  auto rank(ParaevalMeasure measure) const {
    return std::tuple(value(measure), ref_matched, -ref_words, hyp_matched, -ref_paraphrased,
                      -hyp_paraphrased);
  }

 private:
  // Nothing against nothing is right, against something it is wrong.
  static double ratio(std::int32_t matched, std::int32_t words, std::int32_t others) {
    return words > 0 ? static_cast<double>(matched) / words : others == 0 ? 1.0 : 0.0;
  }
};

// Matches the words of one hypothesis at a time; keeps scratch memory.
class ParaevalMatcher {
 public:
  ParaevalMatcher(const Lexicon& lexicon, const ParaevalOptions& options, std::size_t limit)
      : has_table_(!lexicon.table.empty()), options_(options), finder_(lexicon), heads_(limit, -1) {}

  const Outcome& operator()(Tokens hyp, std::span<const Tokens> refs) {
    if (options_.measure == ParaevalMeasure::precision || refs.size() == 1) {
      match(hyp, refs, best_);
      return best_;
    }
    for (std::size_t r = 0; r < refs.size(); ++r) {
      match(hyp, refs.subspan(r, 1), r == 0 ? best_ : other_);
      if (r == 0) continue;
      other_.reference = static_cast<std::int32_t>(r);
      for (ParaevalLink& link : other_.links) link.reference = other_.reference;
      if (other_.rank(options_.measure) > best_.rank(options_.measure)) std::swap(best_, other_);
    }
    return best_;
  }

 private:
  // A phrase of the hypothesis and one of a reference that can stand for it. The members stand in the order
  // in which places are taken; a phrase of the hypothesis is given where it stands first.
  struct Candidate {
    std::int32_t minus_hyp_length, hyp_start, reference;
    std::int32_t differs, minus_ref_length, ref_start;
    auto operator<=>(const Candidate&) const = default;
  };
  // Where a phrase of the hypothesis stands, and its candidates.
  struct Span {
    std::int32_t start, length;
    std::size_t begin, end;
  };

  void match(Tokens hyp, std::span<const Tokens> refs, Outcome& found) {
    hyp_ = hyp, refs_ = refs;
    find_candidates();
    assign(false, found);
    if (!options_.optimal || spans_.empty()) return;
    choose_spans();
    assign(true, tried_);
    if (tried_.rank(options_.measure) > found.rank(options_.measure)) std::swap(tried_, found);
  }

  void find_candidates() {
    candidates_.clear();
    spans_.clear();
    if (!has_table_) return;
    for (std::size_t r = 0; r < refs_.size(); ++r) {
      matches_.clear();
      finder_.find_grouped(hyp_, refs_[r], matches_);
      for (const Match& m : matches_) {
        if (m.hyp_length < options_.min_words || m.ref_length < options_.min_words) continue;
        const bool same =
            m.hyp_length == m.ref_length && std::ranges::equal(phrase(hyp_, m.hyp_start, m.hyp_length),
                                                               phrase(refs_[r], m.ref_start, m.ref_length));
        candidates_.push_back(
            {-m.hyp_length, m.hyp_start, static_cast<std::int32_t>(r), !same, -m.ref_length, m.ref_start});
      }
    }
    std::ranges::sort(candidates_);
    candidates_.erase(std::unique(candidates_.begin(), candidates_.end()), candidates_.end());
    firsts_.clear();
    for (std::size_t c = 0; c < candidates_.size(); ++c) {
      const Candidate& now = candidates_[c];
      if (firsts_.empty() || firsts_.back().start != now.hyp_start ||
          firsts_.back().length != -now.minus_hyp_length)
        firsts_.push_back({now.hyp_start, -now.minus_hyp_length, c, c});
      firsts_.back().end = c + 1;
    }
    if (!firsts_.empty()) add_repeated_spans();
  }

  // Phrases of the hypothesis that are the same share their candidates.
  void add_repeated_spans() {
    const auto order = [](const Span& span) { return std::pair(-span.length, span.start); };
    for (const PhraseFinder::Repeated& phrase : finder_.hyp_phrases()) {
      const auto first =
          std::ranges::lower_bound(firsts_, std::pair(-phrase.length, phrase.first), {}, order);
      if (first != firsts_.end() && first->start == phrase.first && first->length == phrase.length)
        spans_.push_back({phrase.start, phrase.length, first->begin, first->end});
    }
    std::ranges::sort(spans_, {}, order);
  }

  static Tokens phrase(Tokens words, std::int32_t start, std::int32_t length) {
    return words.subspan(static_cast<std::size_t>(start), static_cast<std::size_t>(length));
  }

  // Spans of the hypothesis that do not overlap and cover most words, from the right to the left.
  void choose_spans() {
    const std::size_t n = hyp_.size();
    by_start_.assign(n, {});
    for (std::size_t s = 0; s < spans_.size(); ++s)
      by_start_[static_cast<std::size_t>(spans_[s].start)].push_back(s);
    plan_.assign(n + 1, {});
    for (std::size_t i = n; i-- > 0;) {
      Plan best{-1, 0, kNone};
      const auto offer = [&](const Plan& plan) {
        if (plan.covered > best.covered || (plan.covered == best.covered && plan.spans < best.spans))
          best = plan;
      };
      for (const std::size_t s : by_start_[i]) {  // longer ones first, as all spans are
        const Plan& rest = plan_[i + static_cast<std::size_t>(spans_[s].length)];
        offer({rest.covered + spans_[s].length, rest.spans + 1, s});
      }
      offer({plan_[i + 1].covered, plan_[i + 1].spans, kNone});
      plan_[i] = best;
    }
    chosen_.clear();
    for (std::size_t i = 0; i < n;) {
      const std::size_t s = plan_[i].span;
      if (s != kNone) chosen_.push_back(s);
      i += s == kNone ? 1 : static_cast<std::size_t>(spans_[s].length);
    }
    std::ranges::sort(chosen_);
  }

  // Takes places in the references, for the chosen spans first if they are asked for.
  void assign(bool chosen_first, Outcome& found) {
    found.links.clear();
    hyp_marks_.assign(hyp_.size(), kFree);
    ref_begins_.assign(1, 0);
    for (const Tokens& ref : refs_) ref_begins_.push_back(ref_begins_.back() + ref.size());
    ref_used_.assign(ref_begins_.back(), 0);
    if (chosen_first)
      for (const std::size_t s : chosen_) take(spans_[s], found);
    for (const Span& span : spans_) take(span, found);
    for (std::size_t r = 0; r < refs_.size(); ++r) match_words(r, found);
    for (std::uint8_t& mark : hyp_marks_) mark = mark == kWord ? kSame : mark;
    count(found);
  }

  void take(const Span& span, Outcome& found) {
    const auto start = static_cast<std::size_t>(span.start), length = static_cast<std::size_t>(span.length);
    for (std::size_t i = start; i < start + length; ++i)
      if (hyp_marks_[i] != kFree) return;
    std::uint8_t mark = kFree;
    std::int32_t served = -1;
    for (std::size_t c = span.begin; c < span.end; ++c) {
      const Candidate& at = candidates_[c];
      if (at.reference == served || !use(at)) continue;
      served = at.reference;
      found.links.push_back(
          {at.reference, at.differs != 0, span.start, span.length, at.ref_start, -at.minus_ref_length});
      if (mark != kSame) mark = at.differs != 0 ? kParaphrase : kSame;
    }
    std::fill_n(hyp_marks_.begin() + span.start, length, mark);
  }

  // Takes the words of a reference, if they are free.
  bool use(const Candidate& at) {
    const auto length = static_cast<std::size_t>(-at.minus_ref_length);
    std::uint8_t* const words = ref_used_.data() + ref_begins_[static_cast<std::size_t>(at.reference)] +
                                static_cast<std::size_t>(at.ref_start);
    if (std::any_of(words, words + length, [](std::uint8_t used) { return used != 0; })) return false;
    std::fill_n(words, length, std::uint8_t{1});
    return true;
  }

  void match_words(std::size_t r, Outcome& found) {
    const Tokens ref = refs_[r];
    next_.resize(std::max(next_.size(), ref.size()));
    for (std::size_t j = ref.size(); j-- > 0;) {
      if (ref_used_[ref_begins_[r] + j] != 0) continue;
      std::int32_t& head = heads_[static_cast<std::size_t>(ref[j])];
      next_[j] = head;
      head = static_cast<std::int32_t>(j);
    }
    for (std::size_t i = 0; i < hyp_.size(); ++i) {
      if (hyp_marks_[i] != kFree && hyp_marks_[i] != kWord) continue;
      std::int32_t& head = heads_[static_cast<std::size_t>(hyp_[i])];
      if (head < 0) continue;
      found.links.push_back({static_cast<std::int32_t>(r), false, static_cast<std::int32_t>(i), 1, head, 1});
      hyp_marks_[i] = kWord;
      head = next_[static_cast<std::size_t>(head)];
    }
    for (const std::int32_t word : ref) heads_[static_cast<std::size_t>(word)] = -1;
  }

  void count(Outcome& found) {
    found.hyp_words = static_cast<std::int32_t>(hyp_.size());
    found.hyp_matched = found.hyp_paraphrased = 0;
    for (const std::uint8_t mark : hyp_marks_) {
      found.hyp_matched += mark != kFree;
      found.hyp_paraphrased += mark == kParaphrase;
    }
    matched_.assign(refs_.size(), {0, 0});
    for (const ParaevalLink& link : found.links) {
      auto& [matched, paraphrased] = matched_[static_cast<std::size_t>(link.reference)];
      matched += link.ref_length;
      if (link.paraphrase) paraphrased += link.ref_length;
    }
    for (std::size_t r = 0; r < refs_.size(); ++r) {
      Outcome here = numbers_of(found);
      here.reference = static_cast<std::int32_t>(r);
      here.ref_words = static_cast<std::int32_t>(refs_[r].size());
      std::tie(here.ref_matched, here.ref_paraphrased) = matched_[r];
      if (r > 0 && here.rank(ParaevalMeasure::recall) <= found.rank(ParaevalMeasure::recall)) continue;
      here.links = std::move(found.links);
      found = std::move(here);
    }
  }

  static Outcome numbers_of(const Outcome& found) {
    Outcome numbers;
    numbers.hyp_words = found.hyp_words;
    numbers.hyp_matched = found.hyp_matched;
    numbers.hyp_paraphrased = found.hyp_paraphrased;
    return numbers;
  }

  static constexpr std::uint8_t kFree = 0, kSame = 1, kParaphrase = 2, kWord = 3;
  static constexpr std::size_t kNone = ~std::size_t{0};
  // The best choice of spans from a place on: the words they cover, their number, and the one at the place.
  struct Plan {
    std::int32_t covered = 0, spans = 0;
    std::size_t span = kNone;
  };

  bool has_table_;
  ParaevalOptions options_;
  PhraseFinder finder_;
  Tokens hyp_;
  std::span<const Tokens> refs_;
  std::vector<Match> matches_;
  std::vector<Candidate> candidates_;
  std::vector<Span> firsts_, spans_;
  std::vector<std::vector<std::size_t>> by_start_;
  std::vector<Plan> plan_;
  std::vector<std::size_t> chosen_, ref_begins_;
  std::vector<std::uint8_t> hyp_marks_, ref_used_;
  std::vector<std::int32_t> heads_, next_;  // free places of each word in a reference, chained from the left
  std::vector<std::pair<std::int32_t, std::int32_t>> matched_;
  Outcome best_, other_, tried_;
};

void check_all(const Batch& batch, const Pairing& pairing, const Lexicon& lexicon,
               const ParaevalOptions& options) {
  check(batch, "tokens");
  check_referenced(pairing, batch.size());
  check(lexicon, id_limit(batch));
  check_at_least(options.min_words, 1, "min_words");
}

const Outcome& outcome(ParaevalMatcher& matcher, const Batch& batch, const Pairing& pairing, std::size_t i,
                       std::vector<Tokens>& refs) {
  refs.clear();
  for (const std::int32_t row : pairing.references[i]) refs.push_back(batch[static_cast<std::size_t>(row)]);
  return matcher(batch[static_cast<std::size_t>(pairing.hypotheses[i])], refs);
}

}  // namespace

Table paraeval_statistics(const Batch& batch, const Pairing& pairing, const Lexicon& lexicon,
                          const ParaevalOptions& options, int threads) {
  check_all(batch, pairing, lexicon, options);
  const std::size_t limit = id_limit(batch);
  Table table(pairing.size(), kParaevalColumns);
  parallel_for(pairing.size(), threads, [&] {
    return [&, matcher = ParaevalMatcher(lexicon, options, limit), refs = std::vector<Tokens>()](
               std::size_t begin, std::size_t end) mutable {
      for (std::size_t i = begin; i < end; ++i) {
        const Outcome& found = outcome(matcher, batch, pairing, i, refs);
        const std::int32_t columns[] = {found.hyp_words,   found.ref_words,       found.hyp_matched,
                                        found.ref_matched, found.hyp_paraphrased, found.ref_paraphrased};
        std::ranges::copy(columns, table.row(i));
      }
    };
  });
  return table;
}

ParaevalLinks paraeval_links(const Batch& batch, const Pairing& pairing, const Lexicon& lexicon,
                             const ParaevalOptions& options) {
  check_all(batch, pairing, lexicon, options);
  ParaevalMatcher matcher(lexicon, options, id_limit(batch));
  std::vector<Tokens> refs;
  ParaevalLinks all;
  for (std::size_t i = 0; i < pairing.size(); ++i) {
    const Outcome& found = outcome(matcher, batch, pairing, i, refs);
    all.links.insert(all.links.end(), found.links.begin(), found.links.end());
    all.offsets.push_back(static_cast<std::int64_t>(all.links.size()));
    all.references.push_back(found.reference);
  }
  return all;
}

}  // namespace core
