#pragma once
#include "base/batch.h"

namespace core {

// Numbers of the texts that hold a character at or above `first`.
std::vector<std::int64_t> texts_beyond(const Texts& texts, char32_t first);

// A copy in which A-Z are lowercase; all other characters stay.
OwnedTexts lowercase_ascii(const Texts& texts);

// A copy in which text rows[i] is replaced by text i of `replacements`; `rows` is sorted.
OwnedTexts replace_texts(const Texts& texts, std::span<const std::int64_t> rows, const Texts& replacements);

}  // namespace core
