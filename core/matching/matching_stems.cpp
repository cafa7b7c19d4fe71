#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>

#include "text/stems.h"
#include "text/unicode.h"

namespace core {

namespace {

using View = std::u32string_view;
struct Rule {
  View suffix, replacement;
};

// A consonantal y is written Y while a word is stemmed.
constexpr bool is_vowel(char32_t c) {
  return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u' || c == 'y';
}
bool any_of(char32_t c, View set) { return set.find(c) != View::npos; }

constexpr Rule kWholeWords[] = {
    {U"skis", U"ski"},    {U"skies", U"sky"},   {U"dying", U"die"},    {U"lying", U"lie"},
    {U"tying", U"tie"},   {U"idly", U"idl"},    {U"gently", U"gentl"}, {U"ugly", U"ugli"},
    {U"early", U"earli"}, {U"only", U"onli"},   {U"singly", U"singl"}, {U"sky", U"sky"},
    {U"news", U"news"},   {U"howe", U"howe"},   {U"atlas", U"atlas"},  {U"cosmos", U"cosmos"},
    {U"bias", U"bias"},   {U"andes", U"andes"},
};
constexpr View kLeftAsTheyAre[] = {U"inning",  U"outing",  U"canning", U"herring",
                                   U"earring", U"proceed", U"exceed",  U"succeed"};

// In each step the longest suffix decides, so longer ones stand first.
constexpr Rule kStep2[] = {
    {U"ational", U"ate"}, {U"fulness", U"ful"}, {U"iveness", U"ive"}, {U"ization", U"ize"},
    {U"ousness", U"ous"}, {U"biliti", U"ble"},  {U"lessli", U"less"}, {U"tional", U"tion"},
    {U"alism", U"al"},    {U"aliti", U"al"},    {U"ation", U"ate"},   {U"entli", U"ent"},
    {U"fulli", U"ful"},   {U"iviti", U"ive"},   {U"ousli", U"ous"},   {U"abli", U"able"},
    {U"alli", U"al"},     {U"anci", U"ance"},   {U"ator", U"ate"},    {U"enci", U"ence"},
    {U"izer", U"ize"},    {U"bli", U"ble"},     {U"ogi", U"og"},      {U"li", U""},
};
constexpr Rule kStep3[] = {
    {U"ational", U"ate"}, {U"tional", U"tion"}, {U"alize", U"al"}, {U"ative", U""}, {U"icate", U"ic"},
    {U"iciti", U"ic"},    {U"ical", U"ic"},     {U"ness", U""},    {U"ful", U""},
};
constexpr View kStep4[] = {U"ement", U"able", U"ance", U"ence", U"ible", U"ment", U"ant", U"ate", U"ent",
                           U"ion",   U"ism",  U"iti",  U"ive",  U"ize",  U"ous",  U"al",  U"er",  U"ic"};

class EnglishStemmer {
 public:
  void stem(std::string_view text, std::u32string& word) {
    word.clear();
    for (std::size_t at = 0; at < text.size();) word.push_back(next_code_point(text, at));
    for (const Rule& rule : kWholeWords)
      if (word == rule.suffix) {
        word = rule.replacement;
        return;
      }
    if (word.size() < 3) return;
    word_ = &word;
    mark_consonantal_y();
    mark_regions();
    remove_genitive();
    remove_plural();
    if (std::find(std::begin(kLeftAsTheyAre), std::end(kLeftAsTheyAre), View(word)) ==
        std::end(kLeftAsTheyAre)) {
      remove_ed_and_ing();
      y_to_i();
      step2();
      step3();
      step4();
      step5();
    }
    std::replace(word.begin(), word.end(), U'Y', U'y');
  }

 private:
  std::u32string& w() { return *word_; }
  bool ends(View suffix) { return View(w()).ends_with(suffix); }
  // Whether a suffix that long lies behind a region's start.
  bool in(std::size_t region, std::size_t length) { return w().size() - length >= region; }
  void cut(std::size_t length, View replacement = U"") {
    w().replace(w().size() - length, length, replacement);
  }

  bool vowel_before(std::size_t end) {
    return std::any_of(w().begin(), w().begin() + static_cast<std::ptrdiff_t>(end), is_vowel);
  }

  // Whether the first `end` letters end in a short syllable.
  bool short_syllable(std::size_t end) {
    if (end == 2) return is_vowel(w()[0]) && !is_vowel(w()[1]);
    if (end < 3) return false;
    const char32_t last = w()[end - 1];
    return !is_vowel(last) && last != 'w' && last != 'x' && last != 'Y' && is_vowel(w()[end - 2]) &&
           !is_vowel(w()[end - 3]);
  }

