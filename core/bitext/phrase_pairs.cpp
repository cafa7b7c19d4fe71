#include "bitext/phrase_pairs.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>
#include <unordered_map>

#include "base/interner.h"

namespace core {

namespace {

void check_points(const Alignments& alignments, const PairLengths& lengths, const char* name) {
  check_offsets(alignments.offsets, alignments.values.size(), name);
  if (alignments.size() != lengths.size() || lengths.first.size() != lengths.second.size())
    throw std::invalid_argument(std::string(name) + ": as many rows as sentence pairs expected");
  for (std::size_t row = 0; row < lengths.size(); ++row) {
    const auto points = alignments[row];
    if (points.size() % 2 != 0)
      throw std::invalid_argument(std::string(name) + ": a point needs two numbers");
    for (std::size_t i = 0; i < points.size(); i += 2)
      if (points[i] < 0 || points[i] >= lengths.first[row] || points[i + 1] < 0 ||
          points[i + 1] >= lengths.second[row])
        throw std::invalid_argument(std::string(name) + ": a point names a word that is not there");
  }
}

// For each word of one side, the first and last word of the other side that it is aligned to.
struct Reach {
  std::vector<std::int32_t> lowest, highest;

  void reset(std::int32_t words) {
    lowest.assign(static_cast<std::size_t>(words), std::numeric_limits<std::int32_t>::max());
    highest.assign(static_cast<std::size_t>(words), -1);
  }
  void add(std::int32_t from, std::int32_t to) {
    const auto at = static_cast<std::size_t>(from);
    lowest[at] = std::min(lowest[at], to);
    highest[at] = std::max(highest[at], to);
  }
  bool free(std::int32_t word) const { return highest[static_cast<std::size_t>(word)] < 0; }
};

class Extractor {
 public:
  explicit Extractor(int max_words) : max_words_(max_words) { check_at_least(max_words, 1, "max_words"); }

  template <typename Take>
  void run(std::span<const std::int32_t> points, std::int32_t n_first, std::int32_t n_second, Take&& take) {
    first_.reset(n_first);
    second_.reset(n_second);
    for (std::size_t i = 0; i + 1 < points.size(); i += 2) {
      first_.add(points[i], points[i + 1]);
      second_.add(points[i + 1], points[i]);
    }
    for (std::int32_t begin = 0; begin < n_first; ++begin) {
      std::int32_t low = std::numeric_limits<std::int32_t>::max(), high = -1;
      for (std::int32_t last = begin; last < n_first && last - begin < max_words_; ++last) {
        const auto at = static_cast<std::size_t>(last);
        low = std::min(low, first_.lowest[at]);
        high = std::max(high, first_.highest[at]);
        if (high < 0) continue;
        if (high - low >= max_words_) break;  // it can only become wider
        if (inside(low, high, begin, last)) widen(begin, last, low, high, n_second, take);
      }
    }
  }

 private:
  // Whether no word low .. high of the second sentence is aligned to a word outside begin .. last.
  bool inside(std::int32_t low, std::int32_t high, std::int32_t begin, std::int32_t last) const {
    for (std::int32_t word = low; word <= high; ++word) {
      if (second_.free(word)) continue;
      const auto at = static_cast<std::size_t>(word);
      if (second_.lowest[at] < begin || second_.highest[at] > last) return false;
    }
    return true;
  }

  // Words without a point at either end of the second phrase may belong to it or not.
  template <typename Take>
  void widen(std::int32_t begin, std::int32_t last, std::int32_t low, std::int32_t high,
             std::int32_t n_second, Take&& take) const {
    std::int32_t lowest = low;
    while (lowest > 0 && high - lowest + 1 < max_words_ && second_.free(lowest - 1)) --lowest;
    for (std::int32_t from = lowest; from <= low; ++from) {
      for (std::int32_t to = high;; ++to) {
        take(begin, last + 1, from, to + 1);
        if (to + 1 >= n_second || to + 1 - from >= max_words_ || !second_.free(to + 1)) break;
      }
    }
  }

