#pragma once
// Sentences of words as sequences of characters.
#include <vector>

#include "base/batch.h"
#include "text/unicode.h"

namespace core {

// The characters of every word as small numbers, and of sentences: words joined by single spaces.
class Spelling {
 public:
  explicit Spelling(const Texts& words) : number_of_(0x110000, -1) {
    space_ = number(U' ');
    letters_.offsets.reserve(words.size() + 1);
    for (std::size_t w = 0; w < words.size(); ++w) {
      const std::string_view text = words.text(w);
      for (std::size_t at = 0; at < text.size();) letters_.ids.push_back(number(next_code_point(text, at)));
      letters_.end_row();
    }
  }

  std::size_t limit() const { return static_cast<std::size_t>(n_letters_); }

  void spell(Tokens words, std::vector<std::int32_t>& out) const {
    out.clear();
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (i > 0) out.push_back(space_);
      const auto w = static_cast<std::size_t>(words[i]);
      out.insert(out.end(), letters_.ids.begin() + letters_.offsets[w],
                 letters_.ids.begin() + letters_.offsets[w + 1]);
    }
  }

 private:
  std::int32_t number(char32_t point) {
    std::int32_t& number = number_of_[point];
    if (number < 0) number = n_letters_++;
    return number;
  }

  std::vector<std::int32_t> number_of_;
  std::int32_t n_letters_ = 0, space_ = 0;
  OwnedBatch letters_;
};

}  // namespace core
