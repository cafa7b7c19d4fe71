#include <array>
#include <deque>
#include <map>
#include <unordered_set>

#include "core/parallel.h"
#include "network_search.h"

namespace core {
namespace {

constexpr double kFewCells = 100'000;
constexpr std::size_t kMostBytes = std::size_t{1} << 30;

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
  K limit_ = 0;       // no key on a path of at most `edits` edits is above it
  bool cuts_ = true;  // whether rows lose their ends above the limit
  std::int64_t best_ = 0;
  double walked_ = 0;  // cells computed on the way along the path
};

constexpr double kCellsOfFrame = 5000;  // what entering a card costs beside its cells

template <typename K>
std::int32_t NetworkDp<K>::enter(std::int32_t parent, const Plan::Arc& arc) {
  const std::array<std::int32_t, 3> where{parent, arc.target, arc.label};
  const auto [at, added] = entered_.try_emplace(where, static_cast<std::int32_t>(frames_.size()));
  if (added) {
    // Cards that may be empty, in cards that may be empty, can be entered in more ways than anyone can look
    // at.
    const auto card = static_cast<std::size_t>(-1 - arc.label);
    const std::int32_t states = plan_.first_states[card + 1] - plan_.first_states[card];
    walked_ += kCellsOfFrame + static_cast<double>(states) * static_cast<double>(n_ + 1);
    if (walked_ > input_.options.limit) throw too_large(static_cast<std::size_t>(n_), window_);
    frames_.push_back({-1 - arc.label, parent, arc.target, arc.occurrence, {}, {}});
    run(frames_.back(), row(frames_[static_cast<std::size_t>(parent)], arc.target), false);
  }
  return at->second;
}

constexpr std::size_t kFew = 24;

template <typename K>
void NetworkDp<K>::add(std::vector<Place>& places, std::size_t since, const Place& place) {
  const auto cell = [](const Place& p) { return Cell{p.frame, p.state, p.pattern, p.f}; };
  const auto same = [&](const Place& p) { return cell(p) == cell(place); };
  const std::size_t number = places.size() - since;
  if (number < kFew) {
    if (std::any_of(places.begin() + static_cast<std::ptrdiff_t>(since), places.end(), same)) return;
  } else {
    if (number == kFew) {
      seen_.clear();
      for (std::size_t i = since; i < places.size(); ++i) seen_.insert(cell(places[i]));
    }
    if (!seen_.insert(cell(place)).second) return;
  }
  places.push_back(place);
}

// Adds what can be reached from the places without reading a token.
template <typename K>
void NetworkDp<K>::close(std::vector<Place>& places, std::size_t since) {
  for (std::size_t at = since; at < places.size(); ++at) close_place(places, since, at);
}

template <typename K>
void NetworkDp<K>::close_place(std::vector<Place>& places, std::size_t since, std::size_t at) {
  const Place here = places[at];
  const auto p = static_cast<std::size_t>(here.pattern);
  const auto before = static_cast<std::int32_t>(at);
  const auto cost_in = [&](std::int32_t frame, std::int32_t state) -> std::int64_t {
    return row(frames_[static_cast<std::size_t>(frame)], state).at(p, here.f);
  };
  const std::int64_t left = cost_in(here.frame, here.state);
  for (const Window::Step& step : window_.steps[p]) {
    if (!window_.may_remove(step, input_.options.move_cost) || here.f + step.offset >= n_) continue;
    const std::int64_t behind = row(frames_[static_cast<std::size_t>(here.frame)], here.state)
                                    .at(static_cast<std::size_t>(step.to), here.f + step.shift);
    if (left == behind + keys_.remove + (step.moved ? keys_.move : K{0}))
      add(places, since, {here.frame, here.state, step.to, here.f + step.shift, before, nullptr});
  }
  const Frame& frame = frames_[static_cast<std::size_t>(here.frame)];
  if (frame.parent >= 0 && plan_.final[static_cast<std::size_t>(here.state)] &&
      left == cost_in(frame.parent, frame.after))
    add(places, since, {frame.parent, frame.after, here.pattern, here.f, before, nullptr});
  for (const Plan::Arc& arc : plan_.arcs_of(here.state)) {
    if (arc.label >= 0) continue;
    if (arc.label == Cards::kNothing) {
      if (left == cost_in(here.frame, arc.target) + weight_of(arc))
        add(places, since, {here.frame, arc.target, here.pattern, here.f, before, &arc});
      continue;
    }
    const std::int32_t inside = enter(here.frame, arc);
    const std::int32_t start = plan_.start(static_cast<std::size_t>(-1 - arc.label));
    if (left == cost_in(inside, start) + weight_of(arc))
      add(places, since, {inside, start, here.pattern, here.f, before, &arc});
  }
}

// Adds the places behind the first token, in the order of texts, that a best path can read next.
template <typename K>
void NetworkDp<K>::read_token(std::vector<Place>& places, std::size_t begin, std::size_t end) {
  std::int32_t chosen = -1;
  std::vector<Place> next;
  const auto offer = [&](const Place& place, std::int32_t label) {
    if (chosen != label) {
      if (chosen >= 0 && input_.words.text(static_cast<std::size_t>(chosen)) <
                             input_.words.text(static_cast<std::size_t>(label)))
        return;
      chosen = label;
      next.clear();
    }
    next.push_back(place);
  };
  for (std::size_t at = begin; at < end; ++at) {
    const Place here = places[at];
    const Frame& frame = frames_[static_cast<std::size_t>(here.frame)];
    const auto p = static_cast<std::size_t>(here.pattern);
    const std::int64_t left = row(frame, here.state).at(p, here.f);
    const auto before = static_cast<std::int32_t>(at);
    for (const Plan::Arc& arc : plan_.arcs_of(here.state)) {
      if (arc.label < 0) continue;
      const RowView<K>& from = row(frame, arc.target);
      const std::int64_t behind_it = left - weight_of(arc);
      if (behind_it == from.at(p, here.f) + keys_.insert)
        offer({here.frame, arc.target, here.pattern, here.f, before, &arc}, arc.label);
      const K* const taken = word_keys_.of(arc.label);
      for (const Window::Step& step : window_.steps[p])
        if (here.f + step.offset < n_ &&
            behind_it == from.at(static_cast<std::size_t>(step.to), here.f + step.shift) +
                             taken[here.f + step.offset] + (step.moved ? keys_.move : K{0}))
          offer({here.frame, arc.target, step.to, here.f + step.shift, before, &arc}, arc.label);
    }
  }
  const std::size_t since = places.size();
  for (const Place& place : next) add(places, since, place);
}

template <typename K>
std::int64_t NetworkDp<K>::walk(ClosestPath& path) {
  const std::int64_t scale = plan_.weighted ? weight_ : unit_;
  const std::int64_t cost = best_ > 0 ? (best_ + scale - 1) / scale : 0;
  const std::int64_t length = cost * scale - best_;
  path.cost = plan_.weighted ? cost : cost * kEdit;
  std::vector<Place> places;
  add(places, 0, {0, plan_.start(0), 0, 0, -1, nullptr});
  std::size_t since = 0;
  close(places, since);
  for (std::int64_t t = 0; t < length; ++t) {
    const std::size_t end = places.size();
    read_token(places, since, end);
    since = end;
    close(places, since);
  }
  return finish(places, since, path);
}

// Notes the tokens on the way to the end of the root, and the cards around each.
template <typename K>
std::int64_t NetworkDp<K>::finish(const std::vector<Place>& places, std::size_t since,
                                  ClosestPath& path) const {
  const auto is_end = [&](const Place& p) {
    return p.frame == 0 && plan_.final[static_cast<std::size_t>(p.state)] && p.f == n_ && p.pattern == 0;
  };
  const auto last = std::find_if(places.begin() + static_cast<std::ptrdiff_t>(since), places.end(), is_end);
  if (last == places.end()) throw std::logic_error("the closest path was lost on the way");
  // Plan occurrences are shared by all frames of a card: each frame gets its own copies.
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> copies;
  const auto copy = [&](auto&& self, std::int32_t frame, std::int32_t occurrence) -> std::int32_t {
    if (occurrence < 0) {
      const Frame& inner = frames_[static_cast<std::size_t>(frame)];
      return inner.parent < 0 ? -1 : self(self, inner.parent, inner.occurrence);
    }
    const auto known = copies.find({frame, occurrence});
    if (known != copies.end()) return known->second;
    // Cards may be nested deeper than calls: climb to the first that is known, then come back down.
    std::vector<std::int32_t> chain;
    std::int32_t outer = occurrence;
    while (outer >= 0 && !copies.contains({frame, outer})) {
      chain.push_back(outer);
      outer = plan_.occurrences[static_cast<std::size_t>(outer)].parent;
    }
    std::int32_t parent = outer >= 0 ? copies.at({frame, outer}) : self(self, frame, -1);
    for (auto inner = chain.rbegin(); inner != chain.rend(); ++inner) {
      path.nesting.push_back({parent, plan_.occurrences[static_cast<std::size_t>(*inner)].card});
      parent = static_cast<std::int32_t>(path.nesting.size()) - 1;
      copies[{frame, *inner}] = parent;
    }
    return parent;
  };
  std::vector<std::pair<std::int32_t, std::int32_t>> where;
  std::int64_t weights = 0;
  for (auto at = static_cast<std::int32_t>(last - places.begin()); at >= 0;) {
    const Place& place = places[static_cast<std::size_t>(at)];
    if (place.arc) weights += place.arc->weight;
    if (place.arc && place.arc->label >= 0) {
      path.tokens.push_back(place.arc->label);
      where.emplace_back(place.frame, place.arc->occurrence);
    }
    at = place.before;
  }
  std::reverse(path.tokens.begin(), path.tokens.end());
  for (auto w = where.rbegin(); w != where.rend(); ++w)
    path.occurrences.push_back(copy(copy, w->first, w->second));
  return weights;
}

constexpr std::int64_t kNotFound = -1;

template <typename K>
std::int64_t try_bound(Tokens hypothesis, const SearchInput& input, const SearchBounds& bounds,
                       std::int64_t edits, ClosestPath& path) {
  NetworkDp<K> dp(hypothesis, input, bounds, edits);
  return dp.found() ? dp.walk(path) : kNotFound;
}

}  // namespace

