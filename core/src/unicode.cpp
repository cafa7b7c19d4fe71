#include "core/unicode.h"

#include <algorithm>
#include <array>
#include <span>

#include "unicode_ranges.h"

namespace core {

namespace {
bool contains(std::span<const Range> ranges, char32_t point) {
  const auto after =
      std::upper_bound(ranges.begin(), ranges.end(), point, [](char32_t p, const Range& r) { return p < r.first; });
  return after != ranges.begin() && point <= std::prev(after)->last;
}
}  // namespace

void append_utf8(std::string& out, char32_t point) {
  const auto byte = [](char32_t bits) { return static_cast<char>(bits); };
  if (point < 0x80) {
    out += byte(point);
  } else if (point < 0x800) {
    out += {byte(0xC0 | point >> 6), byte(0x80 | (point & 0x3F))};
  } else if (point < 0x10000) {
    out += {byte(0xE0 | point >> 12), byte(0x80 | (point >> 6 & 0x3F)), byte(0x80 | (point & 0x3F))};
  } else {
    out += {byte(0xF0 | point >> 18), byte(0x80 | (point >> 12 & 0x3F)), byte(0x80 | (point >> 6 & 0x3F)),
            byte(0x80 | (point & 0x3F))};
  }
}

bool is_space(char32_t point) {
  if (point < 0x80) return point == ' ' || (point >= 0x09 && point <= 0x0D) || (point >= 0x1C && point <= 0x1F);
  return point == 0x85 || point == 0xA0 || point == 0x1680 || (point >= 0x2000 && point <= 0x200A) ||
         point == 0x2028 || point == 0x2029 || point == 0x202F || point == 0x205F || point == 0x3000;
}

bool is_number(char32_t point) {
  if (point < 0x80) return point >= '0' && point <= '9';
  return contains(kNumbers, point);
}

bool is_punctuation(char32_t point) { return contains(kPunctuation, point); }

bool is_symbol(char32_t point) { return contains(kSymbols, point); }

std::string_view strip_end(std::string_view text) {
  while (!text.empty()) {
    std::size_t start = text.size() - 1;
    while (start > 0 && (static_cast<unsigned char>(text[start]) & 0xC0) == 0x80) --start;
    std::size_t at = start;
    if (!is_space(next_code_point(text, at)) || at != text.size()) break;
    text = text.substr(0, start);
  }
  return text;
}

}  // namespace core
