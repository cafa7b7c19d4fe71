// Word alignments as text, their symmetrisation and the phrase pairs they allow, against slow twins; any
// bytes and any numbers are refused or read.
#include "bitext/phrase_pairs.h"

#include <array>
#include <set>

#include "bitext/phrase_objections.h"
#include "fuzz/input.h"
#include "reference/bitext/phrase_pairs.h"

namespace {

using Points = reference::AlignmentPoints;

Points points_of(fuzz::Input& input, int n_first, int n_second) {
  std::set<std::pair<int, int>> points;
  const int n = input.below(14);
  for (int i = 0; i < n; ++i) points.insert({input.below(n_first), input.below(n_second)});
  return {points.begin(), points.end()};
}

core::OwnedBatch laid_out(const Points& points) {
  fuzz::Words row;
  for (const auto& [i, j] : points) row.insert(row.end(), {i, j});
  return fuzz::laid_out({row});
}

void compare(fuzz::Input& input) {
  constexpr const char* kMethods[] = {"intersection", "union", "grow-diag", "grow-diag-final-and"};
  const int n_first = 1 + input.below(9), n_second = 1 + input.below(9), max_words = 1 + input.below(8);
  const fuzz::Words first{n_first}, second{n_second};
  const Points one = points_of(input, n_first, n_second), other = points_of(input, n_first, n_second);
  const core::OwnedBatch one_batch = laid_out(one), other_batch = laid_out(other);
  for (const char* method : kMethods) {
    const core::OwnedBatch found = core::symmetrize(fuzz::view(one_batch), fuzz::view(other_batch),
                                                    {first, second}, core::symmetrization_named(method));
    DEMAND(found.ids == laid_out(reference::symmetrize(one, other, n_first, n_second, method)).ids);
  }
  const auto found = core::phrase_pairs(fuzz::view(one_batch), {first, second}, max_words);
  const auto expected = reference::phrase_pairs(one, n_first, n_second, max_words);
  DEMAND(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    DEMAND((std::array{found[i].first_begin, found[i].first_end, found[i].second_begin,
                       found[i].second_end} == expected[i]));

  std::string text;
  for (const auto& [i, j] : one) text += std::to_string(i) + "-" + std::to_string(j) + " ";
  core::OwnedTexts texts;
  texts.add(text);
  DEMAND(core::read_alignments(fuzz::view(texts), {first, second}).ids == one_batch.ids);

  const core::OwnedBatch ids = fuzz::laid_out({fuzz::Words(static_cast<std::size_t>(n_first), 0)}),
                         other_ids = fuzz::laid_out({fuzz::Words(static_cast<std::size_t>(n_second), 1)});
  core::OwnedTexts words;
  words.add("a");
  words.add("b");
  const std::vector<std::uint8_t> unwanted{0, static_cast<std::uint8_t>(input.flag())};
  const core::PhraseCounts counts = core::count_phrase_pairs(
      {fuzz::view(ids), fuzz::view(words), unwanted}, {fuzz::view(other_ids), fuzz::view(words), unwanted},
      fuzz::view(one_batch), max_words);
  std::int64_t total = counts.left_out;
  for (const std::int64_t n : counts.count) total += n;
  DEMAND(total == static_cast<std::int64_t>(found.size()));
}

void read_any(fuzz::Input& input) {
  const fuzz::Words first{input.below(12)}, second{input.below(12)};
  const core::OwnedBatch phrases = fuzz::laid_out(input.rows(2, 2, 6, 5));
  const auto kinds = input.numbers<std::uint8_t>(8);
  const auto stems = input.numbers<std::int32_t>(8);
  const auto asked = input.byte();
  fuzz::accepted(
      [&] { core::phrase_objections(fuzz::view(phrases), {kinds, stems}, asked, 1 + input.below(4)); });
  const auto values = input.numbers<std::int32_t>(10);
  const auto offsets = input.numbers<std::int64_t>(3);
  fuzz::accepted([&] { core::phrase_pairs({values, offsets}, {first, second}, 7); });
  fuzz::accepted([&] {
    core::symmetrize({values, offsets}, {values, offsets}, {first, second},
                     core::Symmetrization::grow_diag_final_and);
  });
  core::OwnedTexts text;
  text.add(input.rest());
  fuzz::accepted([&] { core::read_alignments(fuzz::view(text), {first, second}); });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  if (input.flag())
    compare(input);
  else
    read_any(input);
  return 0;
}
