// TERp's edits against its slow twin, with stems, synonyms, paraphrases and stop words.
#include "edits/terp.h"

#include "fuzz/knowledge.h"
#include "reference/edits/terp.h"

namespace {

constexpr std::array<std::array<double, 7>, 4> kCosts{{{0, 1, 1, 1, 999, 999, 1},
                                                       {0, 0.26, 1.43, 1.56, 0, 0, 0.56},
                                                       {0, 0.5, 0.9, 1.6, 0.9, 0.2, 0.7},
                                                       {0.25, 1, 0.75, 1, 0.5, 0.5, 0.125}}};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  const fuzz::Knowledge known(input, true, false);
  std::vector<std::uint8_t> stop_words(fuzz::kWords);
  for (std::uint8_t& flag : stop_words) flag = input.byte() & 1;
  const std::array<double, 7>& costs = kCosts[static_cast<std::size_t>(input.below(4))];
  constexpr double kPhrases[] = {0.0, 0.3, 2.0}, kBeams[] = {0.0, 2.0, 35.0};
  const double phrase = kPhrases[input.below(3)], beam = kBeams[input.below(3)];
  const int shifts = input.below(4);
  const bool is_long = input.below(8) == 0;
  const fuzz::Segment pair(input.words(is_long ? 40 : 10, fuzz::kWords),
                           {input.words(is_long ? 40 : 10, fuzz::kWords)});
  core::TerpOptions options{};
  std::copy_n(costs.begin(), 6, options.costs.begin());
  options.shift = costs[6];
  options.phrase = {phrase, 0, 0, 0};
  options.beam = beam;
  options.shifts = static_cast<core::TerpShifts>(shifts);
  const core::Table found =
      core::terp_statistics(pair.batch(), pair.pairing(), known.lexicon(), stop_words, options, 1);
  fuzz::demand_finite(found);
  const core::TerpAlignments made =
      core::terp_alignments(pair.batch(), pair.pairing(), known.lexicon(), stop_words, options);
  DEMAND(made.orders.ids.size() == pair.hyp.size());
  if (is_long) return 0;

  std::vector<std::int32_t> synonyms;
  for (const fuzz::Words& sets : known.sets) synonyms.push_back(sets[0]);
  std::vector<reference::TerpPhrase> priced;
  for (const auto& [source, target] : known.entries) priced.emplace_back(source, target, phrase);
  const std::vector<double> expected = reference::terp(
      pair.hyp, pair.refs[0], known.stems, synonyms, {stop_words.begin(), stop_words.end()}, priced,
      {costs.begin(), costs.end()}, beam, shifts, options.max_size, options.max_distance);
  DEMAND(found.values[1] == static_cast<double>(pair.refs[0].size()));
  DEMAND(fuzz::is_close(found.values[0], expected[0]));
  for (std::size_t i = 1; i < expected.size(); ++i) DEMAND(fuzz::is_close(found.values[i + 1], expected[i]));
  return 0;
}
