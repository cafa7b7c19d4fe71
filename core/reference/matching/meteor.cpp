#include "reference/matching/meteor.h"

#include <algorithm>
#include <cstdlib>

namespace reference {

namespace {

constexpr int kHypStart = 1, kHypLength = 2, kRefStart = 3, kRefLength = 4;

int gain_of(const MatchRow& m) {
  return m[0] == 0 ? m[kHypLength] + m[kRefLength] : m[kHypLength] / 2 + m[kRefLength] / 2;
}

bool share_a_word(const MatchRow& a, const MatchRow& b) {
  const bool hyp = a[kHypStart] < b[kHypStart] + b[kHypLength] && b[kHypStart] < a[kHypStart] + a[kHypLength];
  const bool ref = a[kRefStart] < b[kRefStart] + b[kRefLength] && b[kRefStart] < a[kRefStart] + a[kRefLength];
  return hyp || ref;
}

bool has_no_rival(const MatchRows& matches, std::size_t number) {
  for (std::size_t i = 0; i < matches.size(); ++i)
    if (i != number && share_a_word(matches[i], matches[number])) return false;
  return true;
}

struct Path {
  MatchRows chosen;
  std::vector<bool> hyp_used, ref_used;
  int gain = 0, chunks = 0, distance = 0, done = 0, last_end = -1;

  bool fits(const MatchRow& m) const {
    for (int i = 0; i < m[kHypLength]; ++i)
      if (hyp_used[static_cast<std::size_t>(m[kHypStart] + i)]) return false;
    for (int i = 0; i < m[kRefLength]; ++i)
      if (ref_used[static_cast<std::size_t>(m[kRefStart] + i)]) return false;
    return true;
  }
  void use(const MatchRow& m) {
    for (int i = 0; i < m[kHypLength]; ++i) hyp_used[static_cast<std::size_t>(m[kHypStart] + i)] = true;
    for (int i = 0; i < m[kRefLength]; ++i) ref_used[static_cast<std::size_t>(m[kRefStart] + i)] = true;
  }
  void take(const MatchRow& m) {
    chosen.push_back(m);
    gain += gain_of(m);
    if (last_end != -1 && m[kHypStart] != last_end) ++chunks;
    last_end = m[kHypStart] + m[kHypLength];
    done = m[kRefStart] + m[kRefLength];
  }
  void end_chunk() {
    if (last_end != -1) ++chunks;
    last_end = -1;
  }
};

int distance_of(const MatchRow& m) { return std::abs(m[kHypStart] - m[kRefStart]); }

void sort_paths(std::vector<Path>& paths, int beam) {
  std::stable_sort(paths.begin(), paths.end(), [](const Path& a, const Path& b) {
    if (a.gain != b.gain) return a.gain > b.gain;
    if (a.chunks != b.chunks) return a.chunks < b.chunks;
    return a.distance < b.distance;
  });
  if (paths.size() > static_cast<std::size_t>(beam)) paths.resize(static_cast<std::size_t>(beam));
}

void try_all(const MatchRows& matches, const std::vector<bool>& forced, std::size_t next, MatchRows& chosen,
             std::pair<int, int>& best) {
  if (next == matches.size()) {
    const auto value = meteor_value(chosen);
    if (value.first > best.first || (value.first == best.first && value.second < best.second)) best = value;
    return;
  }
  if (!forced[next]) try_all(matches, forced, next + 1, chosen, best);
  for (const MatchRow& other : chosen)
    if (share_a_word(other, matches[next])) return;
  chosen.push_back(matches[next]);
  try_all(matches, forced, next + 1, chosen, best);
  chosen.pop_back();
}

}  // namespace

MatchRows meteor_beam(const MatchRows& matches, int hyp_length, int ref_length, int beam) {
  Path start;
  start.hyp_used.resize(static_cast<std::size_t>(hyp_length));
  start.ref_used.resize(static_cast<std::size_t>(ref_length));
  std::vector<int> kept_at(static_cast<std::size_t>(ref_length), -1);
  for (std::size_t m = 0; m < matches.size(); ++m)
    if (has_no_rival(matches, m)) {
      kept_at[static_cast<std::size_t>(matches[m][kRefStart])] = static_cast<int>(m);
      start.use(matches[m]);
    }
  std::vector<Path> paths{start};
  for (int j = 0; j < ref_length; ++j) {
    std::vector<Path> next;
    for (Path path : paths) {
      const int kept = kept_at[static_cast<std::size_t>(j)];
      if (j < path.done) {
        next.push_back(path);
        continue;
      }
      if (kept >= 0) {
        path.take(matches[static_cast<std::size_t>(kept)]);
        path.distance += distance_of(matches[static_cast<std::size_t>(kept)]);
        next.push_back(path);
        continue;
      }
      for (const MatchRow& m : matches) {
        if (m[kRefStart] != j || !path.fits(m)) continue;
        Path longer = path;
        longer.use(m);
        longer.take(m);
        next.push_back(longer);
        path.distance += distance_of(m);  // the original charges the parent
      }
      path.end_chunk();
      ++path.done;
      next.push_back(path);
    }
    paths = next;
    sort_paths(paths, beam);
  }
  for (Path& path : paths) path.end_chunk();
  sort_paths(paths, beam);
  return paths.front().chosen;
}

std::pair<int, int> meteor_value(const MatchRows& chosen) {
  MatchRows sorted = chosen;
  std::sort(sorted.begin(), sorted.end(),
            [](const MatchRow& a, const MatchRow& b) { return a[kRefStart] < b[kRefStart]; });
  int gain = 0, chunks = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    gain += gain_of(sorted[i]);
    const bool goes_on = i > 0 &&
                         sorted[i - 1][kHypStart] + sorted[i - 1][kHypLength] == sorted[i][kHypStart] &&
                         sorted[i - 1][kRefStart] + sorted[i - 1][kRefLength] == sorted[i][kRefStart];
    if (!goes_on) ++chunks;
  }
  return {gain, chunks};
}

std::pair<int, int> meteor_exact(const MatchRows& matches) {
  std::vector<bool> forced;
  for (std::size_t m = 0; m < matches.size(); ++m) forced.push_back(has_no_rival(matches, m));
  MatchRows chosen;
  std::pair<int, int> best{-1, 0};
  try_all(matches, forced, 0, chosen, best);
  return best;
}

}  // namespace reference
