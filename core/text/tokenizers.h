#pragma once
#include <string_view>

#include "base/batch.h"

namespace core {

// The tokenisers that live in the core. Every token is a piece of its text, so a tokeniser is a rule that
// says where pieces end. Most of them split at white space as Python's str.split() does.
//
//   none        nothing more than that
//   13a         mteval-v13a, as sacreBLEU's `13a`
//   intl        mteval-v14 international, as sacreBLEU's `intl`
//   zh          Chinese characters one by one, the rest as 13a, as sacreBLEU's `zh`
//   any         letters of scripts without spaces between words one by one, the rest as intl
//   char        every character, without white space
//   char+space  every character, with white space
//   tercom      tercom's normalisation, as sacreBLEU's TER with normalized=True
//   terp        TERp's normalisation; white space is what Java takes for it, here and in the next
//   java        nothing more than that
//   chrf        one punctuation mark split off each word, as chrF++ counts words
enum class Tokenizer {
  none,
  mteval13a,
  international,
  chinese,
  any_script,
  characters,
  characters_and_space,
  tercom,
  terp,
  java_spaces,
  chrf
};

// Throws std::invalid_argument for a name that is not in the list above.
Tokenizer tokenizer_named(std::string_view name);

struct TokenizerOptions {
  bool asian = false;  // tercom: split Chinese and Japanese characters and punctuation too
  bool no_punct =
      false;  // drop tercom's punctuation characters from tokens; with `asian`, the Asian ones too
  // Add as many rows more: the texts tokenised, joined by spaces and tokenised again; not of characters.
  bool again = false;
};

struct Tokenized {
  OwnedBatch batch;
  OwnedTexts words;  // the word of each id
};

// Tokenises every text. Ids are given in order of first occurrence, whatever the number of threads (0 = all
// cores). Linear in the length of the texts.
Tokenized tokenize(const Texts& texts, Tokenizer tokenizer, const TokenizerOptions& options, int threads = 1);

}  // namespace core
