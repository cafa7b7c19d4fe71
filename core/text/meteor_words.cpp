#include "text/meteor_words.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "base/interner.h"
#include "text/unicode.h"

namespace core {

namespace {

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

constexpr auto kFirstClasses = [] {
  std::array<std::uint8_t, 256> classes{};
  for (char32_t c = 0; c < 256; ++c) classes[c] = class_of(c);
  return classes;
}();

bool is(char c, int classes) { return (kFirstClasses[static_cast<unsigned char>(c)] & classes) != 0; }
bool is(char32_t c, int classes) { return ((c < 256 ? kFirstClasses[c] : class_of(c)) & classes) != 0; }

// The marks that some rule is about.
enum Mark : std::uint8_t { kDot = 1, kComma = 2, kQuote = 4, kDash = 8 };

constexpr std::uint8_t mark_of(char32_t c) {
  if (c == '.') return kDot;
  if (c == ',') return kComma;
  if (c == '-' || c == kEnDash) return kDash;
  const bool is_quote =
      c == '\'' || c == '`' || c == kLeftQuote || c == kRightQuote || c == 0x201C || c == 0x201D;
  return is_quote ? kQuote : 0;
}

struct Abbreviations {
  enum Kind { none, always, before_number };
  std::unordered_map<std::string, Kind> words;
};

// Rewrites one text rule by rule and splits it. Each rule reads `text_` from left to right, never looks again
// at characters it has consumed, and leaves its result in `text_`. Texts of ASCII, as most English ones are,
// are rewritten as bytes, others as code points.
template <typename Char>
class Normalizer {
 public:
  Normalizer(const MeteorWordsOptions& options, const Abbreviations& abbreviations, Interner& words)
      : options_(options), abbreviations_(abbreviations), words_(words) {}

  // Appends the words of a text.
  void split(std::string_view text, std::vector<std::int32_t>& ids) {
    ids_ = &ids;
    read(text);
    if (has(kDot)) protect_runs_of_dots();
    if (has(kComma)) {
      set_apart(',', [](Char a) { return !is(a, kDigit); }, [](Char b) { return !is(b, kDigit); });
      set_apart(',', [](Char a) { return is(a, kDigit); }, [](Char b) { return !is(b, kDigit); });
      set_apart(',', [](Char a) { return !is(a, kDigit); }, [](Char b) { return is(b, kDigit); });
    }
    if (has(kQuote)) unify_quotes();
    if (has(kDash)) split_dashes();
    if (has(kQuote)) split_apostrophes();
    split_words();
  }

 private:
  using Chars = std::basic_string<Char>;
  using View = std::basic_string_view<Char>;

  static constexpr bool kBytes = sizeof(Char) == 1;
  // Stands for one full stop of a run of several: such a run is a word of its own that no later rule touches.
  static constexpr Char kDotOfMany = static_cast<Char>(kBytes ? 0x80 : 0x110000);

  bool has(Mark mark) const { return (marks_ & mark) != 0; }
  // Whether a character is this one, which is none of ASCII.
  static bool is_wide(Char c, char32_t wide) { return !kBytes && static_cast<char32_t>(c) == wide; }

  // Decodes, puts a space at both ends, and sets every character apart that no later rule is about.
  void read(std::string_view text) {
    text_.resize(3 * text.size() + 2);
    marks_ = 0;
    Char* out = text_.data();
    *out++ = ' ';
    for (std::size_t at = 0; at < text.size();) {
      Char c;
      if constexpr (kBytes)
        c = text[at++];
      else
        c = next_code_point(text, at);
      if (!is(c, kLetter | kDigit)) marks_ |= mark_of(static_cast<char32_t>(c));
      if (is(c, kLetter | kDigit | kKeptTogether)) {
        *out++ = c;
      } else {
        *out++ = ' ';
        *out++ = c;
        *out++ = ' ';
      }
    }
    *out++ = ' ';
    text_.resize(static_cast<std::size_t>(out - text_.data()));
  }

