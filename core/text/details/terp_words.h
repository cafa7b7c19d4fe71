#pragma once
#include <string>
#include <string_view>

namespace core {

// What Java's regular expressions take for white space.
inline bool is_java_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// TERp's normalisation of a text in lowercase: entities, punctuation apart, 's apart. Full stops and
// commas at the end of a word are set apart where the word holds no other.
void terp_normalize(std::string_view text, std::string& out);

template <typename Sink>
void split_as_java(std::string_view text, Sink& sink) {
  for (std::size_t i = 0; i < text.size();) {
    if (is_java_space(text[i])) {
      ++i;
      continue;
    }
    const std::size_t begin = i;
    while (i < text.size() && !is_java_space(text[i])) ++i;
    sink(text.substr(begin, i - begin));
  }
}

}  // namespace core
