#include "networks/list_networks.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <stdexcept>
#include <string>

#include "base/parallel.h"

namespace core {

namespace {

// Joins states with the same continuations as soon as they are complete: sentences come sorted, so all that
// begins like the last one is complete when one comes that begins otherwise. Only the states along the last
// sentence are open.
class ListBuilder {
 public:
  ListBuilder(ListNetworks& out, const Texts& words)
      : out_(out), ranks_(words.size()), places_(words.size()) {
    by_rank_.resize(words.size());
    std::iota(by_rank_.begin(), by_rank_.end(), 0);
    std::ranges::sort(by_rank_, {},
                      [&](std::int32_t word) { return words.text(static_cast<std::size_t>(word)); });
    for (std::size_t rank = 0; rank < by_rank_.size(); ++rank)
      ranks_[static_cast<std::size_t>(by_rank_[rank])] = static_cast<std::int32_t>(rank);
  }

  void add(const Batch& sentences, std::size_t begin, std::size_t end) {
    label(sentences, begin, end);
    begin_automaton();
    Tokens last;
    for (const Tokens sentence : sorted_) {
      const auto shared =
          static_cast<std::size_t>(std::ranges::mismatch(sentence, last).in1 - sentence.begin());
      complete(last, shared);
      for (std::size_t depth = last_depth_; depth < sentence.size(); ++depth) open(depth + 1);
      last_depth_ = sentence.size();
      opened_[last_depth_].final = true;
      last = sentence;
    }
    complete(last, 0);
    join(opened_[0]);
    write();
  }

 private:
  struct Arc {
    std::int32_t label, target;
    bool operator==(const Arc&) const = default;
  };
  struct Open {
    std::vector<Arc> arcs;
    bool final = false;
  };

  // The sentences as numbers of the list's own words, sorted.
  void label(const Batch& sentences, std::size_t begin, std::size_t end) {
    const Tokens tokens =
        sentences.values.subspan(static_cast<std::size_t>(sentences.offsets[begin]),
                                 static_cast<std::size_t>(sentences.offsets[end] - sentences.offsets[begin]));
    pulse(tokens.size());
    own_.clear();
    for (const std::int32_t token : tokens) own_.push_back(ranks_[static_cast<std::size_t>(token)]);
    std::ranges::sort(own_);
    own_.erase(std::unique(own_.begin(), own_.end()), own_.end());
    for (std::size_t place = 0; place < own_.size(); ++place) {
      const std::int32_t word = by_rank_[static_cast<std::size_t>(own_[place])];
      places_[static_cast<std::size_t>(word)] = static_cast<std::int32_t>(place);
      out_.words.push_back(word);
    }
    labels_.clear();
    for (const std::int32_t token : tokens) labels_.push_back(places_[static_cast<std::size_t>(token)]);
    sorted_.clear();
    for (std::size_t row = begin; row < end; ++row)
      sorted_.push_back(Tokens(labels_).subspan(
          static_cast<std::size_t>(sentences.offsets[row] - sentences.offsets[begin]),
          static_cast<std::size_t>(sentences.offsets[row + 1] - sentences.offsets[row])));
    std::ranges::sort(sorted_, [](Tokens a, Tokens b) { return std::ranges::lexicographical_compare(a, b); });
  }

  void begin_automaton() {
    arcs_.clear(), ends_.clear(), final_.clear();
    shift_ = 63 - static_cast<int>(std::bit_width(labels_.size() + 1));
    heads_.assign(std::size_t{1} << (64 - shift_), -1);
    next_.clear();
    last_depth_ = 0;
    open(0);
  }

  void open(std::size_t depth) {
    if (opened_.size() <= depth) opened_.resize(depth + 1);
    opened_[depth].arcs.clear();
    opened_[depth].final = false;
  }

  // Completes the states deeper than this.
  void complete(Tokens last, std::size_t depth) {
    for (; last_depth_ > depth; --last_depth_)
      opened_[last_depth_ - 1].arcs.push_back({last[last_depth_ - 1], join(opened_[last_depth_])});
  }

