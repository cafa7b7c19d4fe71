#include "text/tokenizers.h"

#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>
#include <string>

#include "base/interner.h"
#include "base/parallel.h"
#include "text/details/character_numbers.h"
#include "text/details/replace_all.h"
#include "text/details/row_pieces.h"
#include "text/details/terp_words.h"
#include "text/details/token_rules.h"
#include "text/unicode.h"

namespace core {

namespace {

bool is_letter(char c) { return static_cast<unsigned char>((c | 0x20) - 'a') < 26; }

// The place of the first character at or behind `i` that is not a letter, eight at a time.
std::size_t behind_letters(std::string_view text, std::size_t i) {
  constexpr std::uint64_t kEach = 0x0101010101010101;
  if constexpr (std::endian::native == std::endian::little) {
    for (; i + 8 <= text.size(); i += 8) {
      const std::uint64_t bytes = load<std::uint64_t>(text.data() + i);
      // The highest bit of each byte: whether a small letter is at least 'a', and whether it is behind 'z'.
      const std::uint64_t small = (bytes | kEach * 0x20) & kEach * 0x7F;
      const std::uint64_t from_a = small + kEach * (0x80 - 'a'), behind_z = small + kEach * (0x7F - 'z');
      const std::uint64_t others = (~(from_a & ~behind_z) | bytes) & kEach * 0x80;
      if (others != 0) return i + static_cast<std::size_t>(std::countr_zero(others)) / 8;
    }
  }
  while (i < text.size() && is_letter(text[i])) ++i;
  return i;
}

// Collects the pieces of one text.
template <typename Sink>
class Pieces {
 public:
  Pieces(std::string_view text, Sink& sink) : text_(text), sink_(sink) {}

  void extend(std::size_t begin) {
    if (!open_) start_ = begin;
    open_ = true;
  }
  void end(std::size_t at) {
    if (open_) sink_(text_.substr(start_, at - start_));
    open_ = false;
  }
  void alone(std::size_t begin, std::size_t after) {
    end(begin);
    sink_(text_.substr(begin, after - begin));
  }

