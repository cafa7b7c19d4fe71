#include "text/texts.h"

#include <algorithm>
#include <stdexcept>

#include "text/unicode.h"

namespace core {

std::vector<std::int64_t> texts_beyond(const Texts& texts, char32_t first) {
  check(texts, "texts");
  // UTF-8 keeps the order of code points, so the first byte tells enough: all characters at or above
  // `first` start with a byte at or above the first byte of `first`, and few others do.
  char encoded[4];
  write_utf8(encoded, first);
  const auto lead = static_cast<unsigned char>(encoded[0]);
  std::vector<std::int64_t> found;
  for (std::size_t row = 0; row < texts.size(); ++row) {
    const std::string_view text = texts.text(row);
    for (std::size_t i = 0; i < text.size();) {
      if (static_cast<unsigned char>(text[i]) < lead) {
        ++i;
      } else if (next_code_point(text, i) >= first) {
        found.push_back(static_cast<std::int64_t>(row));
        break;
      }
    }
  }
  return found;
}

OwnedTexts lowercase_ascii(const Texts& texts) {
  check(texts, "texts");
  OwnedTexts lower;
  lower.offsets.assign(texts.offsets.begin(), texts.offsets.end());
  lower.bytes.assign(texts.values.begin(), texts.values.end());
  for (char& c : lower.bytes)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

OwnedTexts replace_texts(const Texts& texts, std::span<const std::int64_t> rows, const Texts& replacements) {
  check(texts, "texts");
  check(replacements, "replacements");
  if (rows.size() != replacements.size())
    throw std::invalid_argument("got " + std::to_string(replacements.size()) + " replacements for " +
                                std::to_string(rows.size()) + " texts");
  OwnedTexts out;
  out.bytes.reserve(texts.values.size() + replacements.values.size());
  out.offsets.reserve(texts.offsets.size());
  std::size_t next = 0;
  for (std::size_t row = 0; row < texts.size(); ++row) {
    const bool replaced = next < rows.size() && rows[next] == static_cast<std::int64_t>(row);
    out.add(replaced ? replacements.text(next++) : texts.text(row));
  }
  if (next != rows.size()) throw std::invalid_argument("rows must be sorted, different and inside the texts");
  return out;
}

}  // namespace core
