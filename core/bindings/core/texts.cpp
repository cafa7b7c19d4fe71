// Strings of Python as texts of the core, and tokenisers.
#include "text/texts.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <string>

#include "base/interner.h"
#include "bindings/values.h"
#include "text/meteor_words.h"
#include "text/tokenizers.h"
#include "text/treebank.h"
#include "text/unicode.h"
#include "text/word_pieces.h"

namespace {

// Whether the next kAscii characters are ASCII; most are, in most texts.
constexpr std::size_t kAscii = 16;
template <typename Unit>
bool all_ascii(const Unit* points) {
  Unit any = 0;
  for (std::size_t i = 0; i < kAscii; ++i) any = static_cast<Unit>(any | points[i]);
  return any < 0x80;
}

template <typename Unit>
std::string_view encode(const Unit* points, std::size_t length, std::string& scratch) {
  scratch.resize(4 * length);
  char* out = scratch.data();
  for (std::size_t i = 0; i < length;) {
    if (i + kAscii <= length && all_ascii(points + i)) {
      for (std::size_t k = 0; k < kAscii; ++k) out[k] = static_cast<char>(points[i + k]);
      out += kAscii;
      i += kAscii;
      continue;
    }
    const char32_t point = points[i++];
    if (point >= 0xD800 && point <= 0xDFFF)
      throw nb::value_error(("a text holds a lone surrogate at character " + std::to_string(i)).c_str());
    out = core::write_utf8(out, point);
  }
  return {scratch.data(), static_cast<std::size_t>(out - scratch.data())};
}

// The UTF-8 form of a Python string. A lone surrogate has none.
std::string_view utf8(nb::handle object, std::string& scratch) {
  if (!PyUnicode_Check(object.ptr())) throw nb::type_error("expected a list of strings");
  const auto length = static_cast<std::size_t>(PyUnicode_GET_LENGTH(object.ptr()));
  if (PyUnicode_IS_COMPACT_ASCII(object.ptr()))
    return {static_cast<const char*>(PyUnicode_DATA(object.ptr())), length};
  // Not PyUnicode_AsUTF8: it would keep a second copy of every text inside the string object.
  const void* data = PyUnicode_DATA(object.ptr());
  switch (PyUnicode_KIND(object.ptr())) {
    case PyUnicode_1BYTE_KIND:
      return encode(static_cast<const Py_UCS1*>(data), length, scratch);
    case PyUnicode_2BYTE_KIND:
      return encode(static_cast<const Py_UCS2*>(data), length, scratch);
    default:
      return encode(static_cast<const Py_UCS4*>(data), length, scratch);
  }
}

struct Interned {
  HeldTexts texts;
  std::vector<Column<std::int32_t>> columns;
};

struct Tokenized {
  HeldBatch batch;
  HeldTexts words;

