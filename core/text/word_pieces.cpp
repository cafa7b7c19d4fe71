#include "text/word_pieces.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "base/interner.h"

namespace core {
namespace {

constexpr std::size_t kMostCharacters = 100;

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_control(char c) { return (c >= 0 && c < ' ') || c == 0x7F; }
bool is_punctuation(char c) {
  return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') || (c >= '{' && c <= '~');
}
bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

class PieceFinder {
 public:
  PieceFinder(const Texts& pieces, std::int32_t unknown) : unknown_(unknown) {
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      std::string_view piece = pieces.text(i);
      const bool inside = piece.starts_with("##") && piece.size() > 2;
      if (inside) piece.remove_prefix(2);
      Kind& kind = kinds_[inside];
      const auto number = static_cast<std::size_t>(kind.known.number(piece));
      // A list may name a piece twice; then the last one counts, as in a dictionary.
      if (number == kind.pieces.size()) kind.pieces.emplace_back();
      kind.pieces[number] = static_cast<std::int32_t>(i);
      longest_ = std::max(longest_, piece.size());
    }
  }

  void split(std::string_view word, std::vector<std::int32_t>& out) const {
    const std::size_t before = out.size();
    const auto n_characters =
        std::count_if(word.begin(), word.end(), [](char c) { return !continues_character(c); });
    bool whole = static_cast<std::size_t>(n_characters) <= kMostCharacters;
    for (std::size_t at = 0; whole && at < word.size();) {
      const Kind& kind = kinds_[at > 0];
      std::size_t length = std::min(longest_, word.size() - at);
      std::int32_t number = -1;
      for (; length > 0 && number < 0; --length) {
        if (at + length < word.size() && continues_character(word[at + length])) continue;
        number = kind.known.find(word.substr(at, length));
        if (number >= 0) break;
      }
      whole = number >= 0;
      if (!whole) break;
      out.push_back(kind.pieces[static_cast<std::size_t>(number)]);
      at += length;
    }
    if (!whole) {
      out.resize(before);
      out.push_back(unknown_);
    }
  }

 private:
  struct Kind {
    Interner known;
    std::vector<std::int32_t> pieces;
  };

  std::int32_t unknown_;
  Kind kinds_[2];  // that begin a word, and that go on
  std::size_t longest_ = 0;
};

}  // namespace

OwnedBatch word_pieces(const Texts& texts, const Texts& pieces, std::int32_t unknown, bool lowercase) {
  check(texts, "texts");
  check(pieces, "pieces");
  if (unknown < 0 || static_cast<std::size_t>(unknown) >= pieces.size())
    throw std::invalid_argument("unknown: piece " + std::to_string(unknown) + " named, but there are " +
                                std::to_string(pieces.size()));
  const PieceFinder finder(pieces, unknown);
  Interner words;
  OwnedBatch of_word, result;
  std::string word;
  const auto end_word = [&] {
    if (word.empty()) return;
    const auto number = static_cast<std::size_t>(words.number(word));
    if (number + 1 == of_word.offsets.size()) {
      finder.split(word, of_word.ids);
      of_word.end_row();
    }
    const auto begin = of_word.ids.begin();
    result.ids.insert(result.ids.end(), begin + of_word.offsets[number], begin + of_word.offsets[number + 1]);
    word.clear();
  };
  for (std::size_t row = 0; row < texts.size(); ++row) {
    for (char c : texts.text(row)) {
      if (is_space(c)) {
        end_word();
      } else if (is_punctuation(c)) {
        end_word();
        word = c;
        end_word();
      } else if (!is_control(c)) {
        if (lowercase && c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
        word += c;
      }
    }
    end_word();
    result.end_row();
  }
  return result;
}

}  // namespace core