  void mark_consonantal_y() {
    if (w()[0] == '\'') w().erase(0, 1);
    if (!w().empty() && w()[0] == 'y') w()[0] = 'Y';
    for (std::size_t i = 1; i < w().size(); ++i)
      if (w()[i] == 'y' && is_vowel(w()[i - 1])) w()[i] = 'Y';
  }

  // Behind the first consonant that follows a vowel.
  std::size_t region_from(std::size_t at) {
    while (at < w().size() && !is_vowel(w()[at])) ++at;
    while (at < w().size() && is_vowel(w()[at])) ++at;
    return at < w().size() ? at + 1 : w().size();
  }

  void mark_regions() {
    const View word = w();
    r1_ = word.starts_with(U"gener") || word.starts_with(U"arsen") ? 5
          : word.starts_with(U"commun")                            ? 6
                                                                   : region_from(0);
    r2_ = region_from(r1_);
  }

  void remove_genitive() {
    for (const View suffix : {View(U"'s'"), View(U"'s"), View(U"'")})
      if (ends(suffix)) return cut(suffix.size());
  }

  void remove_plural() {
    if (ends(U"sses")) return cut(2);
    if (ends(U"ied") || ends(U"ies")) return cut(w().size() > 4 ? 2 : 1);
    if (ends(U"us") || ends(U"ss") || !ends(U"s")) return;
    if (w().size() >= 3 && vowel_before(w().size() - 2)) cut(1);
  }

  void remove_ed_and_ing() {
    for (const View suffix : {View(U"eedly"), View(U"eed")})
      if (ends(suffix)) {
        if (in(r1_, suffix.size())) cut(suffix.size() - 2);
        return;
      }
    for (const View suffix : {View(U"ingly"), View(U"edly"), View(U"ing"), View(U"ed")})
      if (ends(suffix)) {
        if (vowel_before(w().size() - suffix.size())) {
          cut(suffix.size());
          mend_end();
        }
        return;
      }
  }

  void mend_end() {
    if (ends(U"at") || ends(U"bl") || ends(U"iz")) return w().push_back('e');
    const std::size_t n = w().size();
    if (n >= 2 && w()[n - 1] == w()[n - 2] && any_of(w()[n - 1], U"bdfgmnprt")) return w().pop_back();
    if (n <= r1_ && short_syllable(n)) w().push_back('e');
  }

  void y_to_i() {
    const std::size_t n = w().size();
    if (n > 2 && (w()[n - 1] == 'y' || w()[n - 1] == 'Y') && !is_vowel(w()[n - 2])) w()[n - 1] = 'i';
  }

  void step2() {
    for (const Rule& rule : kStep2) {
      if (!ends(rule.suffix)) continue;
      const std::size_t length = rule.suffix.size(), n = w().size();
      if (!in(r1_, length)) return;
      const char32_t before = n > length ? w()[n - length - 1] : U' ';
      if (rule.suffix == U"ogi" && before != 'l') return;
      if (rule.suffix == U"li" && !any_of(before, U"cdeghkmnrt")) return;
      return cut(length, rule.replacement);
    }
  }

  void step3() {
    for (const Rule& rule : kStep3) {
      if (!ends(rule.suffix)) continue;
      if (in(rule.suffix == U"ative" ? std::max(r1_, r2_) : r1_, rule.suffix.size()))
        cut(rule.suffix.size(), rule.replacement);
      return;
    }
  }

  void step4() {
    for (const View suffix : kStep4) {
      if (!ends(suffix)) continue;
      if (!in(r2_, suffix.size())) return;
      if (suffix == U"ion") {
        const std::size_t n = w().size();
        if (n < 4 || !any_of(w()[n - 4], U"st")) return;
      }
      return cut(suffix.size());
    }
  }

  void step5() {
    const std::size_t n = w().size();
    if (ends(U"e")) {
      if (in(r2_, 1) || (in(r1_, 1) && !short_syllable(n - 1))) cut(1);
    } else if (ends(U"ll") && in(r2_, 1)) {
      cut(1);
    }
  }

  std::u32string* word_ = nullptr;
  std::size_t r1_ = 0, r2_ = 0;
};

class GermanStemmer {
 public:
  void stem(std::string_view text, std::u32string& word) {
    word.clear();
    for (std::size_t at = 0; at < text.size();) {
      const char32_t c = next_code_point(text, at);
      if (c == U'ß')
        word.append(U"ss");
      else
        word.push_back(c);
    }
    word_ = &word;
    mark_consonants();
    mark_regions();
    remove_first_ending();
    remove_second_ending();
    remove_derivation();
    for (char32_t& c : word)
      c = c == 'Y' ? U'y' : c == 'U' || c == U'ü' ? U'u' : c == U'ä' ? U'a' : c == U'ö' ? U'o' : c;
  }

