#pragma once
#include <string>
#include <string_view>

namespace core {

// Puts `to` in the place of every `from`, from left to right; what was put in is not looked at again.
inline void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

}  // namespace core
