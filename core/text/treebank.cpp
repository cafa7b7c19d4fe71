#include "text/treebank.h"

#include <array>
#include <string>
#include <string_view>

#include "text/unicode.h"

namespace core {

namespace {

using View = std::string_view;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }
char small(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }
bool any_of(char c, View set) { return set.find(c) != View::npos; }

// A word that the treebank writes as two.
struct Contraction {
  View first, second;
  bool behind_space;          // the space before it belongs to it
  bool before_space = false;  // white space has to follow, instead of the end of a word
};
constexpr std::array<Contraction, 10> kContractions{{
    {"can", "not", false},
    {"d", "'ye", false},
    {"gim", "me", false},
    {"gon", "na", false},
    {"got", "ta", false},
    {"lem", "me", false},
    {"more", "'n", false},
    {"wan", "na", false, true},
    {"'t", "is", true},
    {"'t", "was", true},
}};

class Spacer {
 public:
  // False where a rule meets a character that it cannot judge.
  bool space(View text) {
    text_ = text;
    next_.clear();
    if (has_folding_letter()) return false;
    if (!text_.empty() && text_[0] == '"') text_.replace(0, 1, "``");
    around("``");
    open_quotes();
    if (!colons_and_commas()) return false;
    last_colon();
    around("...");
    around_each(";@#$%&");
    last_full_stop();
    around_each("?!");
    closing_quote_mark();
    around_each("][(){}<>");
    around("--");
    text_.insert(text_.begin(), ' ');
    text_.push_back(' ');
    around("''");
    double_quotes();
    clitics({"'s", "'S", "'m", "'M", "'d", "'D", "'"});
    clitics({"'ll", "'LL", "'re", "'RE", "'ve", "'VE", "n't", "N'T"});
    for (const Contraction& each : kContractions)
      if (!contraction(each)) return false;
    return true;
  }
  View text() const { return text_; }

 private:
  View rest(std::size_t at) const { return View(text_).substr(at); }
  // Each rule writes to next_ and ends with this.
  void take() {
    std::swap(text_, next_);
    next_.clear();
  }

  // Letters that count as one of ASCII when case does not matter: long s, i with and without dot, Kelvin.
  bool has_folding_letter() const {
    for (const View letter : {"\xC5\xBF", "\xC4\xB0", "\xC4\xB1", "\xE2\x84\xAA"})
      if (text_.find(letter) != std::string::npos) return true;
    return false;
  }

  void around(View piece) {
    if (text_.find(piece) == std::string::npos) return;
    for (std::size_t at = 0; at < text_.size();) {
      if (rest(at).starts_with(piece)) {
        next_.append(" ").append(piece).append(" ");
        at += piece.size();
      } else {
        next_.push_back(text_[at++]);
      }
    }
    take();
  }

  void around_each(View set) {
    if (text_.find_first_of(set) == std::string::npos) return;
    for (const char c : text_) {
      if (any_of(c, set))
        next_.append({' ', c, ' '});
      else
        next_.push_back(c);
    }
    take();
  }

  // Double quotes behind a space or an opening bracket.
  void open_quotes() {
    for (std::size_t at = 0; at < text_.size();) {
      next_.push_back(text_[at]);
      if (!any_of(text_[at++], " ([{<")) continue;
      const std::size_t length = rest(at).starts_with("\"") ? 1 : rest(at).starts_with("''") ? 2 : 0;
      if (length > 0) next_.append(" `` ");
      at += length;
    }
    take();
  }

  // A colon or comma before anything but a digit; the character behind it is used up.
  bool colons_and_commas() {
    if (text_.find_first_of(":,") == std::string::npos) return true;
    for (std::size_t at = 0; at < text_.size();) {
      const char c = text_[at];
      if (!any_of(c, ":,") || at + 1 == text_.size() || is_digit(text_[at + 1])) {
        next_.push_back(c);
        ++at;
        continue;
      }
      std::size_t behind = at + 1;
      if (is_number(next_code_point(text_, behind)) && !is_ascii(text_[at + 1])) return false;
      next_.append({' ', c, ' '});
      next_.append(text_, at + 1, behind - at - 1);
      at = behind;
    }
    take();
    return true;
  }

