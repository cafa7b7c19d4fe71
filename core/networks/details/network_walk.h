#pragma once
#include "networks/details/network_dp.h"

// How the pass over a network finds the path behind its cost: along the places whose rows say that what is
// left costs exactly what a best path costs.

namespace core {

inline constexpr double kCellsOfFrame = 5000;  // what entering a card costs beside its cells

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

inline constexpr std::size_t kFew = 24;

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
  next_.clear();
  const auto offer = [&](const Place& place, std::int32_t label) {
    if (chosen != label) {
      if (chosen >= 0 && input_.words.text(static_cast<std::size_t>(chosen)) <
                             input_.words.text(static_cast<std::size_t>(label)))
        return;
      chosen = label;
      next_.clear();
    }
    next_.push_back(place);
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
  for (const Place& place : next_) add(places, since, place);
}

template <typename K>
std::int64_t NetworkDp<K>::walk(ClosestPath& path) {
  const std::int64_t scale = plan_.weighted ? weight_ : unit_;
  const std::int64_t cost = best_ > 0 ? (best_ + scale - 1) / scale : 0;
  const std::int64_t length = cost * scale - best_;
  path.cost = plan_.weighted ? cost : cost * kEdit;
  std::vector<Place> places;
  places.reserve(4 * static_cast<std::size_t>(n_) + 16);
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
  where.reserve(static_cast<std::size_t>(n_));
  path.tokens.reserve(static_cast<std::size_t>(n_));
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
  path.occurrences.reserve(where.size());
  for (auto w = where.rbegin(); w != where.rend(); ++w)
    path.occurrences.push_back(copy(copy, w->first, w->second));
  return weights;
}

}  // namespace core
