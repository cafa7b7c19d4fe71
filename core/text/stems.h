#pragma once
#include <string_view>

#include "base/batch.h"

namespace core {

// The stem of every word by the Snowball algorithm of a language (`en`: Porter 2, `de`), in the form that
// METEOR 1.5 contains; later versions of Snowball changed some stems. Words are in lowercase. Throws
// std::invalid_argument for another language.
OwnedTexts snowball_stems(const Texts& words, std::string_view language);

// The stem of every English word by Porter's algorithm of 1980 with its author's later changes ("bli" and
// "logi"), as TERp has it. Words are in lowercase; a character that is not a letter is a consonant.
OwnedTexts porter_stems(const Texts& words);

}  // namespace core
