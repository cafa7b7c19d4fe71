#pragma once
#include <vector>

#include "base/batch.h"

namespace core {

// Texts with a space between Penn Treebank words; split at white space they are what nltk's
// TreebankWordTokenizer gives. Its steps are substitutions that see what the ones before have left, so they
// are followed one by one. Linear in the length of the texts.
//
// `unsure` names the texts, in ascending order, in which a rule meets a character beyond ASCII that needs the
// whole of Unicode to be judged (another script's digit behind a comma, a letter beside `gonna`): those are
// left as they are, and are for the slow version in Python.
struct TreebankTexts {
  OwnedTexts texts;
  std::vector<std::int64_t> unsure;
};
TreebankTexts treebank_spaces(const Texts& texts);

}  // namespace core
