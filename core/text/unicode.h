#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace core {

constexpr char32_t kReplacement = 0xFFFD;

// The code point that starts at text[at], and moves `at` behind it. Never reads past the end; bytes that
// cannot belong to UTF-8 come out one by one as U+FFFD.
inline char32_t next_code_point(std::string_view text, std::size_t& at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(at);
  if (lead < 0x80) {
    ++at;
    return lead;
  }
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 1;
  if (length == 1 || lead > 0xF4 || text.size() - at < length) {
    ++at;
    return kReplacement;
  }
  char32_t point = lead & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xC0) != 0x80) {
      ++at;
      return kReplacement;
    }
    point = point << 6 | (byte(at + i) & 0x3FU);
  }
  if (point > 0x10FFFF) {
    ++at;
    return kReplacement;
  }
  at += length;
  return point;
}

// Writes a code point as UTF-8 and gives the place behind it; up to 4 bytes are needed.
inline char* write_utf8(char* out, char32_t point) {
  const auto put = [&](char32_t bits) { *out++ = static_cast<char>(bits); };
  if (point < 0x80) {
    put(point);
  } else if (point < 0x800) {
    put(0xC0 | point >> 6);
    put(0x80 | (point & 0x3F));
  } else {
    if (point < 0x10000) {
      put(0xE0 | point >> 12);
    } else {
      put(0xF0 | point >> 18);
      put(0x80 | (point >> 12 & 0x3F));
    }
    put(0x80 | (point >> 6 & 0x3F));
    put(0x80 | (point & 0x3F));
  }
  return out;
}

// White space as Python's str.split() sees it.
inline bool is_space(char32_t point) {
  if (point < 0x80)
    return point == ' ' || (point >= 0x09 && point <= 0x0D) || (point >= 0x1C && point <= 0x1F);
  if (point < 0x1680) return point == 0x85 || point == 0xA0;
  return point == 0x1680 || (point >= 0x2000 && point <= 0x200A) || point == 0x2028 || point == 0x2029 ||
         point == 0x202F || point == 0x205F || point == 0x3000;
}

// General categories N (numbers), P (punctuation) and S (symbols).
bool is_number(char32_t point);
bool is_punctuation(char32_t point);
bool is_symbol(char32_t point);

// The text without white space at its end.
std::string_view strip_end(std::string_view text);

}  // namespace core
