#pragma once
#include <array>
#include <string_view>

#include "text/unicode.h"

namespace core {

// How a character behaves. `run` characters (full stop and comma, or all punctuation) stay with a number
// on their other side; `split` characters always stand alone.
enum class Kind : unsigned char { space, split, run, number, other };

constexpr Kind western_kind(char c) {
  if (c == ' ' || (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x1F)) return Kind::space;
  if (c >= '0' && c <= '9') return Kind::number;
  if (c == '.' || c == ',') return Kind::run;
  const bool split = (c >= '{' && c <= '~') || (c >= '[' && c <= '`') || (c >= ' ' && c <= '&') ||
                     (c >= '(' && c <= '+') || (c >= ':' && c <= '@') || c == '/';
  return split ? Kind::split : Kind::other;
}

inline constexpr auto kWesternKinds = [] {
  std::array<Kind, 128> kinds{};
  for (std::size_t c = 0; c < kinds.size(); ++c) kinds[c] = western_kind(static_cast<char>(c));
  return kinds;
}();

struct Char {
  Kind kind;
  std::size_t end;
};

inline bool in(char32_t point, char32_t first, char32_t last) { return first <= point && point <= last; }

// Characters that sacreBLEU's `zh` separates. Two of its ranges are written '\u20000' and '\u2f800', which
// Python reads as U+2000 U+0030 and U+2F80 U+0030; compared as strings they mean U+2001..U+2A6D and
// U+2F81..U+2FA1, and that is what published scores contain.
inline bool is_chinese(char32_t p) {
  return in(p, 0x3400, 0x4DB5) || in(p, 0x4E00, 0x9FBB) || in(p, 0xF900, 0xFA2D) || in(p, 0xFA30, 0xFA6A) ||
         in(p, 0xFA70, 0xFAD9) || in(p, 0x2001, 0x2A6D) || in(p, 0x2F81, 0x2FA1) || in(p, 0xFF00, 0xFFEF) ||
         in(p, 0x2E80, 0x2EFF) || in(p, 0x3000, 0x303F) || in(p, 0x31C0, 0x31EF) || in(p, 0x2F00, 0x2FDF) ||
         in(p, 0x2FF0, 0x2FFF) || in(p, 0x3100, 0x312F) || in(p, 0x31A0, 0x31BF) || in(p, 0xFE10, 0xFE1F) ||
         in(p, 0xFE30, 0xFE4F) || in(p, 0x3200, 0x33FF);
}

inline bool is_asian_punctuation(char32_t p) {
  return in(p, 0x3001, 0x3002) || in(p, 0x3008, 0x3011) || in(p, 0x3014, 0x301F) || in(p, 0xFF61, 0xFF65) ||
         p == 0x30FB || p == 0xFF0E || p == 0xFF0C || p == 0xFF1F || in(p, 0xFF1A, 0xFF1B) ||
         in(p, 0xFF01, 0xFF02) || in(p, 0xFF08, 0xFF09);
}

// Characters that tercom separates with Asian support. The block U+3200..U+3F22 is tercom's own slip.
inline bool is_tercom_asian(char32_t p) {
  return in(p, 0x4E00, 0x9FFF) || in(p, 0x3400, 0x4DBF) || in(p, 0x31C0, 0x31EF) || in(p, 0x2E80, 0x2EFF) ||
         in(p, 0x3200, 0x3F22) || in(p, 0xF900, 0xFAFF) || in(p, 0xFE30, 0xFE4F) || is_asian_punctuation(p);
}

// Letters of scripts in which no spaces stand between words: Thai, Lao, Tibetan, Burmese, Khmer, kana,
// bopomofo and Chinese characters.
inline bool is_unspaced(char32_t p) {
  return in(p, 0x0E00, 0x0FFF) || in(p, 0x1000, 0x109F) || in(p, 0x1780, 0x17FF) || in(p, 0x2E80, 0x2FDF) ||
         in(p, 0x3005, 0x3007) || in(p, 0x3040, 0x312F) || in(p, 0x31A0, 0x31BF) || in(p, 0x31F0, 0x31FF) ||
         in(p, 0x3400, 0x4DBF) || in(p, 0x4E00, 0x9FFF) || in(p, 0xAA60, 0xAA7F) || in(p, 0xF900, 0xFAFF) ||
         in(p, 0xFF66, 0xFF9F) || in(p, 0x1B000, 0x1B16F) || in(p, 0x20000, 0x323AF);
}

// A rule gives the kind of the character at a place, and what holds at the ends of the text.
struct Western {
  // A text is read as if it stood between two spaces.
  static constexpr bool padded = true, splits_dash = true, splits_possessive = false;

  static Char at(std::string_view text, std::size_t i) {
    if (static_cast<unsigned char>(text[i]) < 0x80)
      return {kWesternKinds[static_cast<unsigned char>(text[i])], i + 1};
    const char32_t point = next_code_point(text, i);
    return {is_space(point) ? Kind::space : Kind::other, i};
  }
};

struct Chinese : Western {
  static constexpr bool padded = false;

  static Char at(std::string_view text, std::size_t i) {
    if (static_cast<unsigned char>(text[i]) < 0x80) return Western::at(text, i);
    const char32_t point = next_code_point(text, i);
    return {is_space(point) ? Kind::space : is_chinese(point) ? Kind::split : Kind::other, i};
  }
};

struct Tercom : Western {
  static constexpr bool splits_possessive = true;
};

struct TercomAsian : Tercom {
  static Char at(std::string_view text, std::size_t i) {
    if (static_cast<unsigned char>(text[i]) < 0x80) return Western::at(text, i);
    const char32_t point = next_code_point(text, i);
    return {is_space(point) ? Kind::space : is_tercom_asian(point) ? Kind::split : Kind::other, i};
  }
};

struct International {
  static constexpr bool padded = false, splits_dash = false, splits_possessive = false;

  static Char at(std::string_view text, std::size_t i) {
    static const auto kAsciiKinds = [] {
      std::array<Kind, 128> kinds{};
      for (std::size_t c = 0; c < kinds.size(); ++c) kinds[c] = kind_of(static_cast<char32_t>(c));
      return kinds;
    }();
    if (static_cast<unsigned char>(text[i]) < 0x80)
      return {kAsciiKinds[static_cast<unsigned char>(text[i])], i + 1};
    const Kind kind = kind_of(next_code_point(text, i));
    return {kind, i};
  }

  static Kind kind_of(char32_t point) {
    return is_space(point)         ? Kind::space
           : is_punctuation(point) ? Kind::run
           : is_number(point)      ? Kind::number
           : is_symbol(point)      ? Kind::split
                                   : Kind::other;
  }
};

struct AnyScript : International {
  static Char at(std::string_view text, std::size_t i) {
    const Char found = International::at(text, i);
    if (found.kind != Kind::other || found.end == i + 1) return found;
    return {is_unspaced(next_code_point(text, i)) ? Kind::split : found.kind, found.end};
  }
};

}  // namespace core
