#include "networks/details/network_rows.h"

namespace core {
namespace {

// The rows of a path that is one line of tokens, from its end to its start.
template <typename K>
class Aligner {
 public:
  Aligner(Tokens hypothesis, std::int64_t edits, const Window& window, MoveCost move_cost, ClosestPath& path)
      : n_(static_cast<std::int32_t>(hypothesis.size())),
        window_(window),
        cost_(move_cost),
        path_(path),
        keys_(edit_keys(n_, move_cost)),
        word_keys_(hypothesis, keys_) {
    const auto length = static_cast<std::int64_t>(path.tokens.size());
    std::size_t cells = 0;
    std::vector<std::size_t> offsets;
    std::vector<std::pair<std::int32_t, std::int32_t>> bands;
    offsets.reserve(path.tokens.size() + 1);
    bands.reserve(path.tokens.size() + 1);
    rows_.reserve(path.tokens.size() + 1);
    path.steps.reserve(path.tokens.size() + hypothesis.size());
    for (std::int64_t t = 0; t <= length; ++t) {
      bands.push_back(band({t, t}, {length - t, length - t}, edits, n_, window.width));
      offsets.push_back(cells);
      cells += static_cast<std::size_t>(bands.back().second - bands.back().first) * window.size();
    }
    values_.assign(cells, kUnreachable<K>);
    for (std::size_t t = 0; t < offsets.size(); ++t)
      rows_.push_back(RowView<K>::over(values_.data() + offsets[t], bands[t].first, bands[t].second));
    rows_.back().pattern(0)[n_] = 0;
    for (std::size_t t = rows_.size(); t-- > 0;) {
      if (t + 1 < rows_.size())
        take_token(rows_[t], rows_[t + 1], word_keys_.of(path.tokens[t]), K{0}, keys_, window, n_);
      remove_words(rows_[t], keys_, window, n_);
    }
  }

  void walk() {
    std::size_t t = 0, p = 0;
    std::int32_t f = 0;
    while (t < path_.tokens.size() || f < n_) {
      const K here = rows_[t].at(p, f);
      if (!take(t, p, f, here) && !remove(t, p, f, here)) {
        path_.steps.push_back({EditKind::missing, false, -1, static_cast<std::int32_t>(t)});
        ++path_.missing;
        ++t;
      }
    }
  }

 private:
  static EditKeys<K> edit_keys(std::int32_t n, MoveCost cost) {
    const K edit = static_cast<K>(n + 1);  // more than all moves
    return {edit, edit, edit, K{0}, static_cast<K>(1 + (cost == MoveCost::free ? K{0} : edit))};
  }

  bool take(std::size_t& t, std::size_t& p, std::int32_t& f, K here) {
    if (t == path_.tokens.size()) return false;
    const K* const taken = word_keys_.of(path_.tokens[t]);
    for (const bool kept : {true, false})
      for (const Window::Step& step : window_.steps[p]) {
        if (f + step.offset >= n_) continue;
        const K key = taken[f + step.offset];
        if ((key == keys_.keep) != kept) continue;
        const K behind = rows_[t + 1].at(static_cast<std::size_t>(step.to), f + step.shift);
        if (behind == kUnreachable<K> || here != behind + key + (step.moved ? keys_.move : K{0})) continue;
        path_.steps.push_back({kept ? EditKind::keep : EditKind::substitute, step.moved, f + step.offset,
                               static_cast<std::int32_t>(t)});
        path_.substitutions += kept ? 0 : 1;
        path_.moves += step.moved ? 1 : 0;
        ++t, p = static_cast<std::size_t>(step.to), f += step.shift;
        return true;
      }
    return false;
  }

  bool remove(std::size_t t, std::size_t& p, std::int32_t& f, K here) {
    for (const Window::Step& step : window_.steps[p]) {
      if (!window_.may_remove(step, cost_) || f + step.offset >= n_) continue;
      const K behind = rows_[t].at(static_cast<std::size_t>(step.to), f + step.shift);
      if (behind == kUnreachable<K> || here != behind + keys_.remove + (step.moved ? keys_.move : K{0}))
        continue;
      path_.steps.push_back({EditKind::extra, step.moved, f + step.offset, -1});
      ++path_.extra;
      path_.moves += step.moved ? 1 : 0;
      p = static_cast<std::size_t>(step.to), f += step.shift;
      return true;
    }
    return false;
  }

  std::int32_t n_;
  const Window& window_;
  MoveCost cost_;
  ClosestPath& path_;
  EditKeys<K> keys_;
  WordKeys<K> word_keys_;
  std::vector<K> values_;
  std::vector<RowView<K>> rows_;
};

}  // namespace

void align(Tokens hypothesis, std::int64_t edits, const Window& window, MoveCost move_cost,
           ClosestPath& path) {
  const auto n = static_cast<double>(hypothesis.size()), m = static_cast<double>(path.tokens.size());
  const double largest = 2 * (n + m + 2) * (n + 2);
  if (largest < kUnreachable<std::int16_t>)
    Aligner<std::int16_t>(hypothesis, edits, window, move_cost, path).walk();
  else if (largest < kUnreachable<std::int32_t>)
    Aligner<std::int32_t>(hypothesis, edits, window, move_cost, path).walk();
  else
    Aligner<std::int64_t>(hypothesis, edits, window, move_cost, path).walk();
}

}  // namespace core