 private:
  std::string_view text_;
  Sink& sink_;
  std::size_t start_ = 0;
  bool open_ = false;
};

// "'s" before a space, before a character that stands alone, or at the end.
bool is_possessive(std::string_view text, std::size_t i) {
  if (text[i] != '\'' || i + 1 >= text.size() || text[i + 1] != 's') return false;
  if (i + 2 == text.size() || text[i + 2] == ' ') return true;
  return static_cast<unsigned char>(text[i + 2]) < 0x80 && western_kind(text[i + 2]) == Kind::split;
}

// Reads a row of `run` characters that starts at `i`; gives the place behind it.
template <typename Rule, typename Sink>
std::size_t scan_run(std::string_view text, std::size_t i, bool after_number, Pieces<Sink>& pieces) {
  std::size_t last = i, after = Rule::at(text, i).end, length = 1;
  bool before_number = !Rule::padded;
  while (after < text.size()) {
    const auto [kind, end] = Rule::at(text, after);
    before_number = kind == Kind::number;
    if (kind != Kind::run) break;
    pieces.alone(last, after);
    last = after;
    after = end;
    before_number = !Rule::padded;
    ++length;
  }
  const bool spaced = (length % 2 == 1) != after_number;
  if (!spaced && before_number)
    pieces.extend(last);
  else
    pieces.alone(last, after);
  return after;
}

// The mteval rules as one pass. The originals insert spaces by one regular expression after another:
// (1) around `split` characters; (2) around a `run` character that follows a non-number; (3) around one
// that precedes a non-number; (4) around a dash after a digit. Each expression consumes the pairs it
// matches, so in a row of `run` characters only every other one is hit by (2). Followed through, all that
// depends on this is the last of the row: it stays with a number behind it when (2) skipped it. A missing
// neighbour (only without padding) matches nothing, so it acts as a number.
template <typename Rule, typename Sink>
[[gnu::flatten]] void scan(std::string_view text, Sink& sink) {
  Pieces<Sink> pieces(text, sink);
  bool after_number = !Rule::padded, after_digit = false;
  for (std::size_t i = 0; i < text.size();) {
    const auto [kind, end] = Rule::at(text, i);
    if (kind == Kind::run) {
      i = scan_run<Rule>(text, i, after_number, pieces);
      after_number = after_digit = false;
      continue;
    }
    bool in_word = false;
    if (kind == Kind::space) {
      pieces.end(i);
    } else if (kind == Kind::split || (Rule::splits_dash && text[i] == '-' && after_digit)) {
      pieces.alone(i, end);
    } else {
      if (Rule::splits_possessive && is_possessive(text, i)) pieces.end(i);
      pieces.extend(i);
      in_word = kind == Kind::other;
    }
    after_number = kind == Kind::number;
    after_digit = text[i] >= '0' && text[i] <= '9';
    i = end;
    // Most characters are letters in the middle of a word; nothing can happen at them.
    if (in_word) i = behind_letters(text, i);
  }
  pieces.end(text.size());
}

// The place of the first byte at or behind `i` that can belong to a space, eight at a time: those up to ' ',
// and those that are not ASCII.
[[gnu::always_inline]] inline std::size_t behind_plain(std::string_view text, std::size_t i) {
  constexpr std::uint64_t kEach = 0x0101010101010101;
  if constexpr (std::endian::native == std::endian::little) {
    for (; i + 8 <= text.size(); i += 8) {
      const std::uint64_t bytes = load<std::uint64_t>(text.data() + i);
      const std::uint64_t behind_space = (bytes & kEach * 0x7F) + kEach * (0x7F - ' ');
      const std::uint64_t others = (~behind_space | bytes) & kEach * 0x80;
      if (others != 0) return i + static_cast<std::size_t>(std::countr_zero(others)) / 8;
    }
  }
  while (i < text.size() && text[i] > ' ' && static_cast<unsigned char>(text[i]) < 0x80) ++i;
  return i;
}

template <typename Sink>
void scan_words(std::string_view text, Sink& sink) {
  std::size_t begin = 0;
  for (std::size_t i = 0; (i = behind_plain(text, i)) < text.size();) {
    Char at{Kind::space, i + 1};
    if (text[i] != ' ') at = Western::at(text, i);
    if (at.kind == Kind::space) {
      if (begin < i) sink({text.data() + begin, i - begin});
      begin = at.end;
    }
    i = at.end;
  }
  if (begin < text.size()) sink({text.data() + begin, text.size() - begin});
}

// chrF++ counts one punctuation mark at the end of a word, else one at its start, as a word of its own.
template <typename Sink>
void scan_chrf(std::string_view text, Sink& sink) {
  const auto is_punct = [](char c) {
    const Kind kind =
        static_cast<unsigned char>(c) < 0x80 ? kWesternKinds[static_cast<unsigned char>(c)] : Kind::other;
    return kind == Kind::split || kind == Kind::run || c == '\'' || c == '-';
  };
  const auto split = [&](std::string_view word) {
    std::size_t first_end = 0;
    next_code_point(word, first_end);
    const bool one_character = first_end == word.size();
    if (!one_character && is_punct(word.back())) {
      sink(word.substr(0, word.size() - 1));
      sink(word.substr(word.size() - 1));
    } else if (!one_character && is_punct(word.front())) {
      sink(word.substr(0, 1));
      sink(word.substr(1));
    } else {
      sink(word);
    }
  };
  scan_words(text, split);
}

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

// mteval's language-independent part. Most texts need none of it, and are not copied.
std::string_view prepare(std::string_view text, std::string& scratch, std::string_view line_hyphen,
                         bool skip_mark) {
  const bool lines = has(text, "\n"), entities = has(text, "&"),
             skipped = skip_mark && has(text, "<skipped>");
  if (!lines && !entities && !skipped) return text;
  scratch = text;
  if (skipped) replace_all(scratch, "<skipped>", "");
  if (lines) {
    replace_all(scratch, line_hyphen, "");
    replace_all(scratch, "\n", " ");
  }
  // In this order, as the originals do: "&amp;lt;" becomes "<".
  replace_all(scratch, "&quot;", "\"");
  replace_all(scratch, "&amp;", "&");
  replace_all(scratch, "&lt;", "<");
  replace_all(scratch, "&gt;", ">");
  return scratch;
}

// Drops tercom's punctuation from tokens, and tokens of which nothing is left.
template <typename Sink>
class WithoutPunctuation {
 public:
  WithoutPunctuation(Sink& sink, bool asian) : sink_(sink), asian_(asian) {}

