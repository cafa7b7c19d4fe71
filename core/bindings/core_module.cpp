#include <nanobind/stl/pair.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <string>

#include "arrays.h"
#include "core/bleu.h"
#include "core/chrf.h"
#include "core/edit_distance.h"
#include "core/gtm.h"
#include "core/interner.h"
#include "core/nist.h"
#include "core/parallel.h"
#include "core/ter.h"
#include "core/texts.h"
#include "core/tokenizers.h"
#include "core/treebank.h"
#include "core/unicode.h"

namespace {

template <typename Unit>
std::string_view encode(const Unit* points, std::size_t length, std::string& scratch) {
  scratch.resize(4 * length);
  char* out = scratch.data();
  for (std::size_t i = 0; i < length; ++i) {
    const char32_t point = points[i];
    if (point >= 0xD800 && point <= 0xDFFF)
      throw nb::value_error(("a text holds a lone surrogate at character " + std::to_string(i + 1)).c_str());
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

using TextArrays = decltype(arrays(std::declval<core::OwnedTexts>()));
using IdArray = decltype(array(std::declval<std::vector<std::int32_t>>()));

TextArrays pack(nb::sequence strings) {
  core::OwnedTexts packed;
  std::string scratch;
  for (const nb::handle text : strings) packed.add(utf8(text, scratch));
  return arrays(std::move(packed));
}

// The objects of a list or tuple, without a Python call for each.
std::span<PyObject*> items(const nb::object& fast) {
  return {PySequence_Fast_ITEMS(fast.ptr()), static_cast<std::size_t>(PySequence_Fast_GET_SIZE(fast.ptr()))};
}

// Every different text once, and for each column the numbers of its texts.
std::tuple<TextArrays, std::vector<IdArray>> intern(const std::vector<nb::sequence>& columns) {
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
  std::vector<IdArray> numbers;
  std::string scratch;
  for (const nb::object& list : lists) {
    std::vector<std::int32_t> ids;
    ids.reserve(items(list).size());
    for (PyObject* text : items(list)) ids.push_back(interner.number(utf8(text, scratch)));
    numbers.push_back(array(std::move(ids)));
  }
  return {arrays(interner.release()), std::move(numbers)};
}

// The same for packed texts.
auto intern_packed(Bytes bytes, Offsets offsets) {
  std::vector<std::int32_t> numbers;
  core::OwnedTexts different = unlocked([&] {
    const core::Texts all = texts(bytes, offsets);
    core::check(all, "texts");
    core::Interner interner(all.size(), all.values.size());
    for (std::size_t i = 0; i < all.size(); ++i) numbers.push_back(interner.number(all.text(i)));
    return interner.release();
  });
  return std::pair(arrays(std::move(different)), array(std::move(numbers)));
}

// Numbers texts that come in portions, so that a long file need not be held as Python strings.
IdArray numbers_of(core::Interner& interner, nb::sequence strings) {
  std::vector<std::int32_t> ids;
  std::string scratch;
  for (const nb::handle text : strings) ids.push_back(interner.number(utf8(text, scratch)));
  return array(std::move(ids));
}

TextArrays take_texts(core::Interner& interner) {
  TextArrays taken = arrays(interner.release());
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
auto intern_tokens(nb::sequence rows) {
  core::Interner words;
  core::OwnedBatch batch;
  std::string scratch;
  for (const nb::handle row : rows) {
    for (const nb::handle word : nb::cast<nb::sequence>(row))
      batch.ids.push_back(words.number(utf8(word, scratch)));
    batch.end_row();
  }
  return std::tuple(array(std::move(batch.ids)), array(std::move(batch.offsets)), arrays(words.release()));
}

nb::str text_at(const Bytes& bytes, const Offsets& offsets, std::size_t row) {
  const core::Texts all = texts(bytes, offsets);
  if (row >= all.size()) throw nb::index_error("no such text");
  const std::int64_t begin = all.offsets[row], end = all.offsets[row + 1];
  if (begin < 0 || end < begin || end > static_cast<std::int64_t>(all.values.size()))
    throw nb::value_error("offsets: the text does not lie inside the bytes");
  const std::string_view text = all.text(row);
  return nb::steal<nb::str>(
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
}

void bind_texts(nb::module_& m) {
  m.def("pack", &pack, "strings"_a, "Texts as UTF-8 bytes and offsets.");
  m.def("intern", &intern, "columns"_a,
        "Every different text once, and for each column the numbers of its texts.");
  nb::class_<core::Interner>(m, "Interner", "Numbers different texts in the order in which they come.")
      .def(nb::init<>())
      .def("numbers", &numbers_of, "strings"_a, "The number of each text; new ones get the next numbers.")
      .def("take", &take_texts, "All texts by number, as bytes and offsets; it is empty afterwards.");
  m.def("first_foreign", &first_foreign, "column"_a,
        "The place of the first object that is neither a string nor None; -1 if there is none.");
  m.def("has_none", &has_none, "column"_a, "Whether a text is missing.");
  m.def("intern_packed", &intern_packed, "bytes"_a.noconvert(), "offsets"_a.noconvert(),
        "Every different text once, and the number of each text.");
  m.def("intern_tokens", &intern_tokens, "rows"_a,
        "Ids, offsets and words of texts that were split in Python.");
  m.def("text_at", &text_at, "bytes"_a.noconvert(), "offsets"_a.noconvert(), "row"_a,
        "One text as a string.");
  m.def(
      "texts_beyond",
      [](Bytes bytes, Offsets offsets, std::uint32_t first) {
        return array(unlocked([&] { return core::texts_beyond(texts(bytes, offsets), first); }));
      },
      "bytes"_a.noconvert(), "offsets"_a.noconvert(), "first"_a,
      "Rows of the texts that hold a character at or above `first`.");
  m.def(
      "lowercase_ascii",
      [](Bytes bytes, Offsets offsets) {
        return arrays(unlocked([&] { return core::lowercase_ascii(texts(bytes, offsets)); }));
      },
      "bytes"_a.noconvert(), "offsets"_a.noconvert(), "A copy with A-Z in lowercase.");
  m.def(
      "replace_texts",
      [](Bytes bytes, Offsets offsets, Offsets rows, Bytes new_bytes, Offsets new_offsets) {
        return arrays(unlocked([&] {
          return core::replace_texts(texts(bytes, offsets), view(rows), texts(new_bytes, new_offsets));
        }));
      },
      "bytes"_a.noconvert(), "offsets"_a.noconvert(), "rows"_a.noconvert(), "new_bytes"_a.noconvert(),
      "new_offsets"_a.noconvert(), "A copy with some texts replaced; `rows` is sorted.");
  m.def(
      "tokenize",
      [](Bytes bytes, Offsets offsets, std::string_view tokenizer, bool asian, bool no_punct, bool again) {
        core::Tokenized result = unlocked([&] {
          return core::tokenize(texts(bytes, offsets), core::tokenizer_named(tokenizer),
                                {asian, no_punct, again});
        });
        return std::tuple(array(std::move(result.batch.ids)), array(std::move(result.batch.offsets)),
                          arrays(std::move(result.words)));
      },
      "bytes"_a.noconvert(), "offsets"_a.noconvert(), "tokenizer"_a, "asian"_a = false, "no_punct"_a = false,
      "again"_a = false, "Ids, offsets and words of tokenised texts.");
  m.def(
      "treebank_spaces",
      [](Bytes bytes, Offsets offsets) {
        core::TreebankTexts result = unlocked([&] { return core::treebank_spaces(texts(bytes, offsets)); });
        return std::pair(arrays(std::move(result.texts)), array(std::move(result.unsure)));
      },
      "bytes"_a.noconvert(), "offsets"_a.noconvert(),
      "Texts with a space between Penn Treebank words, and the rows that it has to leave alone.");
}

// A kernel that reads one batch of tokens and a pairing.
template <typename Kernel, typename... Extra>
void bind_kernel(nb::module_& m, const char* name, const char* doc, Kernel kernel, const Extra&... extra) {
  m.def(name, kernel, "ids"_a.noconvert(), "offsets"_a.noconvert(), "hypotheses"_a.noconvert(),
        "references"_a.noconvert(), "reference_offsets"_a.noconvert(), extra..., "threads"_a = 1, doc);
}

void bind_metrics(nb::module_& m) {
  bind_kernel(
      m, "bleu_statistics", "Columns: hypothesis words, reference words, matches by order, n-grams by order.",
      [](Ids ids, Offsets offsets, Ids hyp, Ids ref, Offsets ref_offsets, int max_order, int threads) {
        return array(unlocked([&] {
          return core::bleu_statistics(batch(ids, offsets), pairing(hyp, ref, ref_offsets), max_order,
                                       threads);
        }));
      },
      "max_order"_a);
  bind_kernel(
      m, "nist_statistics",
      "Columns: hypothesis words, mean reference words, information by order, n-grams by order.",
      [](Ids ids, Offsets offsets, Ids hyp, Ids ref, Offsets ref_offsets, int max_order, int threads) {
        return array(unlocked([&] {
          return core::nist_statistics(batch(ids, offsets), pairing(hyp, ref, ref_offsets), max_order,
                                       threads);
        }));
      },
      "max_order"_a);
  bind_kernel(m, "wer_statistics", "Columns: edits, reference words.",
              [](Ids ids, Offsets offsets, Ids hyp, Ids ref, Offsets ref_offsets, int threads) {
                return array(unlocked([&] {
                  return core::wer_statistics(batch(ids, offsets), pairing(hyp, ref, ref_offsets), threads);
                }));
              });
  bind_kernel(m, "per_statistics", "Columns: edits without regard to order, reference words.",
              [](Ids ids, Offsets offsets, Ids hyp, Ids ref, Offsets ref_offsets, int threads) {
                return array(unlocked([&] {
                  return core::per_statistics(batch(ids, offsets), pairing(hyp, ref, ref_offsets), threads);
                }));
              });
  bind_kernel(
      m, "ter_statistics", "Columns: edits with shifts, mean reference words.",
      [](Ids ids, Offsets offsets, Ids hyp, Ids ref, Offsets ref_offsets, bool tercom, int threads) {
        const core::TerRules rules = tercom ? core::TerRules::tercom : core::TerRules::sacrebleu;
        return array(unlocked([&] {
          return core::ter_statistics(batch(ids, offsets), pairing(hyp, ref, ref_offsets), rules, threads);
        }));
      },
      "tercom"_a = false);
  bind_kernel(
      m, "gtm_statistics", "Columns: match size, hypothesis words, reference words.",
      [](Ids ids, Offsets offsets, Ids hyp, Ids ref, Offsets ref_offsets, double exponent, int exact_up_to,
         int threads) {
        return array(unlocked([&] {
          return core::gtm_statistics(batch(ids, offsets), pairing(hyp, ref, ref_offsets),
                                      {exponent, exact_up_to}, threads);
        }));
      },
      "exponent"_a, "exact_up_to"_a);
  m.attr("LARGEST_EXACT_GTM") = core::kLargestExactGtm;
  m.def(
      "chrf_statistics",
      [](Ids char_ids, Offsets char_offsets, Ids word_ids, Offsets word_offsets, Ids hyp, Ids ref,
         Offsets ref_offsets, int char_order, int word_order, double beta, bool eps_smoothing, int threads) {
        return array(unlocked([&] {
          return core::chrf_statistics(batch(char_ids, char_offsets), batch(word_ids, word_offsets),
                                       pairing(hyp, ref, ref_offsets),
                                       {char_order, word_order, beta, eps_smoothing}, threads);
        }));
      },
      "char_ids"_a.noconvert(), "char_offsets"_a.noconvert(), "word_ids"_a.noconvert(),
      "word_offsets"_a.noconvert(), "hypotheses"_a.noconvert(), "references"_a.noconvert(),
      "reference_offsets"_a.noconvert(), "char_order"_a, "word_order"_a, "beta"_a, "eps_smoothing"_a,
      "threads"_a = 1,
      "Columns: for each character order, then each word order: hypothesis n-grams, reference n-grams, "
      "matches.");
  m.def(
      "edit_distances",
      [](Ids ids, Offsets offsets, Ids a, Ids b, int threads) {
        return array(
            unlocked([&] { return core::edit_distances(batch(ids, offsets), view(a), view(b), threads); }));
      },
      "ids"_a.noconvert(), "offsets"_a.noconvert(), "a"_a.noconvert(), "b"_a.noconvert(), "threads"_a = 1,
      "Levenshtein distance of row a[i] and row b[i].");
}

}  // namespace

void bind_meta(nb::module_& m);
void bind_tuning(nb::module_& m);
void bind_network(nb::module_& m);
void bind_matching(nb::module_& m);
void bind_learn(nb::module_& m);
void bind_paraeval(nb::module_& m);
void bind_paraphrase(nb::module_& m);
void bind_terp(nb::module_& m);
void bind_scripts(nb::module_& m);
void bind_pfsm(nb::module_& m);

NB_MODULE(_core, m) {
  m.doc() = "Kernels of Tertium: arrays in, arrays out. The GIL is released while they run.";
  // Asked by the thread that called a kernel; Ctrl-C then stops the work and reaches Python.
  core::set_interrupt_check([] {
    nb::gil_scoped_acquire locked;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
  });
  bind_texts(m);
  bind_metrics(m);
  bind_meta(m);
  bind_tuning(m);
  bind_network(m);
  bind_matching(m);
  bind_learn(m);
  bind_paraeval(m);
  bind_paraphrase(m);
  bind_terp(m);
  bind_scripts(m);
  bind_pfsm(m);
}
