#pragma once
#include <array>
#include <deque>
#include <map>
#include <unordered_set>

#include "base/parallel.h"
#include "networks/details/network_search.h"

namespace core {

inline constexpr std::size_t kMostBytes = std::size_t{1} << 30;

// One pass over a network for one hypothesis, exact for paths of at most `edits` edits.
//
// The key of a path is its cost times `scale`, minus its tokens; so the smallest key is the lowest cost, and
// of equal costs the longest path. A path of c edits reads at most c + n tokens, which is why a scale above n
// + bound + 1 keeps costs apart.
template <typename K>
class NetworkDp {
 public:
  NetworkDp(Tokens hypothesis, const SearchInput& input, const SearchBounds& bounds, std::int64_t edits)
      : input_(input),
        plan_(input.network.plan),
        window_(input.window),
        n_(static_cast<std::int32_t>(hypothesis.size())),
        edits_(edits),
        unit_(static_cast<K>(plan_.weighted ? bounds.scale * kEdit : bounds.scale)),
        weight_(plan_.weighted ? static_cast<K>(bounds.scale) : K{0}),
        keys_{static_cast<K>(unit_ - 1), unit_, static_cast<K>(unit_ - 1), K{-1},
              input.options.move_cost == MoveCost::free ? K{0} : unit_},
        word_keys_(hypothesis, keys_),
        end_(window_.size(), kUnreachable<K>),
        matrices_(plan_.size()) {
    end_[0] = 0;
    limit_ = static_cast<K>(std::min<std::int64_t>(edits_ * unit_, kUnreachable<K> - 1));
    build_matrices(bounds.matrices);
    frames_.push_back({0, -1, -1, -1, {}, {}});
    run(frames_[0], RowView<K>::over(end_.data(), n_, n_ + 1), true);
    best_ = frames_[0].rows.back().at(0, 0);
  }

  // Whether a path of at most `edits` edits was found.
  bool found() const { return best_ <= static_cast<std::int64_t>(edits_) * unit_; }

  // Gives the weights of the path.
  std::int64_t walk(ClosestPath& path);

 private:
  // A card of the plan at one place where it is used, with its rows.
  struct Frame {
    std::int32_t card, parent, after;  // the frame around it and the state to go to there
    std::int32_t occurrence;           // of the arc that leads here
    RowStore<K> store;
    std::vector<RowView<K>> rows;
  };

  // A place on a best path: what is left costs exactly what the rows say.
  struct Place {
    std::int32_t frame, state, pattern, f;
    std::int32_t before;   // index of the place it was reached from
    const Plan::Arc* arc;  // by which it was reached, if by one
  };

  std::int32_t first_of(const Frame& frame) const {
    return plan_.first_states[static_cast<std::size_t>(frame.card)];
  }
  const RowView<K>& row(const Frame& frame, std::int32_t state) const {
    return frame.rows[static_cast<std::size_t>(state - first_of(frame))];
  }
  K weight_of(const Plan::Arc& arc) const {
    if (weight_ == 0) return K{0};
    const auto most = static_cast<std::int64_t>(kUnreachable<K>);
    return static_cast<K>(arc.weight < most / weight_ ? arc.weight * weight_ : most);
  }

  // Where the hypothesis can stand at a state of the root; elsewhere anything may come before.
  std::pair<std::int32_t, std::int32_t> range(std::int32_t state, bool is_root) const {
    const auto s = static_cast<std::size_t>(state);
    if (!is_root) return {0, n_ + 1};
    return band({plan_.shortest_before[s], plan_.longest_before[s]}, {plan_.shortest[s], plan_.longest[s]},
                edits_, n_, window_.width);
  }

  // Whether anything can be taken over into a state.
  bool is_live(const Frame& frame, std::int32_t state, const RowView<K>& terminal) const {
    if (plan_.final[static_cast<std::size_t>(state)] && !terminal.empty()) return true;
    for (const Plan::Arc& arc : plan_.arcs_of(state))
      if (!row(frame, arc.target).empty()) return true;
    return false;
  }

  void run(Frame& frame, const RowView<K>& terminal, bool is_root) {
    const auto c = static_cast<std::size_t>(frame.card);
    frame.rows.clear();
    frame.rows.reserve(static_cast<std::size_t>(plan_.first_states[c + 1] - plan_.first_states[c]));
    for (std::int32_t state = plan_.first_states[c]; state < plan_.first_states[c + 1]; ++state) {
      if (!is_live(frame, state, terminal)) {
        frame.rows.push_back(RowView<K>::over(nullptr, 0, 0));
        continue;
      }
      const auto [lo, hi] = range(state, is_root);
      const std::size_t cells = static_cast<std::size_t>(hi - lo) * window_.size();
      frame.rows.push_back(RowView<K>::over(frame.store.take(cells), lo, hi));
      if (frame.store.bytes() > kMostBytes)
        throw std::overflow_error("the closest path needs more than 1 GB of memory");
      pulse(cells);
      fill(frame, state, terminal);
      if (!cuts_) continue;
      RowView<K>& done = frame.rows.back();
      done.trim(limit_, window_.size());
      if (done.empty()) frame.store.give_back(cells);
    }
  }

