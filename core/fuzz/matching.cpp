// The match layer and ParaEval against their definitions.
#include "matching/matching.h"

#include "fuzz/knowledge.h"
#include "matching/paraeval.h"
#include "pfsm/edit_pairs.h"
#include "reference/matching/paraeval.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  const fuzz::Knowledge known(input);
  const core::Lexicon lexicon = known.lexicon();
  const int measure = input.below(3), least = 1 + input.below(3);
  const bool optimal = input.flag(), is_long = input.below(8) == 0;
  const fuzz::Segment pair(input.words(is_long ? 60 : 7, fuzz::kWords),
                           input.rows(1, 3, is_long ? 60 : 7, fuzz::kWords));
  const core::Matches found = core::find_matches(pair.batch(), pair.pairing(), lexicon);
  for (std::size_t k = 0; k < pair.refs.size(); ++k) {
    const std::vector<fuzz::MatchRow> expected = known.matches(pair.hyp, pair.refs[k]);
    const auto begin = static_cast<std::size_t>(found.offsets[k]);
    DEMAND(static_cast<std::size_t>(found.offsets[k + 1]) == begin + expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const core::Match& m = found.matches[begin + i];
      DEMAND((fuzz::MatchRow{static_cast<std::int32_t>(m.kind), m.hyp_start, m.hyp_length, m.ref_start,
                             m.ref_length} == expected[i]));
    }
  }
  const std::vector<std::uint8_t> kinds(fuzz::kWords, 0);
  const core::Substitutions edits = core::find_substitutions(pair.batch(), pair.pairing(), lexicon, kinds, {},
                                                             {true, true, optimal, 0.1F}, 1);
  core::check_offsets(edits.offsets, edits.values.size(), "substitutions");

  const core::Table table =
      core::paraeval_statistics(pair.batch(), pair.pairing(), lexicon,
                                {static_cast<core::ParaevalMeasure>(measure), optimal, least}, 1);
  fuzz::demand_finite(table);
  if (is_long) return 0;
  constexpr const char* kMeasures[] = {"precision", "recall", "f1"};
  if (known.same.empty())
    DEMAND(table.values ==
           reference::paraeval(pair.hyp, pair.refs, known.entries, kMeasures[measure], optimal, least));
  return 0;
}
