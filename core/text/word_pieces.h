#pragma once
#include "base/batch.h"

namespace core {

// Splits texts into word pieces as BERT does, once their characters are prepared: white space and ASCII
// punctuation part words; of a word the longest piece that is listed is taken, then the longest that is
// listed with `##` before it, and so on. A word that cannot be made of pieces, or that has more than
// 100 characters, is the one piece `unknown`.
//
// Pieces are named by their place in the list. ASCII letters are made lowercase first if `lowercase`; control
// characters are dropped. Other characters are taken as they are. Every different word is split once.
OwnedBatch word_pieces(const Texts& texts, const Texts& pieces, std::int32_t unknown, bool lowercase);

}  // namespace core