  void protect_runs_of_dots() {
    static constexpr Char kTwo[] = {'.', '.'};
    if (text_.find(kTwo, 0, 2) == Chars::npos) return;
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
  void replace_between(Char middle, View between, Left left, Right right) {
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
  void set_apart(Char middle, Left left, Right right) {
    const Char between[] = {' ', middle, ' '};
    replace_between(middle, {between, 3}, left, right);
  }

  void unify_quotes() {
    for (Char& c : text_)
      if (c == '`' || is_wide(c, kLeftQuote) || is_wide(c, kRightQuote)) c = '\'';
    out_.clear();
    for (std::size_t i = 0; i < text_.size(); ++i) {
      const bool two_single = text_[i] == '\'' && i + 1 < text_.size() && text_[i + 1] == '\'';
      if (two_single || is_wide(text_[i], 0x201C) || is_wide(text_[i], 0x201D)) {
        out_.append({' ', '"', ' '});
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
      const Char c = is_wide(text_[i], kEnDash) ? Char{'-'} : text_[i];
      out_.push_back(c);
      if (c == '-' && i + 1 < text_.size() && (text_[i + 1] == '-' || is_wide(text_[i + 1], kEnDash))) ++i;
    }
    text_.swap(out_);
    replace_between(
        '-', View(kSpaceQuote, 1), [](Char a) { return a == '.' || is(a, kLetter | kDigit); },
        [](Char b) { return is(b, kLetter | kDigit); });
  }

  static constexpr Char kSpaceQuote[] = {' ', '\'', 0}, kQuoteSpace[] = {'\'', ' ', 0};

  void split_apostrophes() {
    const auto letter = [](Char c) { return is(c, kLetter); };
    const auto no_letter = [](Char c) { return !is(c, kLetter); };
    switch (options_.apostrophes) {
      case ApostropheRule::english:
        set_apart('\'', no_letter, no_letter);
        set_apart('\'', [](Char c) { return !is(c, kLetter | kDigit); }, letter);
        set_apart('\'', letter, no_letter);
        replace_between('\'', kSpaceQuote, letter, letter);
        replace_between(
            '\'', kSpaceQuote, [](Char c) { return is(c, kDigit); }, [](Char c) { return c == 's'; });
        break;
      case ApostropheRule::french:
        set_apart('\'', no_letter, no_letter);
        set_apart('\'', no_letter, letter);
        set_apart('\'', letter, no_letter);
        replace_between('\'', kQuoteSpace, letter, letter);
        break;
      case ApostropheRule::other:
        out_.clear();
        for (const Char c : text_)
          if (c == '\'')
            out_.append({' ', '\'', ' '});
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
  void split_words() {
    if constexpr (kBytes)
      words_.reads_from(text_);
    else
      words_.reads_from({});
    for (auto [begin, end] = next_word(0); begin < end;) {
      const auto following = next_word(end);
      const bool is_stopped = end - begin > 1 && text_[end - 1] == '.';
      const std::size_t stem_end = is_stopped ? end - 1 : end;
      if (is_stopped && !keeps_stop(begin, stem_end, following.first)) {
        if (is_dotted(View(text_).substr(begin, stem_end - begin))) {
          add(begin, undot(begin, stem_end));
        } else {
          add(begin, stem_end);
          add(stem_end, end);
        }
      } else {
        add(begin, end);
      }
      std::tie(begin, end) = following;
    }
  }

  // A word such as U.S. or a.m., without its last full stop.
  static bool is_dotted(View stem) {
    return stem.find(Char{'.'}) != stem.npos &&
           std::any_of(stem.begin(), stem.end(), [](Char c) { return is(c, kLetter); });
  }

  bool keeps_stop(std::size_t begin, std::size_t end, std::size_t next) {
    const View stem = View(text_).substr(begin, end - begin);
    if (is_dotted(stem)) return false;
    const Char first = next < text_.size() ? text_[next] : Char{' '};
    const auto kind = abbreviation(stem);
    return kind == Abbreviations::always || is(first, kLower) ||
           (kind == Abbreviations::before_number && is(first, kDigit));
  }

  // Takes the full stops out of a word and gives its new end.
  std::size_t undot(std::size_t begin, std::size_t end) {
    const auto at = [&](std::size_t i) { return text_.begin() + static_cast<std::ptrdiff_t>(i); };
    return static_cast<std::size_t>(std::remove(at(begin), at(end), Char{'.'}) - text_.begin());
  }

  Abbreviations::Kind abbreviation(View word) {
    const auto found = abbreviations_.words.find(std::string(utf8(word)));
    return found == abbreviations_.words.end() ? Abbreviations::none : found->second;
  }

  // Adds a word in lowercase; blanks beyond ASCII split it, and so does punctuation that is not kept.
  void add(std::size_t begin, std::size_t end) {
    const auto splits = [&](Char c) {
      return is(c, kBlank) || (!options_.keep_punctuation && !is(c, kLetter | kDigit));
    };
    for (std::size_t at = begin; at < end; ++at) {
      const std::size_t start = at;
      for (; at < end && !splits(text_[at]); ++at) {
        const Char c = text_[at];
        text_[at] = c == kDotOfMany ? Char{'.'} : static_cast<Char>(c + (c >= 'A' && c <= 'Z' ? 32 : 0));
      }
      if (at > start) ids_->push_back(words_.number(utf8(View(text_).substr(start, at - start))));
    }
  }

  std::string_view utf8(View word) {
    if constexpr (kBytes) {
      return word;
    } else {
      utf8_.resize(4 * word.size());
      char* end = utf8_.data();
      for (const Char c : word) end = write_utf8(end, c);
      return {utf8_.data(), static_cast<std::size_t>(end - utf8_.data())};
    }
  }

  const MeteorWordsOptions& options_;
  const Abbreviations& abbreviations_;
  Interner& words_;
  std::vector<std::int32_t>* ids_ = nullptr;
  Chars text_, out_;
  std::string utf8_;
  std::uint8_t marks_ = 0;
};

bool is_ascii(std::string_view text) {
  unsigned char bits = 0;
  for (const char c : text) bits |= static_cast<unsigned char>(c);
  return bits < 0x80;
}

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

  Interner words;
  Normalizer<char> bytes(options, abbreviations, words);
  Normalizer<char32_t> code_points(options, abbreviations, words);
  Tokenized result;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string_view text = texts.text(i);
    if (is_ascii(text))
      bytes.split(text, result.batch.ids);
    else
      code_points.split(text, result.batch.ids);
    result.batch.end_row();
  }
  result.words = words.release();
  return result;
}

}  // namespace core
