#include "pfsm/edit_pairs.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "base/each_pair.h"
#include "text/unicode.h"

namespace core {

namespace {

[[noreturn]] void fail(std::size_t pair, const std::string& why) {
  throw std::invalid_argument("pair " + std::to_string(pair + 1) + ": " + why);
}

void check_relations(const Ragged<std::uint8_t>& relations, std::span<const std::int32_t> lengths) {
  if (relations.offsets.empty()) return;
  check_offsets(relations.offsets, relations.values.size(), "relations");
  if (relations.size() != lengths.size())
    throw std::invalid_argument("relations: one row for each pair is needed");
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    const auto row = relations[i];
    if (row.size() != static_cast<std::size_t>(lengths[i])) fail(i, "one relation for each word is needed");
    if (std::ranges::any_of(row, [](std::uint8_t code) { return code > 2 * kRelations; }))
      fail(i, "a relation has no such number");
  }
}

void check_pair(const EditPairs& pairs, std::size_t pair) {
  const auto values = pairs.substitutions[pair];
  if (pairs.ref_lengths[pair] < 0 || pairs.hyp_lengths[pair] < 0) fail(pair, "a length is negative");
  if (values.size() % 3 != 0) fail(pair, "a substitution has three numbers");
  for (std::size_t i = 0; i < values.size(); i += 3) {
    const std::int32_t ref = values[i], hyp = values[i + 1], number = values[i + 2];
    if (number < 0 || number >= static_cast<std::int32_t>(kEditStates) ||
        !is_substitution(static_cast<EditState>(number)))
      fail(pair, "state " + std::to_string(number) + " is not a substitution");
    const auto state = static_cast<EditState>(number);
    if (ref < 0 || hyp < 0 || ref > pairs.ref_lengths[pair] - reference_words(state) ||
        hyp > pairs.hyp_lengths[pair] - hypothesis_words(state))
      fail(pair, "a substitution reaches beyond the end");
    if (i > 0 && !std::lexicographical_compare(values.begin() + static_cast<std::ptrdiff_t>(i) - 3,
                                               values.begin() + static_cast<std::ptrdiff_t>(i),
                                               values.begin() + static_cast<std::ptrdiff_t>(i),
                                               values.begin() + static_cast<std::ptrdiff_t>(i) + 3))
      fail(pair, "substitutions are not sorted, or one is there twice");
  }
}

EditState paraphrase(int ref_words, int hyp_words) {
  if (ref_words == 1) return hyp_words == 1 ? EditState::paraphrase_1_1 : EditState::paraphrase_1_2;
  return hyp_words == 1 ? EditState::paraphrase_2_1 : EditState::paraphrase_2_2;
}

// Finds the substitutions of one pair after the other; each thread has its own.
class SubstitutionFinder {
 public:
  SubstitutionFinder(const Lexicon& lexicon, std::span<const std::uint8_t> word_kinds,
                     std::span<const std::int32_t> beginnings, const SubstitutionOptions& options)
      : matches_(lexicon), word_kinds_(word_kinds), beginnings_(beginnings), options_(options) {}

  void find(Tokens hyp, Tokens ref, std::vector<std::int32_t>& values) {
    found_.clear();
    kinds_.assign(hyp.size() + 1, EditState::start);
    before_.assign(hyp.size() + 1, EditState::start);
    const auto matches = matches_.find(hyp, ref, true);
    std::size_t next = 0;
    for (std::size_t i = 0; i < ref.size(); ++i) {
      for (; next < matches.size() && static_cast<std::size_t>(matches[next].ref_start) == i; ++next)
        add(matches[next], hyp, ref);
      if (!beginnings_.empty()) add_beginnings(hyp, ref[i]);
      end_row(static_cast<std::int32_t>(i));
    }
    std::ranges::sort(found_);
    found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
    for (const auto& each : found_) values.insert(values.end(), each.begin(), each.end());
  }

 private:
  // Matches of one word come by kind, so the first one of a pair of words has precedence.
  void add(const Match& match, Tokens hyp, Tokens ref) {
    EditState state = EditState::start;
    const auto i = static_cast<std::size_t>(match.ref_start), j = static_cast<std::size_t>(match.hyp_start);
    switch (match.kind) {
      case MatchKind::same:
        state = same(word_kinds_[static_cast<std::size_t>(ref[i])]);
        break;
      case MatchKind::stem:
        state = EditState::lemma;
        break;
      case MatchKind::synonym:
        if (!options_.synonyms) return;
        state = EditState::synonym;
        break;
      case MatchKind::paraphrase:
        if (!options_.paraphrases || match.ref_length > 2 || match.hyp_length > 2 ||
            match.probability < options_.least_probability)
          return;
        state = paraphrase(match.ref_length, match.hyp_length);
        if (state == EditState::paraphrase_1_1) break;
        if (!(match.ref_length == match.hyp_length &&
              std::ranges::equal(ref.subspan(i, 2), hyp.subspan(j, 2))))
          found_.push_back({match.ref_start, match.hyp_start, static_cast<std::int32_t>(state)});
        return;
    }
    if (kinds_[j] == EditState::start) kinds_[j] = state;
  }

