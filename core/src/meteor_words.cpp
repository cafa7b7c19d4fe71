#include "core/meteor_words.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <unordered_map>

#include "core/interner.h"
#include "core/unicode.h"

namespace core {

namespace {

using Chars = std::u32string;

// Stands for one full stop of a run of several: such a run is a word of its own that no later rule touches.
constexpr char32_t kDotOfMany = 0x110000;
constexpr char32_t kLeftQuote = 0x2018, kRightQuote = 0x2019, kEnDash = 0x2013;

// What a rule asks about a character.
enum Class : std::uint8_t {
  kLetter = 1,
  kDigit = 2,
  kLower = 4,
  kKeptTogether = 8,
  kBreak = 16,
  kBlank = 32
};

// Latin and Cyrillic letters, as the original lists them.
constexpr bool is_letter(char32_t c) {
  if (c < 0x80) return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
  if (c < 0x400) return (c >= 0xC0 && c <= 0x17E && c != 0xD7 && c != 0xF7);
  return c <= 0x527 || (c >= 0x1D00 && c <= 0x1D7F) || (c >= 0xA640 && c <= 0xA66E) ||
         (c >= 0xA67E && c <= 0xA697);
}

// Spaces that end a word at the very end; until then only the ASCII ones do.
constexpr bool is_blank(char32_t c) {
  return c == ' ' || c == 0xA0 || (c >= 0x2000 && c <= 0x200A) || c == 0x202F || c == 0x205F || c == 0x3000;
}

constexpr bool is_break(char32_t c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }

constexpr std::uint8_t class_of(char32_t c) {
  int result = 0;
  if (is_letter(c)) result |= kLetter;
  if (c >= '0' && c <= '9') result |= kDigit;
  if (c >= 'a' && c <= 'z') result |= kLower;
  if (is_break(c)) result |= kBreak;
  if (is_blank(c)) result |= kBlank;
  if (is_break(c) || c == 0x0B || c == '.' || c == '\'' || c == '`' || c == ',' || c == '-' ||
      c == kLeftQuote || c == kRightQuote)
    result |= kKeptTogether;
  return static_cast<std::uint8_t>(result);
}

constexpr auto kAsciiClasses = [] {
  std::array<std::uint8_t, 128> classes{};
  for (char32_t c = 0; c < 128; ++c) classes[c] = class_of(c);
  return classes;
}();

bool is(char32_t c, int classes) { return ((c < 128 ? kAsciiClasses[c] : class_of(c)) & classes) != 0; }

struct Abbreviations {
  enum Kind { none, always, before_number };
  std::unordered_map<std::string, Kind> words;
};

// Rewrites one text rule by rule. Each rule reads `text_` from left to right, never looks again at characters
// it has consumed, and leaves its result in `text_`.
class Normalizer {
 public:
  Normalizer(const MeteorWordsOptions& options, const Abbreviations& abbreviations)
      : options_(options), abbreviations_(abbreviations) {}

  // The words of a text, separated by single breaks; a view into scratch memory.
  const Chars& normalize(std::string_view text) {
    read(text);
    if (has_dot_) protect_runs_of_dots();
    if (has_comma_) {
      set_apart(',', [](char32_t a) { return !is(a, kDigit); }, [](char32_t b) { return !is(b, kDigit); });
      set_apart(',', [](char32_t a) { return is(a, kDigit); }, [](char32_t b) { return !is(b, kDigit); });
      set_apart(',', [](char32_t a) { return !is(a, kDigit); }, [](char32_t b) { return is(b, kDigit); });
    }
    if (has_quote_) unify_quotes();
    if (has_dash_) split_dashes();
    if (has_quote_) split_apostrophes();
    split_full_stops();
    if (!options_.keep_punctuation)
      for (char32_t& c : text_)
        if (!is(c, kLetter | kDigit)) c = ' ';
    return text_;
  }