  // The number of the state that goes on like this one.
  std::int32_t join(const Open& state) {
    std::uint64_t hash = state.final ? 1 : 0;
    for (const Arc& arc : state.arcs) {
      hash = (hash ^ static_cast<std::uint32_t>(arc.label)) * 0x9E3779B97F4A7C15U;
      hash = (hash ^ hash >> 29 ^ static_cast<std::uint32_t>(arc.target)) * 0xD6E8FEB86659FD93U;
    }
    std::int32_t& head = heads_[static_cast<std::size_t>(hash * 0x9E3779B97F4A7C15U >> shift_)];
    for (std::int32_t known = head; known >= 0; known = next_[static_cast<std::size_t>(known)])
      if (is_same(static_cast<std::size_t>(known), state)) return known;
    const auto number = static_cast<std::int32_t>(final_.size());
    next_.push_back(head);
    head = number;
    final_.push_back(state.final ? 1 : 0);
    arcs_.insert(arcs_.end(), state.arcs.begin(), state.arcs.end());
    ends_.push_back(arcs_.size());
    return number;
  }

  std::span<const Arc> arcs_of(std::size_t state) const {
    const std::size_t begin = state == 0 ? 0 : ends_[state - 1];
    return std::span(arcs_).subspan(begin, ends_[state] - begin);
  }
  bool is_same(std::size_t known, const Open& state) const {
    return (final_[known] != 0) == state.final && std::ranges::equal(arcs_of(known), state.arcs);
  }

  // A state is made after those it leads to, so falling numbers are an order in which arcs lead forward.
  void write() {
    const std::size_t n_states = final_.size();
    std::int64_t n_arcs = 0;
    for (std::size_t state = n_states; state-- > 0;) {
      out_.final.push_back(final_[state]);
      out_.arc_offsets.push_back(n_arcs);
      for (const Arc& arc : arcs_of(state)) {
        out_.labels.push_back(arc.label);
        out_.targets.push_back(static_cast<std::int32_t>(n_states) - 1 - arc.target);
        ++n_arcs;
      }
    }
    out_.arc_offsets.push_back(n_arcs);
    out_.word_offsets.push_back(static_cast<std::int64_t>(out_.words.size()));
    out_.state_offsets.push_back(static_cast<std::int64_t>(out_.final.size()));
    out_.label_offsets.push_back(static_cast<std::int64_t>(out_.labels.size()));
  }

  ListNetworks& out_;
  std::vector<std::int32_t> ranks_, by_rank_;  // of all words in the order of their bytes
  std::vector<std::int32_t> places_, own_, labels_;
  std::vector<Tokens> sorted_;
  std::vector<Open> opened_;  // the states along the last sentence
  std::size_t last_depth_ = 0;
  // The states that are complete: their arcs, where those of each end, and the next one with the same hash.
  std::vector<Arc> arcs_;
  std::vector<std::size_t> ends_;
  std::vector<std::uint8_t> final_;
  std::vector<std::int32_t> heads_, next_;
  int shift_ = 63;
};

}  // namespace

ListNetworks list_networks(const Batch& sentences, std::span<const std::int64_t> lists, const Texts& words) {
  check(words, "words");
  if (check(sentences, "sentences") > words.size())
    throw std::invalid_argument("words: a token of the sentences has no text");
  check_offsets(lists, sentences.size(), "lists");
  ListNetworks out;
  ListBuilder builder(out, words);
  for (std::size_t i = 0; i + 1 < lists.size(); ++i) {
    if (lists[i] == lists[i + 1])
      throw std::invalid_argument("lists: list " + std::to_string(i + 1) + " has no sentence");
    builder.add(sentences, static_cast<std::size_t>(lists[i]), static_cast<std::size_t>(lists[i + 1]));
  }
  return out;
}

}  // namespace core
