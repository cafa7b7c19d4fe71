#pragma once
#include <string_view>

#include "base/batch.h"
#include "text/tokenizers.h"

namespace core {

// What METEOR 1.5's normaliser does with an apostrophe between two letters: English keeps it with what
// follows (do n't is left alone, John 's), French with what precedes (l' homme), the others set it apart.
enum class ApostropheRule { english, french, other };

// Throws std::invalid_argument unless the name is `en`, `fr` or `other`.
ApostropheRule apostrophe_rule_named(std::string_view name);

struct MeteorWordsOptions {
  ApostropheRule apostrophes = ApostropheRule::english;
  bool keep_punctuation = true;
  // Words that keep a full stop behind them: always, or (`numeric[i]` not 0) only before a number.
  Texts abbreviations;
  std::span<const std::uint8_t> numeric;
};

// Tokenises as METEOR 1.5 does with -norm (with -noPunct unless punctuation is kept), and makes A-Z small.
// The original makes all letters small, but only at the end: letter case decides about full stops. Letters
// beyond ASCII are left to the caller. Linear in the length of the texts.
Tokenized meteor_words(const Texts& texts, const MeteorWordsOptions& options);

}  // namespace core
