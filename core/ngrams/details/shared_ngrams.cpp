#include "ngrams/details/shared_ngrams.h"

#include "ngrams/ngram_matcher.h"

namespace core {

void SharedNgrams::clear(std::size_t n_texts) {
  n_texts_ = n_texts;
  n_numbers_ = 0;
  numbers_.clear();
  common_.clear();
  before_.clear();
  starts_.clear();
  totals_.clear();
}

void SharedNgrams::add(const Batch& batch, std::span<const std::int32_t> rows, int max_order) {
  places_.clear();
  place_starts_.assign(1, 0);
  for (const std::int32_t row : rows) {
    const auto text = static_cast<std::size_t>(row);
    for (std::int64_t at = batch.offsets[text]; at < batch.offsets[text + 1]; ++at)
      places_.push_back({static_cast<std::int32_t>(at - batch.offsets[text]), 0});
    place_starts_.push_back(places_.size());
  }
  for (std::size_t n = 1; n <= static_cast<std::size_t>(max_order); ++n) {
    for (const std::int32_t row : rows)
      totals_.push_back(n_ngrams(batch[static_cast<std::size_t>(row)].size(), static_cast<int>(n)));
    number_order(batch, rows, n);
    keep_shared();
  }
}

// Writes the occurrences of order n behind numbers_, and drops the places that are too near to an end.
void SharedNgrams::number_order(const Batch& batch, std::span<const std::int32_t> rows, std::size_t n) {
  pairs_.clear(places_.size());
  seen_.clear();
  occurrences_.clear();
  std::size_t kept = 0;
  for (std::size_t text = 0; text < n_texts_; ++text) {
    starts_.push_back(numbers_.size());
    const Tokens tokens = batch[static_cast<std::size_t>(rows[text])];
    const std::size_t begin = place_starts_[text], end = place_starts_[text + 1];
    place_starts_[text] = kept;
    for (std::size_t p = begin; p < end; ++p) {
      const Place place = places_[p];
      const std::size_t last = static_cast<std::size_t>(place.at) + n - 1;
      if (last >= tokens.size()) continue;
      const std::int32_t ngram = pairs_.number(place.ngram, tokens[last]);
      if (static_cast<std::size_t>(ngram) == seen_.size()) seen_.emplace_back();
      numbers_.push_back(occurrence(ngram, static_cast<std::int32_t>(text)));
      places_[kept++] = {place.at, ngram};
    }
  }
  place_starts_[n_texts_] = kept;
  places_.resize(kept);
  starts_.push_back(numbers_.size());
}

// The occurrence that the next place of an n-gram in a text is.
std::int32_t SharedNgrams::occurrence(std::int32_t ngram, std::int32_t text) {
  Seen& seen = seen_[static_cast<std::size_t>(ngram)];
  const bool again = seen.text == text;
  std::int32_t number = again ? occurrences_[static_cast<std::size_t>(seen.last)].next : seen.first;
  if (number < 0) {
    number = static_cast<std::int32_t>(occurrences_.size());
    occurrences_.push_back({-1, again ? seen.last : -1, 0});
    (again ? occurrences_[static_cast<std::size_t>(seen.last)].next : seen.first) = number;
  }
  ++occurrences_[static_cast<std::size_t>(number)].n_texts;
  seen.text = text;
  seen.last = number;
  return number;
}

// Gives the occurrences of the order just read their final numbers, and drops those that tell nothing.
void SharedNgrams::keep_shared() {
  const std::size_t order = common_.size();
  const auto everywhere = static_cast<std::int32_t>(n_texts_);
  std::int32_t in_all = 0;
  renumbered_.resize(occurrences_.size());
  for (std::size_t i = 0; i < occurrences_.size(); ++i) {
    const Occurrence& occurrence = occurrences_[i];
    const bool keep = all_ || (occurrence.n_texts > 1 && occurrence.n_texts < everywhere);
    in_all += !all_ && occurrence.n_texts == everywhere;
    renumbered_[i] = keep ? n_numbers_++ : kDead;
    // The one before was numbered earlier, so it has its final number already.
    if (all_)
      before_.push_back(occurrence.before < 0 ? -1
                                              : renumbered_[static_cast<std::size_t>(occurrence.before)]);
  }
  common_.push_back(in_all);

  std::size_t* starts = starts_.data() + order * (n_texts_ + 1);
  std::size_t kept = starts[0], begin = starts[0], place = 0, kept_places = 0;
  for (std::size_t text = 0; text < n_texts_; ++text) {
    const std::size_t end = starts[text + 1];
    starts[text] = kept;
    place_starts_[text] = kept_places;
    for (std::size_t i = begin; i < end; ++i, ++place) {
      const auto number = static_cast<std::size_t>(numbers_[i]);
      if (renumbered_[number] != kDead) numbers_[kept++] = renumbered_[number];
      // What only one text has is in no other text, whatever follows it.
      const Seen& seen = seen_[static_cast<std::size_t>(places_[place].ngram)];
      if (all_ || everywhere == 1 || occurrences_[static_cast<std::size_t>(seen.first)].n_texts > 1)
        places_[kept_places++] = places_[place];
    }
    begin = end;
  }
  starts[n_texts_] = kept;
  numbers_.resize(kept);
  place_starts_[n_texts_] = kept_places;
  places_.resize(kept_places);
}

}  // namespace core
