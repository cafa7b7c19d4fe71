#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace core {

constexpr char32_t kReplacement = 0xFFFD;

// The code point that starts at text[at], and moves `at` behind it. Never reads past the end; bytes that
// are not UTF-8 come out one by one as U+FFFD.
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
  at += length;
  return point;
}

void append_utf8(std::string& out, char32_t point);

// White space as Python's str.split() sees it.
bool is_space(char32_t point);

// General categories N (numbers), P (punctuation) and S (symbols).
bool is_number(char32_t point);
bool is_punctuation(char32_t point);
bool is_symbol(char32_t point);

// The text without white space at its end.
std::string_view strip_end(std::string_view text);

}  // namespace core