  void operator()(std::string_view word) {
    kept_.clear();
    for (std::size_t i = 0; i < word.size();) {
      const std::size_t begin = i;
      const char32_t point = next_code_point(word, i);
      const bool drop = point < 0x80 ? std::string_view(".,?:;!\"()").find(static_cast<char>(point)) !=
                                           std::string_view::npos
                                     : asian_ && is_asian_punctuation(point);
      if (!drop) kept_.append(word.substr(begin, i - begin));
    }
    if (!kept_.empty()) sink_(std::string_view(kept_));
  }

 private:
  Sink& sink_;
  bool asian_;
  std::string kept_;
};

// Sends the tokens of one text to a sink.
class Scanner {
 public:
  Scanner(Tokenizer tokenizer, const TokenizerOptions& options) : tokenizer_(tokenizer), options_(options) {}

  template <typename Sink>
  void operator()(std::string_view text, Sink& sink) {
    if (!options_.no_punct) return scan_text(text, sink);
    WithoutPunctuation<Sink> filter(sink, options_.asian);
    scan_text(text, filter);
  }

 private:
  template <typename Sink>
  void scan_text(std::string_view text, Sink& sink) {
    switch (tokenizer_) {
      case Tokenizer::mteval13a:
        return scan<Western>(prepare(strip_end(text), scratch_, "-\n", true), sink);
      case Tokenizer::international:
        return scan<International>(strip_end(text), sink);
      case Tokenizer::chinese:
        return scan<Chinese>(strip(text), sink);
      case Tokenizer::any_script:
        return scan<AnyScript>(strip_end(text), sink);
      case Tokenizer::tercom: {
        const std::string_view prepared = prepare(strip_end(text), scratch_, "\n-", false);
        return options_.asian ? scan<TercomAsian>(prepared, sink) : scan<Tercom>(prepared, sink);
      }
      case Tokenizer::terp:
        terp_normalize(text, scratch_);
        return split_as_java(scratch_, sink);
      case Tokenizer::java_spaces:
        return split_as_java(text, sink);
      case Tokenizer::chrf:
        return scan_chrf(text, sink);
      default:
        return scan_words(text, sink);
    }
  }

  static std::string_view strip(std::string_view text) {
    text = strip_end(text);
    for (std::size_t i = 0; !text.empty() && is_space(next_code_point(text, i)); i = 0) text = text.substr(i);
    return text;
  }

