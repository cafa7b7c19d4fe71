// Tokenisers, stemmers and hashes on any bytes: tokens are rows of the batch that they promise, the simplest
// one loses nothing but white space.
#include "text/tokenizers.h"

#include "fuzz/input.h"
#include "matching/matching.h"
#include "pfsm/edit_pairs.h"
#include "text/meteor_words.h"
#include "text/stems.h"
#include "text/texts.h"
#include "text/treebank.h"
#include "text/unicode.h"

namespace {

void demand_rows(const core::Tokenized& found, std::size_t n_rows) {
  core::check(fuzz::view(found.batch), "tokens");
  core::check(fuzz::view(found.words), "words");
  DEMAND(found.batch.offsets.size() == n_rows + 1);
  for (const std::int32_t id : found.batch.ids) DEMAND(static_cast<std::size_t>(id) < found.words.size());
}

std::string without_space(std::string_view text) {
  std::string kept;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    if (!core::is_space(core::next_code_point(text, at))) kept += text.substr(begin, at - begin);
  }
  return kept;
}

std::string joined(const core::Tokenized& found, std::size_t row) {
  std::string text;
  for (const std::int32_t id : fuzz::view(found.batch)[row])
    text += found.words.text(static_cast<std::size_t>(id));
  return text;
}

void read_words(const core::Texts& words, const char* language) {
  DEMAND(core::porter_stems(words).size() == words.size());
  DEMAND(core::snowball_stems(words, language).size() == words.size());
  DEMAND(core::java_hashes(words).size() == words.size());
  DEMAND(core::punctuation_words(words).size() == words.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  const auto tokenizer = static_cast<core::Tokenizer>(input.below(10));
  const std::uint8_t bits = input.byte();
  const bool is_characters =
      tokenizer == core::Tokenizer::characters || tokenizer == core::Tokenizer::characters_and_space;
  const bool again = (bits & 4) != 0 && !is_characters;
  const core::OwnedTexts owned = fuzz::lines(input.rest());
  const core::Texts texts = fuzz::view(owned);
  const core::Tokenized found = core::tokenize(texts, tokenizer, {(bits & 1) != 0, (bits & 2) != 0, again});
  demand_rows(found, texts.size() * (again ? 2 : 1));
  if (tokenizer == core::Tokenizer::none && (bits & 2) == 0)
    for (std::size_t i = 0; i < texts.size(); ++i) DEMAND(joined(found, i) == without_space(texts.text(i)));
  read_words(fuzz::view(found.words), (bits & 8) != 0 ? "en" : "de");

  core::OwnedTexts abbreviations;
  for (const char* word : {"Mr", "No", "a"}) abbreviations.add(word);
  const std::vector<std::uint8_t> numeric{0, 1, 0};
  const auto rule = static_cast<core::ApostropheRule>((bits >> 4) % 3);
  demand_rows(core::meteor_words(texts, {rule, (bits & 2) != 0, fuzz::view(abbreviations), numeric}),
              texts.size());
  const core::TreebankTexts spaced = core::treebank_spaces(texts);
  DEMAND(spaced.texts.size() == texts.size());
  DEMAND(std::ranges::is_sorted(spaced.unsure));
  DEMAND(core::lowercase_ascii(texts).bytes.size() == texts.values.size());
  DEMAND(std::ranges::is_sorted(core::texts_beyond(texts, 0x80)));
  return 0;
}