  std::int32_t max_words_;
  Reach first_, second_;
};

// The text of any phrase of one sentence, without copying it: the words stand in one buffer with spaces
// between.
class JoinedWords {
 public:
  void read(Tokens sentence, const Sentences& all) {
    text_.clear();
    starts_.clear();
    unwanted_.assign(1, 0);
    for (const std::int32_t id : sentence) {
      starts_.push_back(text_.size());
      text_ += all.words.text(static_cast<std::size_t>(id));
      text_ += ' ';
      unwanted_.push_back(unwanted_.back() + (all.unwanted[static_cast<std::size_t>(id)] != 0));
    }
    starts_.push_back(text_.size());
  }
  bool unwanted(std::int32_t begin, std::int32_t end) const {
    return unwanted_[static_cast<std::size_t>(end)] != unwanted_[static_cast<std::size_t>(begin)];
  }
  std::string_view phrase(std::int32_t begin, std::int32_t end) const {
    const std::size_t from = starts_[static_cast<std::size_t>(begin)];
    return std::string_view(text_).substr(from, starts_[static_cast<std::size_t>(end)] - 1 - from);
  }

 private:
  std::string text_;
  std::vector<std::size_t> starts_;
  std::vector<std::int32_t> unwanted_;  // how many before each word
};

std::vector<std::int32_t> lengths_of(const Batch& batch) {
  std::vector<std::int32_t> lengths(batch.size());
  for (std::size_t row = 0; row < batch.size(); ++row)
    lengths[row] = static_cast<std::int32_t>(batch[row].size());
  return lengths;
}

void check_sentences(const Sentences& sentences, const char* name) {
  check(sentences.ids, name);
  check(sentences.words, name);
  if (id_limit(sentences.ids) > sentences.words.size())
    throw std::invalid_argument(std::string(name) + ": an id without a word");
  if (sentences.unwanted.size() != sentences.words.size())
    throw std::invalid_argument(std::string(name) + ": every word needs a flag");
}

}  // namespace

std::vector<PhrasePair> phrase_pairs(const Alignments& alignments, const PairLengths& lengths,
                                     int max_words) {
  check_points(alignments, lengths, "alignments");
  std::vector<PhrasePair> found;
  Extractor extractor(max_words);
  for (std::size_t row = 0; row < lengths.size(); ++row)
    extractor.run(alignments[row], lengths.first[row], lengths.second[row],
                  [&](std::int32_t a, std::int32_t b, std::int32_t c, std::int32_t d) {
                    found.push_back({static_cast<std::int32_t>(row), a, b, c, d});
                  });
  return found;
}

PhraseCounts count_phrase_pairs(const Sentences& first, const Sentences& second, const Alignments& alignments,
                                int max_words) {
  check_sentences(first, "first");
  check_sentences(second, "second");
  const std::vector<std::int32_t> n_first = lengths_of(first.ids), n_second = lengths_of(second.ids);
  check_points(alignments, {n_first, n_second}, "alignments");
  PhraseCounts counts;
  Interner first_phrases, second_phrases;
  std::unordered_map<std::uint64_t, std::size_t> places;
  JoinedWords first_words, second_words;
  Extractor extractor(max_words);
  for (std::size_t row = 0; row < n_first.size(); ++row) {
    first_words.read(first.ids[row], first);
    second_words.read(second.ids[row], second);
    extractor.run(alignments[row], n_first[row], n_second[row],
                  [&](std::int32_t a, std::int32_t b, std::int32_t c, std::int32_t d) {
                    if (first_words.unwanted(a, b) || second_words.unwanted(c, d)) {
                      ++counts.left_out;
                      return;
                    }
                    const std::int32_t one = first_phrases.number(first_words.phrase(a, b));
                    const std::int32_t other = second_phrases.number(second_words.phrase(c, d));
                    const std::uint64_t key =
                        static_cast<std::uint64_t>(one) << 32 | static_cast<std::uint32_t>(other);
                    const auto [place, is_new] = places.try_emplace(key, counts.first.size());
                    if (is_new) {
                      counts.first.push_back(one);
                      counts.second.push_back(other);
                      counts.first_row.push_back(static_cast<std::int32_t>(row));
                      counts.count.push_back(0);
                    }
                    ++counts.count[place->second];
                  });
  }
  counts.first_phrases = first_phrases.release();
  counts.second_phrases = second_phrases.release();
  return counts;
}

}  // namespace core