  void fill(Frame& frame, std::int32_t state, const RowView<K>& terminal) {
    const RowView<K> into = frame.rows.back();
    if (into.empty()) return;
    if (plan_.final[static_cast<std::size_t>(state)]) take_over(into, terminal, K{0}, window_.size());
    for (const Plan::Arc& arc : plan_.arcs_of(state)) {
      const RowView<K> from = row(frame, arc.target);
      if (from.empty()) continue;
      if (arc.label >= 0)
        take_token(into, from, word_keys_.of(arc.label), weight_of(arc), keys_, window_, n_);
      else if (arc.label == Cards::kNothing)
        take_over(into, from, weight_of(arc), window_.size());
      else
        take_card(into, from, static_cast<std::size_t>(-1 - arc.label), weight_of(arc));
    }
    remove_words(into, keys_, window_, n_);
  }

  void take_card(const RowView<K>& into, const RowView<K>& from, std::size_t card, K weight) {
    if (matrices_[card].empty()) {
      Frame inside{static_cast<std::int32_t>(card), -1, -1, -1, {}, {}};
      run(inside, from, false);
      take_over(into, inside.rows.back(), weight, window_.size());
      return;
    }
    const std::size_t width = static_cast<std::size_t>(n_) + 1, size = window_.size() * width;
    for (std::size_t q = 0; q < window_.size(); ++q)
      for (std::int32_t g = from.lo; g < from.hi; ++g) {
        const K behind = from.pattern(q)[g];
        if (behind >= kUnreachable<K>) continue;
        const K added = static_cast<K>(behind + weight);
        const K* const column = matrices_[card].data() + (q * width + static_cast<std::size_t>(g)) * size;
        for (std::size_t p = 0; p < window_.size(); ++p) {
          K* const a = into.pattern(p);
          const K* const b = column + p * width;
          const std::int32_t end = std::min(into.hi, g + 1);
          for (std::int32_t f = into.lo; f < end; ++f) lower(a[f], static_cast<K>(b[f] + added));
        }
      }
  }

  // A matrix holds, for each place where the hypothesis may stand behind a card, the costs of all places
  // before it.
  void build_matrices(const std::vector<std::uint8_t>& wanted) {
    const std::size_t width = static_cast<std::size_t>(n_) + 1, size = window_.size() * width;
    std::size_t cells = 0;
    cuts_ = false;
    for (std::size_t c = plan_.size(); c-- > 1;) {
      if (!wanted[c]) continue;
      cells += size * size;
      if (cells > kMostBytes / sizeof(K))
        throw std::overflow_error(
            "the closest path needs more than 1 GB of memory for cards used many times");
      std::vector<K> matrix;
      matrix.reserve(size * size);
      std::vector<K> unit(window_.size(), kUnreachable<K>);
      for (std::size_t q = 0; q < window_.size(); ++q) {
        unit[q] = 0;
        for (std::int32_t g = 0; g <= n_; ++g) {
          Frame inside{static_cast<std::int32_t>(c), -1, -1, -1, {}, {}};
          run(inside, RowView<K>::over(unit.data(), g, g + 1), false);
          const RowView<K>& start = inside.rows.back();
          if (start.empty())
            matrix.resize(matrix.size() + size, kUnreachable<K>);
          else
            matrix.insert(matrix.end(), start.data, start.data + size);
        }
        unit[q] = kUnreachable<K>;
      }
      matrices_[c] = std::move(matrix);
    }
    cuts_ = true;
  }

  std::int32_t enter(std::int32_t parent, const Plan::Arc& arc);
  void add(std::vector<Place>& places, std::size_t since, const Place& place);
  void close(std::vector<Place>& places, std::size_t since);
  void close_place(std::vector<Place>& places, std::size_t since, std::size_t at);
  void read_token(std::vector<Place>& places, std::size_t begin, std::size_t end);
  std::int64_t finish(const std::vector<Place>& places, std::size_t since, ClosestPath& path) const;

  const SearchInput& input_;
  const Plan& plan_;
  const Window& window_;
  std::int32_t n_;
  std::int64_t edits_;
  K unit_, weight_;
  EditKeys<K> keys_;
  WordKeys<K> word_keys_;
  std::vector<K> end_;  // the row behind the last word
  std::vector<std::vector<K>> matrices_;
  std::deque<Frame> frames_;
  std::map<std::array<std::int32_t, 3>, std::int32_t> entered_;
  std::unordered_set<Cell, CellHash> seen_;
  std::vector<Place> next_;  // where the token that is read leads to
  K limit_ = 0;              // no key on a path of at most `edits` edits is above it
  bool cuts_ = true;         // whether rows lose their ends above the limit
  std::int64_t best_ = 0;
  double walked_ = 0;  // cells computed on the way along the path
};

}  // namespace core
