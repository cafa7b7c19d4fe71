#include "bitext/phrase_objections.h"

#include <algorithm>
#include <stdexcept>

namespace core {

namespace {

// The parts of a phrase that are compared.
struct Parts {
  std::vector<std::int32_t> content, numbers, stems;
  bool negative = false;

  void read(Tokens phrase, const WordFacts& facts) {
    content.clear();
    numbers.clear();
    stems.clear();
    negative = false;
    for (const std::int32_t word : phrase) {
      const std::uint8_t kind = facts.kinds[static_cast<std::size_t>(word)];
      if (kind & kNumberWord) numbers.push_back(word);
      if (kind & kNegation) negative = true;
      if (kind & kFunctionWord) continue;
      content.push_back(word);
      stems.push_back(facts.stems[static_cast<std::size_t>(word)]);
    }
    std::sort(numbers.begin(), numbers.end());
    std::sort(stems.begin(), stems.end());
    stems.erase(std::unique(stems.begin(), stems.end()), stems.end());
  }
};

bool one_includes_the_other(const Parts& one, const Parts& other) {
  const auto& [small, large] =
      std::minmax(one.stems, other.stems, [](const auto& a, const auto& b) { return a.size() < b.size(); });
  return small.size() < large.size() && std::includes(large.begin(), large.end(), small.begin(), small.end());
}

std::uint8_t objection(const Parts& one, const Parts& other, std::uint8_t asked) {
  if (asked & kNumbers && one.numbers != other.numbers) return kNumbers;
  if (asked & kFunctionWords &&
      (one.content.empty() || other.content.empty() || one.content == other.content))
    return kFunctionWords;
  if (asked & kInclusion && one_includes_the_other(one, other)) return kInclusion;
  if (asked & kNegated && one.negative != other.negative) return kNegated;
  return 0;
}

}  // namespace

std::vector<std::uint8_t> phrase_objections(const Batch& phrases, const WordFacts& facts, std::uint8_t asked,
                                            int max_words) {
  check(phrases, "phrases");
  check_at_least(max_words, 1, "max_words");
  if (phrases.size() % 2 != 0) throw std::invalid_argument("phrases: as many sources as targets expected");
  if (facts.kinds.size() != facts.stems.size() || id_limit(phrases) > facts.kinds.size())
    throw std::invalid_argument("phrases: every word needs a kind and a stem");
  const std::size_t n = phrases.size() / 2;
  std::vector<std::uint8_t> found(n);
  Parts one, other;
  for (std::size_t row = 0; row < n; ++row) {
    if (std::max(phrases[row].size(), phrases[n + row].size()) > static_cast<std::size_t>(max_words)) {
      found[row] = kLength;
      continue;
    }
    one.read(phrases[row], facts);
    other.read(phrases[n + row], facts);
    found[row] = objection(one, other, asked);
  }
  return found;
}

}  // namespace core