// Runs with a bound that grows until the closest path lies within it.
std::int64_t search_dp(Tokens hypothesis, const SearchInput& input, const SearchBounds& bounds,
                       ClosestPath& path) {
  const auto n = static_cast<std::int64_t>(hypothesis.size());
  const double unit =
      static_cast<double>(bounds.scale) * (input.network.plan.weighted ? static_cast<double>(kEdit) : 1.0);
  // Few edits leave few places; that pays only where it saves more than a second pass costs. Matrices are as
  // they are.
  const double cells = static_cast<double>(input.network.plan.final.size()) * static_cast<double>(n + 1) *
                       static_cast<double>(input.window.size());
  const bool full = cells < kFewCells || std::ranges::find(bounds.matrices, 1) != bounds.matrices.end();
  const std::int64_t narrow = full ? bounds.edits : std::max<std::int64_t>(16, n / 16);
  for (std::int64_t edits = std::min(bounds.edits, narrow);; edits = std::min(bounds.edits, 2 * edits)) {
    const double largest = static_cast<double>(edits + 2) * unit + static_cast<double>(n) + 1;
    std::int64_t weights = kNotFound;
    if (largest < kUnreachable<std::int16_t>)
      weights = try_bound<std::int16_t>(hypothesis, input, bounds, edits, path);
    else if (largest < kUnreachable<std::int32_t>)
      weights = try_bound<std::int32_t>(hypothesis, input, bounds, edits, path);
    else if (largest < static_cast<double>(kUnreachable<std::int64_t>))
      weights = try_bound<std::int64_t>(hypothesis, input, bounds, edits, path);
    else
      throw std::overflow_error("the paths of the network are too long");
    if (weights != kNotFound) return weights;
    if (edits == bounds.edits) throw std::logic_error("no path within the bound");
  }
}

}  // namespace core
