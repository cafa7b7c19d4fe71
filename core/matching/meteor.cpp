#include "matching/meteor.h"

#include <cmath>
#include <memory>
#include <stdexcept>

#include "base/parallel.h"
#include "matching/meteor_aligner.h"

namespace core {

namespace {

using Row = std::array<double, kMeteorColumns>;

// Matched words of one kind: content words of hypothesis and reference, then function words.
constexpr std::size_t column_of(MatchKind kind) { return 4 + 4 * static_cast<std::size_t>(kind); }

struct Judged {
  double score = -1;
  Row row{};
  std::size_t reference = 0;
};

class Scorer {
 public:
  Scorer(const Batch& batch, const Pairing& pairing, const Lexicon& lexicon,
         std::span<const std::uint8_t> function_words, const MeteorOptions& options)
      : batch_(batch),
        pairing_(pairing),
        function_words_(function_words),
        options_(options),
        finder_(lexicon),
        aligner_(options.beam) {}

  // The reference with the best score; its chosen matches are appended where asked for.
  Judged judge(std::size_t segment, std::vector<Match>* matches = nullptr) {
    const Tokens hyp = row_of(pairing_.hypotheses[segment]);
    Judged best;
    const auto references = pairing_.references[segment];
    for (std::size_t r = 0; r < references.size(); ++r) {
      const Tokens ref = row_of(references[r]);
      const auto chosen = aligner_.align(finder_.find(hyp, ref), hyp.size(), ref.size());
      Judged judged{0, count(hyp, ref, chosen), r};
      judged.score = score(judged.row);
      if (judged.score <= best.score) continue;
      best = judged;
      if (matches != nullptr) best_matches_.assign(chosen.begin(), chosen.end());
    }
    if (matches != nullptr && best.score >= 0)
      matches->insert(matches->end(), best_matches_.begin(), best_matches_.end());
    return best;
  }

 private:
  Tokens row_of(std::int32_t row) const { return batch_[static_cast<std::size_t>(row)]; }
  bool is_function(std::int32_t word) const { return function_words_[static_cast<std::size_t>(word)] != 0; }

  Row count(Tokens hyp, Tokens ref, std::span<const Match> chosen) const {
    Row row{};
    row[0] = static_cast<double>(hyp.size());
    row[1] = static_cast<double>(ref.size());
    for (const std::int32_t word : hyp) row[2] += is_function(word);
    for (const std::int32_t word : ref) row[3] += is_function(word);
    double matched_hyp = 0, matched_ref = 0, chunks = 0;
    std::int32_t hyp_end = -1, ref_end = -1;
    for (const Match& match : chosen) {
      double* const columns = &row[column_of(match.kind)];
      for (std::int32_t i = 0; i < match.hyp_length; ++i)
        ++columns[is_function(hyp[static_cast<std::size_t>(match.hyp_start + i)]) ? 2 : 0];
      for (std::int32_t j = 0; j < match.ref_length; ++j)
        ++columns[is_function(ref[static_cast<std::size_t>(match.ref_start + j)]) ? 3 : 1];
      matched_hyp += match.hyp_length;
      matched_ref += match.ref_length;
      chunks += match.hyp_start != hyp_end || match.ref_start != ref_end;
      hyp_end = match.hyp_start + match.hyp_length;
      ref_end = match.ref_start + match.ref_length;
    }
    const bool whole = chunks == 1 && matched_hyp == row[0] && matched_ref == row[1];
    row.back() = whole ? 0 : chunks;
    return row;
  }

  double score(const Row& row) const {
    double hyp = 0, ref = 0, words = 0;
    const double delta = options_.delta;
    for (std::size_t kind = 0; kind < kMatchKinds; ++kind) {
      const double* const columns = &row[4 + 4 * kind];
      hyp += options_.weights[kind] * (delta * columns[0] + (1 - delta) * columns[2]);
      ref += options_.weights[kind] * (delta * columns[1] + (1 - delta) * columns[3]);
      words += columns[0] + columns[1] + columns[2] + columns[3];
    }
    if (hyp <= 0 || ref <= 0) return 0;
    const double precision = hyp / (delta * (row[0] - row[2]) + (1 - delta) * row[2]);
    const double recall = ref / (delta * (row[1] - row[3]) + (1 - delta) * row[3]);
    const double mean = 1 / ((1 - options_.alpha) / precision + options_.alpha / recall);
    const double penalty =
        row.back() > 0 ? options_.gamma * std::pow(2 * row.back() / words, options_.beta) : 0;
    return std::max(0.0, mean * (1 - penalty));
  }

  const Batch& batch_;
  const Pairing& pairing_;
  std::span<const std::uint8_t> function_words_;
  const MeteorOptions& options_;
  MatchFinder finder_;
  MeteorAligner aligner_;
  std::vector<Match> best_matches_;
};

void check_input(const Batch& batch, const Pairing& pairing, const Lexicon& lexicon,
                 std::span<const std::uint8_t> function_words, const MeteorOptions& options) {
  check(batch, "batch");
  check_referenced(pairing, batch.size());
  check(lexicon, id_limit(batch));
  if (function_words.size() < id_limit(batch))
    throw std::invalid_argument("function_words: one for each word is due");
  check_at_least(options.beam, 1, "beam");
}

}  // namespace

Table meteor_statistics(const Batch& batch, const Pairing& pairing, const Lexicon& lexicon,
                        std::span<const std::uint8_t> function_words, const MeteorOptions& options,
                        int threads) {
  check_input(batch, pairing, lexicon, function_words, options);
  Table table(pairing.size(), kMeteorColumns);
  parallel_for(pairing.size(), threads, [&] {
    return [&, scorer = std::make_shared<Scorer>(batch, pairing, lexicon, function_words, options)](
               std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const Judged judged = scorer->judge(i);
        std::copy(judged.row.begin(), judged.row.end(), table.row(i));
      }
    };
  });
  return table;
}

MeteorAlignments meteor_alignments(const Batch& batch, const Pairing& pairing, const Lexicon& lexicon,
                                   std::span<const std::uint8_t> function_words,
                                   const MeteorOptions& options) {
  check_input(batch, pairing, lexicon, function_words, options);
  Scorer scorer(batch, pairing, lexicon, function_words, options);
  MeteorAlignments result;
  for (std::size_t i = 0; i < pairing.size(); ++i) {
    result.references.push_back(static_cast<std::int32_t>(scorer.judge(i, &result.matches).reference));
    result.offsets.push_back(static_cast<std::int64_t>(result.matches.size()));
  }
  return result;
}

}  // namespace core