 private:
  static bool is_german_vowel(char32_t c) { return is_vowel(c) || c == U'ä' || c == U'ö' || c == U'ü'; }
  std::u32string& w() { return *word_; }
  bool ends(View suffix) { return View(w()).ends_with(suffix); }
  bool in(std::size_t region, std::size_t length) { return w().size() - length >= region; }
  void cut(std::size_t length) { w().resize(w().size() - length); }
  // The letter before a suffix, or a space.
  char32_t before(std::size_t length) { return w().size() > length ? w()[w().size() - length - 1] : U' '; }

  // u and y between vowels are consonants. A letter that has become one is no vowel for its neighbours.
  void mark_consonants() {
    for (std::size_t i = 1; i + 1 < w().size(); ++i)
      if ((w()[i] == 'u' || w()[i] == 'y') && is_german_vowel(w()[i - 1]) && is_german_vowel(w()[i + 1]))
        w()[i] = w()[i] == 'u' ? U'U' : U'Y';
  }

  // Behind the first consonant that follows a vowel, from a place on; the end where there is none.
  std::size_t region_from(std::size_t at) {
    while (at < w().size() && !is_german_vowel(w()[at])) ++at;
    while (at < w().size() && is_german_vowel(w()[at])) ++at;
    return at < w().size() ? at + 1 : w().size();
  }

  void mark_regions() {
    r1_ = r2_ = w().size();
    if (w().size() < 3) return;
    const std::size_t first = region_from(0);
    r1_ = std::max<std::size_t>(first, 3);
    r2_ = region_from(first);
  }

  void remove_first_ending() {
    for (const View suffix :
         {View(U"ern"), View(U"em"), View(U"er"), View(U"en"), View(U"es"), View(U"e"), View(U"s")})
      if (ends(suffix)) {
        if (in(r1_, suffix.size()) && (suffix != U"s" || any_of(before(1), U"bdfghklmnrt")))
          cut(suffix.size());
        return;
      }
  }

  void remove_second_ending() {
    for (const View suffix : {View(U"est"), View(U"en"), View(U"er"), View(U"st")})
      if (ends(suffix)) {
        const bool fits = suffix != U"st" || (w().size() >= 6 && any_of(before(2), U"bdfghklmnt"));
        if (in(r1_, suffix.size()) && fits) cut(suffix.size());
        return;
      }
  }

  void remove_derivation() {
    for (const View suffix : {View(U"isch"), View(U"lich"), View(U"heit"), View(U"keit"), View(U"end"),
                              View(U"ung"), View(U"ig"), View(U"ik")}) {
      if (!ends(suffix)) continue;
      if (!in(r2_, suffix.size())) return;
      if (suffix == U"isch" || suffix == U"ig" || suffix == U"ik") {
        if (before(suffix.size()) != 'e') cut(suffix.size());
        return;
      }
      cut(suffix.size());
      if (suffix == U"end" || suffix == U"ung") {
        if (ends(U"ig") && before(2) != 'e' && in(r2_, 2)) cut(2);
      } else if (suffix == U"keit") {
        if (ends(U"lich") && in(r2_, 4))
          cut(4);
        else if (ends(U"ig") && in(r2_, 2))
          cut(2);
      } else if ((ends(U"er") || ends(U"en")) && in(r1_, 2)) {
        cut(2);
      }
      return;
    }
  }

  std::u32string* word_ = nullptr;
  std::size_t r1_ = 0, r2_ = 0;
};

std::string utf8(View word) {
  std::string result(4 * word.size(), '\0');
  char* end = result.data();
  for (const char32_t c : word) end = write_utf8(end, c);
  result.resize(static_cast<std::size_t>(end - result.data()));
  return result;
}

template <typename Stemmer>
OwnedTexts stem_all(const Texts& words) {
  Stemmer stemmer;
  std::u32string stem;
  OwnedTexts stems;
  for (std::size_t i = 0; i < words.size(); ++i) {
    stemmer.stem(words.text(i), stem);
    stems.add(utf8(stem));
  }
  return stems;
}

}  // namespace

OwnedTexts snowball_stems(const Texts& words, std::string_view language) {
  check(words, "words");
  if (language == "en") return stem_all<EnglishStemmer>(words);
  if (language == "de") return stem_all<GermanStemmer>(words);
  throw std::invalid_argument("no stemmer of the core for '" + std::string(language) + "'; known: de, en");
}

}  // namespace core