 private:
  // Decodes, puts a space at both ends, and sets every character apart that no later rule is about.
  void read(std::string_view text) {
    text_.clear();
    has_dot_ = has_comma_ = has_quote_ = has_dash_ = false;
    text_.push_back(' ');
    for (std::size_t at = 0; at < text.size();) {
      const char32_t c = next_code_point(text, at);
      if (is(c, kLetter | kDigit)) {
        text_.push_back(c);
      } else if (is(c, kKeptTogether)) {
        has_dot_ |= c == '.';
        has_comma_ |= c == ',';
        has_dash_ |= c == '-';
        has_quote_ |= c == '\'' || c == '`' || c == kLeftQuote || c == kRightQuote;
        text_.push_back(c);
      } else {
        has_dash_ |= c == kEnDash;
        has_quote_ |= c == 0x201C || c == 0x201D;
        text_.append({U' ', c, U' '});
      }
    }
    text_.push_back(' ');
  }

  void protect_runs_of_dots() {
    out_.clear();
    for (std::size_t i = 0; i < text_.size();) {
      std::size_t end = i;
      while (end < text_.size() && text_[end] == '.') ++end;
      if (end - i >= 2) {
        out_.push_back(' ');
        out_.append(end - i, kDotOfMany);
        out_.push_back(' ');
        i = end;
      } else {
        out_.push_back(text_[i++]);
      }
    }
    text_.swap(out_);
  }

  // Writes `between` for `middle` wherever it stands between two characters that the tests accept.
  template <typename Left, typename Right>
  void replace_between(char32_t middle, std::u32string_view between, Left left, Right right) {
    out_.clear();
    std::size_t done = 0;
    for (std::size_t at = text_.find(middle, 1); at < text_.size() - 1; at = text_.find(middle, at + 1)) {
      if (at <= done || !left(text_[at - 1]) || !right(text_[at + 1])) continue;
      out_.append(text_, done, at - done);
      out_.append(between);
      out_.push_back(text_[at + 1]);
      done = at + 2;
    }
    if (done == 0) return;
    out_.append(text_, done);
    text_.swap(out_);
  }

  template <typename Left, typename Right>
  void set_apart(char32_t middle, Left left, Right right) {
    const char32_t between[] = {' ', middle, ' '};
    replace_between(middle, {between, 3}, left, right);
  }

  void unify_quotes() {
    for (char32_t& c : text_)
      if (c == '`' || c == kLeftQuote || c == kRightQuote) c = '\'';
    out_.clear();
    for (std::size_t i = 0; i < text_.size(); ++i) {
      const bool two_single = text_[i] == '\'' && i + 1 < text_.size() && text_[i + 1] == '\'';
      if (two_single || text_[i] == 0x201C || text_[i] == 0x201D) {
        out_.append(U" \" ");
        i += two_single;
      } else {
        out_.push_back(text_[i]);
      }
    }
    text_.swap(out_);
  }

  void split_dashes() {
    out_.clear();
    for (std::size_t i = 0; i < text_.size(); ++i) {
      const char32_t c = text_[i] == kEnDash ? U'-' : text_[i];
      out_.push_back(c);
      if (c == '-' && i + 1 < text_.size() && (text_[i + 1] == '-' || text_[i + 1] == kEnDash)) ++i;
    }
    text_.swap(out_);
    replace_between(
        '-', U" ", [](char32_t a) { return a == '.' || is(a, kLetter | kDigit); },
        [](char32_t b) { return is(b, kLetter | kDigit); });
  }

  void split_apostrophes() {
    const auto letter = [](char32_t c) { return is(c, kLetter); };
    const auto no_letter = [](char32_t c) { return !is(c, kLetter); };
    switch (options_.apostrophes) {
      case ApostropheRule::english:
        set_apart('\'', no_letter, no_letter);
        set_apart('\'', [](char32_t c) { return !is(c, kLetter | kDigit); }, letter);
        set_apart('\'', letter, no_letter);
        replace_between('\'', U" '", letter, letter);
        replace_between(
            '\'', U" '", [](char32_t c) { return is(c, kDigit); }, [](char32_t c) { return c == 's'; });
        break;
      case ApostropheRule::french:
        set_apart('\'', no_letter, no_letter);
        set_apart('\'', no_letter, letter);
        set_apart('\'', letter, no_letter);
        replace_between('\'', U"' ", letter, letter);
        break;
      case ApostropheRule::other:
        out_.clear();
        for (const char32_t c : text_)
          if (c == '\'')
            out_.append(U" ' ");
          else
            out_.push_back(c);
        text_.swap(out_);
    }
  }