  static Tokenized of(core::Tokenized&& made) {
    return {HeldBatch::of(std::move(made.batch)), HeldTexts::of(std::move(made.words))};
  }
};

struct TreebankTexts {
  HeldTexts texts;
  Column<std::int64_t> unsure;
};

HeldTexts pack(nb::sequence strings) {
  core::OwnedTexts packed;
  std::string scratch;
  for (const nb::handle text : strings) packed.add(utf8(text, scratch));
  return HeldTexts::of(std::move(packed));
}

// The objects of a list or tuple, without a Python call for each.
std::span<PyObject*> items(const nb::object& fast) {
  return {PySequence_Fast_ITEMS(fast.ptr()), static_cast<std::size_t>(PySequence_Fast_GET_SIZE(fast.ptr()))};
}

// Every different text once, and for each column the numbers of its texts.
Interned intern(const std::vector<nb::sequence>& columns) {
  std::vector<nb::object> lists;
  std::size_t n_texts = 0, n_bytes = 0;
  for (const nb::sequence& column : columns) {
    lists.push_back(nb::steal(PySequence_Fast(column.ptr(), "expected a list of strings")));
    if (!lists.back().is_valid()) throw nb::python_error();
    n_texts += items(lists.back()).size();
    for (PyObject* text : items(lists.back()))
      if (PyUnicode_Check(text)) n_bytes += static_cast<std::size_t>(PyUnicode_GET_LENGTH(text));
  }
  core::Interner interner(n_texts, n_bytes);
  std::vector<Column<std::int32_t>> numbers;
  std::string scratch;
  for (const nb::object& list : lists) {
    std::vector<std::int32_t> ids;
    ids.reserve(items(list).size());
    for (PyObject* text : items(list)) ids.push_back(interner.number(utf8(text, scratch)));
    numbers.push_back(array(std::move(ids)));
  }
  return {HeldTexts::of(interner.release()), std::move(numbers)};
}

// The same for packed texts.
Interned intern_packed(const HeldTexts& packed) {
  std::vector<std::int32_t> numbers;
  core::OwnedTexts different = unlocked([&] {
    const core::Texts all = packed.view_of();
    core::check(all, "texts");
    core::Interner interner(all.size(), all.values.size());
    for (std::size_t i = 0; i < all.size(); ++i) numbers.push_back(interner.number(all.text(i)));
    return interner.release();
  });
  std::vector<Column<std::int32_t>> columns;
  columns.push_back(array(std::move(numbers)));
  return {HeldTexts::of(std::move(different)), std::move(columns)};
}

// Numbers texts that come in portions, so that a long file need not be held as Python strings.
Column<std::int32_t> numbers_of(core::Interner& interner, nb::sequence strings) {
  std::vector<std::int32_t> ids;
  std::string scratch;
  for (const nb::handle text : strings) ids.push_back(interner.number(utf8(text, scratch)));
  return array(std::move(ids));
}

HeldTexts take_texts(core::Interner& interner) {
  HeldTexts taken = HeldTexts::of(interner.release());
  interner = core::Interner();
  return taken;
}

// The first object that is neither a string nor None, or -1.
std::ptrdiff_t first_foreign(const nb::tuple& column) {
  const std::span<PyObject*> objects = items(column);
  for (std::size_t i = 0; i < objects.size(); ++i)
    if (!PyUnicode_Check(objects[i]) && objects[i] != Py_None) return static_cast<std::ptrdiff_t>(i);
  return -1;
}

bool has_none(const nb::tuple& column) {
  const std::span<PyObject*> objects = items(column);
  return std::find(objects.begin(), objects.end(), Py_None) != objects.end();
}

// Tokens that Python made: a list of words for each text.
Tokenized intern_tokens(nb::sequence rows) {
  core::Interner words;
  core::OwnedBatch batch;
  std::string scratch;
  for (const nb::handle row : rows) {
    for (const nb::handle word : nb::cast<nb::sequence>(row))
      batch.ids.push_back(words.number(utf8(word, scratch)));
    batch.end_row();
  }
  return {HeldBatch::of(std::move(batch)), HeldTexts::of(words.release())};
}

nb::str text_at(const HeldTexts& texts, std::size_t row) {
  const core::Texts all = texts.view_of();
  if (row >= all.size()) throw nb::index_error("no such text");
  const std::int64_t begin = all.offsets[row], end = all.offsets[row + 1];
  if (begin < 0 || end < begin || end > static_cast<std::int64_t>(all.values.size()))
    throw nb::value_error("offsets: the text does not lie inside the bytes");
  const std::string_view text = all.text(row);
  return nb::steal<nb::str>(
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
}

void bind_results(nb::module_& m) {
  nb::class_<Interned>(m, "Interned",
                       "Every different text once, and the numbers of the texts of each column.")
      .def_ro("texts", &Interned::texts)
      .def_prop_ro("columns", [](const Interned& interned) { return interned.columns; }, kNoCopy);
  nb::class_<Tokenized>(m, "Tokenized", "Texts as rows of ids, and the word of each id.")
      .def_ro("batch", &Tokenized::batch)
      .def_ro("words", &Tokenized::words);
  nb::class_<TreebankTexts>(
      m, "TreebankTexts",
      "Texts with a space between Penn Treebank words, and the rows that were left alone.")
      .def_ro("texts", &TreebankTexts::texts)
      .def_ro("unsure", &TreebankTexts::unsure, kNoCopy);
}

void bind_tokenizers(nb::module_& m) {
  m.def(
      "tokenize",
      [](const HeldTexts& texts, std::string_view tokenizer, bool asian, bool no_punct, bool again,
         int threads) {
        return Tokenized::of(unlocked([&] {
          return core::tokenize(texts.view_of(), core::tokenizer_named(tokenizer), {asian, no_punct, again},
                                threads);
        }));
      },
      "texts"_a, "tokenizer"_a, nb::kw_only(), "asian"_a = false, "no_punct"_a = false, "again"_a = false,
      "threads"_a = 1, "Texts split into words by a tokeniser of this name.");
  m.def(
      "meteor_words",
      [](const HeldTexts& texts, std::string_view apostrophes, bool keep_punctuation,
         const HeldTexts& abbreviations, Bytes numeric) {
        return Tokenized::of(unlocked([&] {
          return core::meteor_words(texts.view_of(),
                                    {core::apostrophe_rule_named(apostrophes), keep_punctuation,
                                     abbreviations.view_of(), view(numeric)});
        }));
      },
      "texts"_a, nb::kw_only(), "apostrophes"_a, "keep_punctuation"_a, "abbreviations"_a,
      "numeric"_a.noconvert(), "Texts split by METEOR 1.5's rules, A-Z in lowercase.");
  m.def(
      "treebank_spaces",
      [](const HeldTexts& texts) {
        core::TreebankTexts result = unlocked([&] { return core::treebank_spaces(texts.view_of()); });
        return TreebankTexts{HeldTexts::of(std::move(result.texts)), array(std::move(result.unsure))};
      },
      "texts"_a, "Texts with a space between Penn Treebank words, and the rows that it has to leave alone.");
}

}  // namespace

void bind_texts(nb::module_& m) {
  bind_results(m);
  m.def("pack", &pack, "strings"_a, "Strings as UTF-8.");
  m.def("intern", &intern, "columns"_a,
        "Every different text once, and for each column the numbers of its texts.");
  nb::class_<core::Interner>(m, "Interner", "Numbers different texts in the order in which they come.")
      .def(nb::init<>())
      .def("numbers", &numbers_of, "strings"_a, "The number of each text; new ones get the next numbers.")
      .def("take", &take_texts, "All texts by number; it is empty afterwards.");
  m.def("first_foreign", &first_foreign, "column"_a,
        "The place of the first object that is neither a string nor None; -1 if there is none.");
  m.def("has_none", &has_none, "column"_a, "Whether a text is missing.");
  m.def("intern_packed", &intern_packed, "texts"_a, "The same for texts that are packed: one column.");
  m.def("intern_tokens", &intern_tokens, "rows"_a, "Texts that were split in Python.");
  m.def("text_at", &text_at, "texts"_a, "row"_a, "One text as a string.");
  m.def(
      "texts_beyond",
      [](const HeldTexts& texts, std::uint32_t first) {
        return array(unlocked([&] { return core::texts_beyond(texts.view_of(), first); }));
      },
      "texts"_a, "first"_a, "Rows of the texts that hold a character at or above `first`.");
  m.def(
      "word_pieces",
      [](const HeldTexts& texts, const HeldTexts& pieces, std::int32_t unknown, bool lowercase) {
        return HeldBatch::of(unlocked(
            [&] { return core::word_pieces(texts.view_of(), pieces.view_of(), unknown, lowercase); }));
      },
      "texts"_a, "pieces"_a, nb::kw_only(), "unknown"_a, "lowercase"_a,
      "The texts as places in a list of word pieces, as BERT splits them.");
  m.def(
      "lowercase_ascii",
      [](const HeldTexts& texts) {
        return HeldTexts::of(unlocked([&] { return core::lowercase_ascii(texts.view_of()); }));
      },
      "texts"_a, "A copy with A-Z in lowercase.");
  m.def(
      "replace_texts",
      [](const HeldTexts& texts, Offsets rows, const HeldTexts& replacements) {
        return HeldTexts::of(unlocked(
            [&] { return core::replace_texts(texts.view_of(), view(rows), replacements.view_of()); }));
      },
      "texts"_a, "rows"_a.noconvert(), "replacements"_a,
      "A copy with some texts replaced; `rows` is sorted.");
  bind_tokenizers(m);
}
