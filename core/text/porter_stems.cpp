#include <initializer_list>
#include <string>

#include "text/stems.h"
#include "text/unicode.h"

namespace core {

namespace {

using View = std::u32string_view;

struct Rule {
  View suffix, replacement;
};

class PorterStemmer {
 public:
  void stem(std::u32string& word) {
    if (word.size() < 3) return;
    word_ = &word;
    remove_plural();
    remove_ed_and_ing();
    if (w().ends_with(U'y') && has_vowel(w().size() - 1)) w().back() = U'i';
    replace({{U"ational", U"ate"}, {U"tional", U"tion"}, {U"enci", U"ence"},   {U"anci", U"ance"},
             {U"izer", U"ize"},    {U"bli", U"ble"},     {U"alli", U"al"},     {U"entli", U"ent"},
             {U"eli", U"e"},       {U"ousli", U"ous"},   {U"ization", U"ize"}, {U"ation", U"ate"},
             {U"ator", U"ate"},    {U"alism", U"al"},    {U"iveness", U"ive"}, {U"fulness", U"ful"},
             {U"ousness", U"ous"}, {U"aliti", U"al"},    {U"iviti", U"ive"},   {U"biliti", U"ble"},
             {U"logi", U"log"}});
    replace({{U"icate", U"ic"},
             {U"ative", U""},
             {U"alize", U"al"},
             {U"iciti", U"ic"},
             {U"ical", U"ic"},
             {U"ful", U""},
             {U"ness", U""}});
    remove_suffix();
    tidy_end();
  }

 private:
  std::u32string& w() { return *word_; }

  bool is_consonant(std::size_t i) {
    switch (w()[i]) {
      case 'a':
      case 'e':
      case 'i':
      case 'o':
      case 'u':
        return false;
      case 'y':
        return i == 0 || !is_consonant(i - 1);
      default:
        return true;
    }
  }

  bool has_vowel(std::size_t end) {
    for (std::size_t i = 0; i < end; ++i)
      if (!is_consonant(i)) return true;
    return false;
  }

  // How often a row of vowels is followed by a row of consonants in the first `end` letters.
  int measure(std::size_t end) {
    int n = 0;
    for (std::size_t i = 1; i < end; ++i) n += !is_consonant(i - 1) && is_consonant(i);
    return n;
  }

  bool doubled(std::size_t end) { return end >= 2 && w()[end - 1] == w()[end - 2] && is_consonant(end - 1); }

  // Consonant, vowel, consonant other than w, x, y at the end of the first `end` letters.
  bool short_end(std::size_t end) {
    if (end < 3 || !is_consonant(end - 1) || is_consonant(end - 2) || !is_consonant(end - 3)) return false;
    return w()[end - 1] != 'w' && w()[end - 1] != 'x' && w()[end - 1] != 'y';
  }

  void cut(std::size_t length) { w().resize(w().size() - length); }

  void remove_plural() {
    if (!w().ends_with(U's')) return;
    if (w().ends_with(U"sses") || w().ends_with(U"ies"))
      cut(2);
    else if (w()[w().size() - 2] != 's')
      cut(1);
  }

  void remove_ed_and_ing() {
    const std::size_t n = w().size();
    if (w().ends_with(U"eed")) {
      if (measure(n - 3) > 0) cut(1);
      return;
    }
    const std::size_t length = w().ends_with(U"ed") ? 2 : w().ends_with(U"ing") ? 3 : 0;
    if (length == 0 || !has_vowel(n - length)) return;
    cut(length);
    const char32_t last = w().back();
    if (w().ends_with(U"at") || w().ends_with(U"bl") || w().ends_with(U"iz"))
      w().push_back('e');
    else if (doubled(w().size())) {
      if (last != 'l' && last != 's' && last != 'z') cut(1);
    } else if (measure(w().size()) == 1 && short_end(w().size()))
      w().push_back('e');
  }

  // The first suffix that is there decides. No two of a list end alike but those that stand longer first.
  void replace(std::initializer_list<Rule> rules) {
    for (const Rule& rule : rules) {
      if (!w().ends_with(rule.suffix)) continue;
      if (measure(w().size() - rule.suffix.size()) > 0) {
        cut(rule.suffix.size());
        w().append(rule.replacement);
      }
      return;
    }
  }

  void remove_suffix() {
    for (const View suffix :
         {View(U"al"), View(U"ance"), View(U"ence"), View(U"er"), View(U"ic"), View(U"able"), View(U"ible"),
          View(U"ant"), View(U"ement"), View(U"ment"), View(U"ent"), View(U"ion"), View(U"ou"), View(U"ism"),
          View(U"ate"), View(U"iti"), View(U"ous"), View(U"ive"), View(U"ize")}) {
      if (!w().ends_with(suffix)) continue;
      const std::size_t rest = w().size() - suffix.size();
      if (suffix == U"ion" && (rest == 0 || (w()[rest - 1] != 's' && w()[rest - 1] != 't'))) continue;
      if (measure(rest) > 1) cut(suffix.size());
      return;
    }
  }

  void tidy_end() {
    if (w().ends_with(U'e')) {
      // The measure of the word is that of the word without its last vowel.
      const int m = measure(w().size());
      if (m > 1 || (m == 1 && !short_end(w().size() - 1))) cut(1);
    }
    if (w().ends_with(U'l') && doubled(w().size()) && measure(w().size()) > 1) cut(1);
  }

  std::u32string* word_ = nullptr;
};

}  // namespace

OwnedTexts porter_stems(const Texts& words) {
  check(words, "words");
  PorterStemmer stemmer;
  OwnedTexts stems;
  std::u32string word;
  std::string utf8;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view text = words.text(i);
    word.clear();
    for (std::size_t at = 0; at < text.size();) word.push_back(next_code_point(text, at));
    stemmer.stem(word);
    utf8.resize(4 * word.size());
    char* end = utf8.data();
    for (const char32_t c : word) end = write_utf8(end, c);
    stems.add({utf8.data(), static_cast<std::size_t>(end - utf8.data())});
  }
  return stems;
}

}  // namespace core