  // The word that starts at or behind `at`: [first, second).
  std::pair<std::size_t, std::size_t> next_word(std::size_t at) const {
    while (at < text_.size() && is(text_[at], kBreak)) ++at;
    std::size_t end = at;
    while (end < text_.size() && !is(text_[end], kBreak)) ++end;
    return {at, end};
  }

  // A full stop at the end of a word becomes a word, unless the word is an abbreviation.
  void split_full_stops() {
    out_.clear();
    for (auto [begin, end] = next_word(0); begin < end;) {
      const auto following = next_word(end);
      if (end - begin > 1 && text_[end - 1] == '.')
        write_stopped_word(begin, end, following.first < text_.size() ? text_[following.first] : U' ');
      else
        out_.append(text_, begin, end - begin);
      out_.push_back(' ');
      std::tie(begin, end) = following;
    }
    for (char32_t& c : out_)
      if (c == kDotOfMany) c = '.';
    text_.swap(out_);
  }

  void write_stopped_word(std::size_t begin, std::size_t end, char32_t next) {
    const std::u32string_view stem = std::u32string_view(text_).substr(begin, end - 1 - begin);
    if (stem.find(U'.') != stem.npos &&
        std::any_of(stem.begin(), stem.end(), [](char32_t c) { return is(c, kLetter); })) {
      for (const char32_t c : stem)
        if (c != '.') out_.push_back(c);
      return;
    }
    const auto kind = abbreviation(stem);
    const bool keeps = kind == Abbreviations::always || is(next, kLower) ||
                       (kind == Abbreviations::before_number && is(next, kDigit));
    out_.append(stem);
    out_.append(keeps ? U"." : U" .");
  }

  Abbreviations::Kind abbreviation(std::u32string_view word) {
    utf8_.resize(4 * word.size());
    char* end = utf8_.data();
    for (const char32_t c : word) end = write_utf8(end, c);
    utf8_.resize(static_cast<std::size_t>(end - utf8_.data()));
    const auto found = abbreviations_.words.find(utf8_);
    return found == abbreviations_.words.end() ? Abbreviations::none : found->second;
  }

  const MeteorWordsOptions& options_;
  const Abbreviations& abbreviations_;
  Chars text_, out_;
  std::string utf8_;
  bool has_dot_ = false, has_comma_ = false, has_quote_ = false, has_dash_ = false;
};

}  // namespace

ApostropheRule apostrophe_rule_named(std::string_view name) {
  if (name == "en") return ApostropheRule::english;
  if (name == "fr") return ApostropheRule::french;
  if (name == "other") return ApostropheRule::other;
  throw std::invalid_argument("unknown rule for apostrophes '" + std::string(name) +
                              "'; known: en, fr, other");
}

Tokenized meteor_words(const Texts& texts, const MeteorWordsOptions& options) {
  check(texts, "texts");
  check(options.abbreviations, "abbreviations");
  if (options.numeric.size() != options.abbreviations.size())
    throw std::invalid_argument("numeric: one number for each abbreviation is due");
  Abbreviations abbreviations;
  for (std::size_t i = 0; i < options.numeric.size(); ++i)
    abbreviations.words.insert_or_assign(
        std::string(options.abbreviations.text(i)),
        options.numeric[i] != 0 ? Abbreviations::before_number : Abbreviations::always);

  Normalizer normalizer(options, abbreviations);
  Interner words;
  Tokenized result;
  std::string word;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const Chars& text = normalizer.normalize(texts.text(i));
    for (std::size_t at = 0; at < text.size();) {
      while (at < text.size() && is(text[at], kBreak | kBlank)) ++at;
      std::size_t end = at;
      while (end < text.size() && !is(text[end], kBreak | kBlank)) ++end;
      if (at == end) break;
      word.resize(4 * (end - at));
      char* out = word.data();
      for (; at < end; ++at)
        out = write_utf8(out, text[at] >= 'A' && text[at] <= 'Z' ? text[at] + 32 : text[at]);
      result.batch.ids.push_back(words.number({word.data(), static_cast<std::size_t>(out - word.data())}));
    }
    result.batch.end_row();
  }
  result.words = words.release();
  return result;
}

}  // namespace core
