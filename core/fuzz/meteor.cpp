// METEOR's choice of matches against its slow twin, its statistics against the matches, and BEER's features.
#include "matching/meteor.h"

#include "fuzz/knowledge.h"
#include "learn/beer.h"
#include "learn/permutation_trees.h"
#include "reference/learn/beer.h"
#include "reference/matching/meteor.h"

namespace {

// Words of different lengths that share letters; the last one is beyond ASCII.
constexpr const char* kSpelled[] = {"a", "ab", "ba", "abba", "b", "n\xc3\xa9"};

void read_permutation(fuzz::Input& input) {
  fuzz::Words permutation;
  const int n = input.below(8);
  for (std::int32_t i = 0; i < n; ++i) permutation.insert(permutation.begin() + input.below(i + 1), i);
  const std::vector<double> facts = core::permutation_facts(permutation);
  DEMAND(std::equal(facts.begin(), facts.begin() + 4, reference::permutation_nodes(permutation).begin()));
  DEMAND(facts[4] == reference::permutation_trees(permutation));
}

void read_features(const fuzz::Segment& pair, const core::Lexicon& lexicon,
                   const std::vector<std::uint8_t>& functions, int beam) {
  core::OwnedTexts words;
  for (const char* word : kSpelled) words.add(word);
  fuzz::demand_finite(
      core::beer_features(pair.batch(), fuzz::view(words), pair.pairing(), lexicon, functions, beam, 1));
  fuzz::demand_finite(
      core::beer2_features(pair.batch(), fuzz::view(words), pair.pairing(), core::Beer2Rules::original, 1));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  const fuzz::Knowledge known(input);
  const core::Lexicon lexicon = known.lexicon();
  std::vector<std::uint8_t> functions(fuzz::kWords);
  for (std::uint8_t& flag : functions) flag = input.byte() & 1;
  constexpr int kBeams[] = {1, 2, 3, 40};
  const int beam = kBeams[input.below(4)];
  const bool is_long = input.below(8) == 0;
  read_permutation(input);
  const fuzz::Segment pair(input.words(is_long ? 80 : 9, fuzz::kWords),
                           {input.words(is_long ? 80 : 9, fuzz::kWords)});
  const core::MeteorOptions options{0.85, 0.2, 0.6, 0.75, {1.0, 0.6, 0.8, 0.6}, beam};
  const core::Table table =
      core::meteor_statistics(pair.batch(), pair.pairing(), lexicon, functions, options, 1);
  fuzz::demand_finite(table);
  DEMAND(table.values[0] == static_cast<double>(pair.hyp.size()));
  const core::MeteorAlignments made =
      core::meteor_alignments(pair.batch(), pair.pairing(), lexicon, functions, options);
  reference::MatchRows chosen;
  for (const core::Match& m : made.matches)
    chosen.push_back(
        {static_cast<std::int32_t>(m.kind), m.hyp_start, m.hyp_length, m.ref_start, m.ref_length});
  const auto n_hyp = static_cast<int>(pair.hyp.size()), n_ref = static_cast<int>(pair.refs[0].size());
  DEMAND(chosen == reference::meteor_beam(known.matches(pair.hyp, pair.refs[0]), n_hyp, n_ref, beam));

  // BEER's tables are large, so that it is asked in few inputs only.
  if (input.below(16) == 15) read_features(pair, lexicon, functions, beam);
  return 0;
}
