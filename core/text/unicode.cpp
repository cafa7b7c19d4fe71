#include "text/unicode.h"

#include <algorithm>
#include <array>
#include <span>

#include "text/details/unicode_ranges.h"

namespace core {

namespace {
bool contains(std::span<const Range> ranges, char32_t point) {
  const auto after = std::upper_bound(ranges.begin(), ranges.end(), point,
                                      [](char32_t p, const Range& r) { return p < r.first; });
  return after != ranges.begin() && point <= std::prev(after)->last;
}
}  // namespace

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