  Tokenizer tokenizer_;
  TokenizerOptions options_;
  std::string scratch_;
};

std::size_t n_bytes(const Texts& texts, std::size_t begin, std::size_t end) {
  return static_cast<std::size_t>(texts.offsets[end] - texts.offsets[begin]);
}

// Characters are tokens already; a table by code point is faster than hashing them.
Tokenized tokenize_characters(const Texts& texts, bool keep_space, std::size_t begin, std::size_t end) {
  Tokenized result;
  result.batch.ids.resize(n_bytes(texts, begin, end));
  CharacterNumbers numbers(keep_space);
  char utf8[4];
  std::int32_t n_known = 0;
  std::int32_t* next = result.batch.ids.data();
  for (std::size_t row = begin; row < end; ++row) {
    const std::string_view text = texts.text(row);
    for (std::size_t i = 0; i < text.size();) {
      if (const auto c = static_cast<unsigned char>(text[i]); c < 0x80) {
        if (const std::int32_t known = numbers.of_ascii(c); known != CharacterNumbers::kNone) {
          *next = known;
          next += known >= 0;
          ++i;
          continue;
        }
      }
      const char32_t point = next_code_point(text, i);
      std::int32_t& number = numbers.of(point);
      if (number == CharacterNumbers::kLeftOut) continue;
      if (number == CharacterNumbers::kNone) {
        number = n_known++;
        result.words.add({utf8, static_cast<std::size_t>(write_utf8(utf8, point) - utf8)});
      }
      *next++ = number;
    }
    result.batch.offsets.push_back(next - result.batch.ids.data());
  }
  result.batch.ids.resize(static_cast<std::size_t>(next - result.batch.ids.data()));
  return result;
}

// Rows from the number of texts on are those of the texts tokenised again.
Tokenized tokenize_words(const Texts& texts, Tokenizer tokenizer, const TokenizerOptions& options,
                         std::size_t begin, std::size_t end) {
  Tokenized result;
  const std::size_t once = std::min(end, texts.size());
  const std::size_t bytes = begin < once ? n_bytes(texts, begin, once) : 0;
  result.batch.ids.reserve(bytes / 5);
  // Real texts have a different word for each hundred bytes, or fewer.
  Interner words(std::clamp<std::size_t>(bytes / 100, 1024, 16384));
  words.reads_from(texts.values);
  const auto sink = [&](std::string_view word) { result.batch.ids.push_back(words.number(word)); };
  Scanner scanner(tokenizer, options);
  for (std::size_t row = begin; row < once; ++row) {
    scanner(texts.text(row), sink);
    result.batch.end_row();
  }
  std::string joined;
  const auto join = [&](std::string_view word) { joined.append(joined.empty() ? "" : " ").append(word); };
  for (std::size_t row = std::max(begin, texts.size()); row < end; ++row) {
    joined.clear();
    scanner(texts.text(row - texts.size()), join);
    scanner(joined, sink);
    result.batch.end_row();
  }
  result.words = words.release();
  return result;
}

}  // namespace

Tokenizer tokenizer_named(std::string_view name) {
  if (name == "none") return Tokenizer::none;
  if (name == "13a") return Tokenizer::mteval13a;
  if (name == "intl") return Tokenizer::international;
  if (name == "zh") return Tokenizer::chinese;
  if (name == "any") return Tokenizer::any_script;
  if (name == "char") return Tokenizer::characters;
  if (name == "char+space") return Tokenizer::characters_and_space;
  if (name == "tercom") return Tokenizer::tercom;
  if (name == "terp") return Tokenizer::terp;
  if (name == "java") return Tokenizer::java_spaces;
  if (name == "chrf") return Tokenizer::chrf;
  throw std::invalid_argument("no tokeniser of the core is called '" + std::string(name) + "'");
}

Tokenized tokenize(const Texts& texts, Tokenizer tokenizer, const TokenizerOptions& options, int threads) {
  check(texts, "texts");
  const bool characters = tokenizer == Tokenizer::characters || tokenizer == Tokenizer::characters_and_space;
  if (characters && options.again) throw std::invalid_argument("again: characters are not tokenised twice");
  const std::vector<std::size_t> borders = pieces_of(texts, options.again, threads);
  std::vector<Tokenized> pieces(borders.size() - 1);
  parallel_for(pieces.size(), threads, [&] {
    return [&](std::size_t begin, std::size_t end) {
      for (std::size_t piece = begin; piece < end; ++piece)
        pieces[piece] = characters
                            ? tokenize_characters(texts, tokenizer == Tokenizer::characters_and_space,
                                                  borders[piece], borders[piece + 1])
                            : tokenize_words(texts, tokenizer, options, borders[piece], borders[piece + 1]);
    };
  });
  return joined(pieces, threads);
}

}  // namespace core