  static EditState same(std::uint8_t kind) {
    if (kind == kPunctuation) return EditState::punctuation;
    return kind == kFunctionWord ? EditState::function_word : EditState::word;
  }

  // Words that are not matched otherwise.
  void add_beginnings(Tokens hyp, std::int32_t ref) {
    const std::int32_t beginning = beginnings_[static_cast<std::size_t>(ref)];
    if (beginning < 0) return;
    for (std::size_t j = 0; j < hyp.size(); ++j)
      if (kinds_[j] == EditState::start && beginnings_[static_cast<std::size_t>(hyp[j])] == beginning)
        kinds_[j] = EditState::beginning;
  }

  void end_row(std::int32_t ref) {
    for (std::size_t j = 0; j + 1 < kinds_.size(); ++j) {
      if (kinds_[j] == EditState::start) continue;
      found_.push_back({ref, static_cast<std::int32_t>(j), static_cast<std::int32_t>(kinds_[j])});
      if (options_.blocks && j > 0 && before_[j - 1] == kinds_[j] && kinds_[j] <= EditState::punctuation)
        found_.push_back({ref - 1, static_cast<std::int32_t>(j) - 1,
                          static_cast<std::int32_t>(kinds_[j]) +
                              static_cast<std::int32_t>(EditState::word_2) -
                              static_cast<std::int32_t>(EditState::word)});
    }
    std::swap(before_, kinds_);
    std::ranges::fill(kinds_, EditState::start);
  }

  MatchFinder matches_;
  std::span<const std::uint8_t> word_kinds_;
  std::span<const std::int32_t> beginnings_;
  SubstitutionOptions options_;
  std::vector<EditState> kinds_,
      before_;  // of the words of the hypothesis with this reference word, the last one
  std::vector<std::array<std::int32_t, 3>> found_;
};

}  // namespace

void check(const EditPairs& pairs) {
  if (pairs.hyp_lengths.size() != pairs.size() || pairs.substitutions.size() != pairs.size())
    throw std::invalid_argument("pairs: lengths and substitutions are of different numbers of pairs");
  check_offsets(pairs.substitutions.offsets, pairs.substitutions.values.size(), "substitutions");
  for (std::size_t i = 0; i < pairs.size(); ++i) check_pair(pairs, i);
  check_relations(pairs.ref_relations, pairs.ref_lengths);
  check_relations(pairs.hyp_relations, pairs.hyp_lengths);
}

Substitutions find_substitutions(const Batch& batch, const Pairing& pairing, const Lexicon& lexicon,
                                 std::span<const std::uint8_t> kinds,
                                 std::span<const std::int32_t> beginnings, const SubstitutionOptions& options,
                                 int threads) {
  check(batch, "batch");
  check(pairing, batch.size());
  check(lexicon, id_limit(batch));
  if (kinds.size() < id_limit(batch))
    throw std::invalid_argument("kinds: there are fewer numbers than words");
  if (!beginnings.empty() && beginnings.size() < id_limit(batch))
    throw std::invalid_argument("beginnings: there are fewer numbers than words");
  std::vector<std::vector<std::int32_t>> found(pairing.references.values.size());
  for_each_pair(pairing, threads, [&] {
    return [&, finder = SubstitutionFinder(lexicon, kinds, beginnings, options)](
               std::size_t hyp, std::size_t ref, std::size_t pair) mutable {
      finder.find(batch[hyp], batch[ref], found[pair]);
    };
  });
  Substitutions result;
  for (const auto& each : found) {
    result.values.insert(result.values.end(), each.begin(), each.end());
    result.offsets.push_back(static_cast<std::int64_t>(result.values.size()));
  }
  return result;
}

std::vector<std::uint8_t> punctuation_words(const Texts& words) {
  check(words, "words");
  std::vector<std::uint8_t> flags(words.size());
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words.text(i);
    bool all = !word.empty();
    for (std::size_t at = 0; all && at < word.size();) {
      const char32_t point = next_code_point(word, at);
      all = is_punctuation(point) || is_symbol(point);
    }
    flags[i] = all ? 1 : 0;
  }
  return flags;
}

}  // namespace core
