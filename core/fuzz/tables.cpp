// Lists of words, trees of phrases and dictionaries with any numbers in their arrays, as a damaged file has
// them: refused, or followed inside their bounds.
#include "fuzz/input.h"
#include "matching/matching.h"
#include "matching/meteor.h"
#include "matching/paraeval.h"
#include "matching/synonyms.h"

namespace {

// A list whose offsets are any numbers.
struct AnyTexts {
  std::string_view bytes = "abcdefgh";
  std::vector<std::int64_t> offsets;

  explicit AnyTexts(fuzz::Input& input) : offsets(input.numbers<std::int64_t>(9)) {}
  core::Texts view() const {
    core::Texts texts;
    texts.values = {bytes.data(), bytes.size()};
    texts.offsets = offsets;
    return texts;
  }
};

struct AnyRows {
  std::vector<std::int32_t> values;
  std::vector<std::int64_t> offsets;

  explicit AnyRows(fuzz::Input& input)
      : values(input.numbers<std::int32_t>(8)), offsets(input.numbers<std::int64_t>(9)) {}
  core::Ragged<std::int32_t> view() const { return {values, offsets}; }
};

void look_up(fuzz::Input& input) {
  core::OwnedTexts asked;
  for (const char* word : {"d", "", "cd", "ing", "abc"}) asked.add(word);
  const AnyTexts words(input), irregular(input), suffixes(input), endings(input);
  const AnyRows sets(input), bases(input);
  const auto set_parts = input.numbers<std::uint8_t>(8), base_parts = input.numbers<std::uint8_t>(8),
             rule_parts = input.numbers<std::uint8_t>(8);
  fuzz::accepted([&] { core::words_in(fuzz::view(asked), words.view()); });
  const core::SynonymDictionary dictionary{words.view(), sets.view(),     irregular.view(),
                                           bases.view(), suffixes.view(), endings.view()};
  fuzz::accepted([&] { core::synonym_sets(fuzz::view(asked), dictionary); });
  fuzz::accepted([&] {
    core::synonym_sets_by_part(fuzz::view(asked), dictionary, {set_parts, base_parts, rule_parts});
  });
}

void follow(fuzz::Input& input) {
  const auto child_offsets = input.numbers<std::uint32_t>(13), words = input.numbers<std::uint32_t>(12),
             entries = input.numbers<std::uint32_t>(13), targets = input.numbers<std::uint32_t>(12);
  auto slots = input.numbers<std::uint32_t>(24);
  const std::vector<float> probabilities(targets.size(), 0.5F);
  const auto same = input.numbers<std::int32_t>(8), stems = input.numbers<std::int32_t>(8),
             table_words = input.numbers<std::int32_t>(8);
  const AnyRows sets(input);
  fuzz::accepted([&] { slots = core::phrase_slots(child_offsets, words); });
  const fuzz::Segment pair(input.words(8, 6), {input.words(8, 6), input.words(4, 6)});
  const core::Lexicon lexicon{
      same, stems, sets.view(), {slots, words, entries, targets, probabilities}, table_words};
  fuzz::accepted([&] { core::find_matches(pair.batch(), pair.pairing(), lexicon); });
  for (const bool optimal : {false, true})
    fuzz::accepted([&] {
      fuzz::demand_finite(core::paraeval_statistics(pair.batch(), pair.pairing(), lexicon,
                                                    {core::ParaevalMeasure::f1, optimal, 1}, 1));
    });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  if (input.flag())
    look_up(input);
  else
    follow(input);
  return 0;
}
