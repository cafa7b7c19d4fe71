#include "text/details/terp_words.h"

#include "text/details/replace_all.h"

namespace core {

namespace {

// The original counts the space among the punctuation, so that words stand three spaces apart.
bool is_mark(char c) {
  const auto in = [&](char first, char last) { return c >= first && c <= last; };
  return in('{', '~') || in('[', '`') || in(' ', '&') || in('(', '+') || in(':', '@') || c == '/';
}

bool is_stop(char c) { return c == '.' || c == ','; }

// One space for each row of white space, none at the ends; the original cuts control characters there too.
void squeeze(std::string_view text, std::string& out) {
  const auto cut = [](char c) { return static_cast<unsigned char>(c) <= ' '; };
  while (!text.empty() && cut(text.front())) text.remove_prefix(1);
  while (!text.empty() && cut(text.back())) text.remove_suffix(1);
  out.clear();
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!is_java_space(text[i]))
      out.push_back(text[i]);
    else if (i == 0 || !is_java_space(text[i - 1]))
      out.push_back(' ');
  }
}

// Sets apart the full stop or comma at the end of " word. ". The space before the word goes; there are two
// more.
void split_stops(std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i + 1;
    if (text[i] == ' ')
      while (end < text.size() && text[end] != ' ' && !is_stop(text[end])) ++end;
    const bool found =
        text[i] == ' ' && end > i + 1 && end + 1 < text.size() && is_stop(text[end]) && text[end + 1] == ' ';
    if (!found) {
      out.push_back(text[i++]);
      continue;
    }
    out.append(text, i + 1, end - i - 1).append(" ").append(1, text[end]).append(" ");
    i = end + 2;
  }
  text.swap(out);
}

}  // namespace

void terp_normalize(std::string_view text, std::string& out) {
  std::string squeezed;
  squeeze(text, squeezed);
  replace_all(squeezed, "<skipped>", "");
  replace_all(squeezed, "&quot;", "\"");
  replace_all(squeezed, "&amp;", "&");
  replace_all(squeezed, "&lt;", "<");
  replace_all(squeezed, "&gt;", ">");
  out.assign(" ");
  for (const char c : squeezed) {
    if (is_mark(c))
      out.append(" ").append(1, c).append(" ");
    else
      out.push_back(c);
  }
  out.push_back(' ');
  replace_all(out, "'s ", " 's ");
  split_stops(out);
  squeezed.clear();
  for (std::size_t i = 0; i < out.size(); ++i) {
    const bool dash = i > 0 && out[i] == '-' && out[i - 1] >= '0' && out[i - 1] <= '9';
    squeezed.append(dash ? " - " : std::string_view(&out[i], 1));
  }
  out.swap(squeezed);
}

}  // namespace core