  // At the end, or before a last line feed.
  void last_colon() {
    std::size_t end = text_.size();
    if (end > 1 && text_[end - 1] == '\n') --end;
    for (const std::size_t at : {end, text_.size()}) {
      if (at == 0 || !any_of(text_[at - 1], ":,")) continue;
      text_.insert(at, " ");
      text_.insert(at - 1, " ");
      return;
    }
  }

  // A full stop before closing quotes and brackets at the very end, if no full stop stands before it.
  void last_full_stop() {
    View kept = strip_end(text_);
    while (!kept.empty() && any_of(kept.back(), "])}>\"'")) kept.remove_suffix(1);
    if (kept.size() < 2 || kept.back() != '.' || kept[kept.size() - 2] == '.') return;
    const std::size_t stop = kept.size() - 1;
    text_.resize(strip_end(text_).size());
    text_.insert(stop, " ");
    text_.push_back(' ');
  }

  void closing_quote_mark() {
    if (text_.find("' ") == std::string::npos) return;
    for (std::size_t at = 0; at < text_.size();) {
      next_.push_back(text_[at]);
      if (text_[at++] == '\'' || !rest(at).starts_with("' ")) continue;
      next_.append(" ' ");
      at += 2;
    }
    take();
  }

  void double_quotes() {
    if (text_.find('"') == std::string::npos) return;
    for (const char c : text_) {
      if (c == '"')
        next_.append(" '' ");
      else
        next_.push_back(c);
    }
    take();
  }

  // Endings before a space, behind anything but a quote or a space.
  void clitics(std::initializer_list<View> endings) {
    if (text_.find('\'') == std::string::npos) return;
    for (std::size_t at = 0; at < text_.size();) {
      const char before = text_[at++];
      next_.push_back(before);
      if (before == '\'' || before == ' ') continue;
      for (const View ending : endings) {
        if (!rest(at).starts_with(ending) || at + ending.size() == text_.size() ||
            text_[at + ending.size()] != ' ')
          continue;
        next_.append(" ").append(ending).append(" ");
        at += ending.size() + 1;
        break;
      }
    }
    take();
  }

  bool starts_with_letters(std::size_t at, View letters) const {
    if (text_.size() - at < letters.size()) return false;
    for (std::size_t i = 0; i < letters.size(); ++i)
      if (small(text_[at + i]) != letters[i]) return false;
    return true;
  }
  static bool is_word(char c) { return (small(c) >= 'a' && small(c) <= 'z') || is_digit(c) || c == '_'; }

  bool contraction(const Contraction& each) {
    const std::size_t lead = each.behind_space ? 1 : 0, length = each.first.size() + each.second.size();
    bool found = false;
    std::size_t done = 0;
    for (std::size_t at = 0; at + lead + length <= text_.size(); ++at) {
      if (lead == 1 && text_[at] != ' ') continue;
      const std::size_t begin = at + lead, middle = begin + each.first.size(), end = begin + length;
      if (!starts_with_letters(begin, each.first) || !starts_with_letters(middle, each.second)) continue;
      // The text begins and ends with a space, so there is a character on both sides.
      if (lead == 0 && !is_ascii(text_[begin - 1])) return false;
      if (!is_ascii(text_[end])) return false;
      if (lead == 0 && is_word(text_[begin - 1])) continue;
      if (each.before_space ? !is_space(static_cast<unsigned char>(text_[end])) : is_word(text_[end]))
        continue;
      found = true;
      next_.append(text_, done, at - done).append(" ");
      next_.append(text_, begin, each.first.size()).append(" ");
      next_.append(text_, middle, each.second.size()).append(" ");
      done = end;
      at = end - 1;
    }
    if (found) {
      next_.append(text_, done, std::string::npos);
      take();
    }
    return true;
  }

  std::string text_, next_;
};

}  // namespace

TreebankTexts treebank_spaces(const Texts& texts) {
  check(texts, "texts");
  TreebankTexts result;
  Spacer spacer;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (spacer.space(texts.text(i))) {
      result.texts.add(spacer.text());
    } else {
      result.texts.add(texts.text(i));
      result.unsure.push_back(static_cast<std::int64_t>(i));
    }
  }
  return result;
}

}  // namespace core
