#pragma once
#include <algorithm>
#include <cstdlib>
#include <limits>
#include <vector>

#include "core/matching.h"

namespace core {

// Chooses from all matches of a pair those that METEOR 1.5 keeps; see meteor.h. Keeps scratch memory.
class MeteorAligner {
 public:
  explicit MeteorAligner(int beam) : beam_(static_cast<std::size_t>(beam)) {}

  // `matches` are sorted by their start in the reference, as MatchFinder gives them. The result is too.
  std::span<const Match> align(std::span<const Match> matches, std::size_t hyp_length,
                               std::size_t ref_length) {
    matches_ = matches;
    chosen_.clear();
    if (matches.empty()) return chosen_;
    index(hyp_length, ref_length);
    fix(ref_length);
    search(ref_length);
    return chosen_;
  }

 private:
  static constexpr std::int32_t kNone = -1, kGoOn = -2;

  struct Path {
    std::int32_t gain = 0, chunks = 0;
    std::int64_t distance = 0;
    std::int32_t hyp_end = kNone;  // where the last match ends, unless a word was skipped since
    std::int32_t ref_end = 0;      // words before it are done
    std::int32_t last = kNone;     // the newest link of its chain
  };
  // A path that may go on: its rank, the number of its parent among the paths, and what it takes.
  //
  // The smaller the rank, the better: gain and chunks stand in the first number, distance and, so that equal
  // steps keep their order, the place in the list in the second.
  struct Step {
    std::uint64_t first, second;
    std::int32_t parent, match;

    bool operator<(const Step& other) const {
      return first != other.first ? first < other.first : second < other.second;
    }
  };
  static constexpr int kOrderBits = 24;

  static std::uint64_t first_rank(std::int32_t gain, std::int32_t chunks) {
    const auto missing = static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max() - gain);
    return missing << 32 | static_cast<std::uint32_t>(chunks);
  }
  // A chosen match and the one before it.
  struct Link {
    std::int32_t match, previous;
  };

  void index(std::size_t hyp_length, std::size_t ref_length) {
    first_.assign(ref_length + 1, 0);
    hyp_cover_.assign(hyp_length, 0);
    ref_cover_.assign(ref_length, 0);
    for (const Match& match : matches_) {
      ++first_[static_cast<std::size_t>(match.ref_start) + 1];
      for (std::int32_t i = 0; i < match.hyp_length; ++i)
        ++hyp_cover_[static_cast<std::size_t>(match.hyp_start + i)];
      for (std::int32_t j = 0; j < match.ref_length; ++j)
        ++ref_cover_[static_cast<std::size_t>(match.ref_start + j)];
    }
    for (std::size_t j = 0; j < ref_length; ++j) first_[j + 1] += first_[j];
    stride_ = (hyp_length + 63) / 64;
  }

  // A match whose words no other match covers is kept whatever comes.
  void fix(std::size_t ref_length) {
    fixed_.assign(ref_length, kNone);
    ref_used_.assign(ref_length, 0);
    used_.assign(stride_, 0);
    for (std::size_t j = 0; j < ref_length; ++j) {
      if (first_[j + 1] - first_[j] != 1) continue;
      const Match& match = matches_[first_[j]];
      bool alone = true;
      for (std::int32_t i = 0; i < match.hyp_length; ++i)
        alone &= hyp_cover_[static_cast<std::size_t>(match.hyp_start + i)] == 1;
      for (std::int32_t i = 0; i < match.ref_length; ++i)
        alone &= ref_cover_[j + static_cast<std::size_t>(i)] == 1;
      if (!alone) continue;
      fixed_[j] = static_cast<std::int32_t>(first_[j]);
      for (std::int32_t i = 0; i < match.ref_length; ++i) ref_used_[j + static_cast<std::size_t>(i)] = 1;
      set_used(0, match, used_);
    }
  }

  void search(std::size_t ref_length) {
    links_.clear();
    paths_.assign(1, Path{});
    for (std::size_t j = 0; j < ref_length; ++j) {
      if (ref_used_[j] == 0 && first_[j] != first_[j + 1]) {
        fork(static_cast<std::int32_t>(j));
        continue;
      }
      for (Path& path : paths_) {
        if (static_cast<std::int32_t>(j) < path.ref_end) continue;
        if (fixed_[j] != kNone)
          take(path, fixed_[j], distance_of(matches_[static_cast<std::size_t>(fixed_[j])]));
        else
          skip(path);
      }
      rank();
    }
    for (Path& path : paths_) close_chunk(path);
    rank();
    collect(paths_.front());
  }

  static std::int32_t distance_of(const Match& match) { return std::abs(match.ref_start - match.hyp_start); }
  static std::int32_t gain_of(const Match& match) {
    return match.kind == MatchKind::same ? match.hyp_length + match.ref_length
                                         : match.hyp_length / 2 + match.ref_length / 2;
  }

  // Lets every path take each match that starts here, or none. Only those that the beam keeps are made.
  void fork(std::int32_t current) {
    steps_.clear();
    const auto j = static_cast<std::size_t>(current);
    const auto add = [&](std::uint64_t first, std::int64_t distance, std::size_t parent, std::int32_t match) {
      steps_.push_back({first, static_cast<std::uint64_t>(distance) << kOrderBits | steps_.size(),
                        static_cast<std::int32_t>(parent), match});
    };
    for (std::size_t p = 0; p < paths_.size(); ++p) {
      const Path& path = paths_[p];
      if (current < path.ref_end) {
        add(first_rank(path.gain, path.chunks), path.distance, p, kGoOn);
        continue;
      }
      // Where the last chunk ends, unless the match goes on with it.
      const std::int32_t ended = path.chunks + (path.hyp_end != kNone);
      std::int64_t distance = path.distance;
      for (std::size_t m = first_[j]; m < first_[j + 1]; ++m) {
        const Match& match = matches_[m];
        if (is_used(p, match)) continue;
        add(first_rank(path.gain + gain_of(match), match.hyp_start == path.hyp_end ? path.chunks : ended),
            distance, p, static_cast<std::int32_t>(m));
        distance += distance_of(match);
      }
      add(first_rank(path.gain, ended), distance, p, kNone);
    }
    if (steps_.size() > beam_) {
      std::nth_element(steps_.begin(), steps_.begin() + static_cast<std::ptrdiff_t>(beam_), steps_.end());
      steps_.resize(beam_);
    }
    std::sort(steps_.begin(), steps_.end());
    go_on();
  }

  // Makes the paths that the steps describe.
  void go_on() {
    next_.resize(steps_.size());
    next_used_.resize(steps_.size() * stride_);
    for (std::size_t s = 0; s < steps_.size(); ++s) {
      const Step& step = steps_[s];
      const auto parent = static_cast<std::size_t>(step.parent);
      Path& path = next_[s] = paths_[parent];
      path.distance = static_cast<std::int64_t>(step.second >> kOrderBits);
      std::copy_n(&used_[parent * stride_], stride_, &next_used_[s * stride_]);
      if (step.match == kNone) {
        skip(path);
      } else if (step.match != kGoOn) {
        take(path, step.match, 0);
        set_used(s, matches_[static_cast<std::size_t>(step.match)], next_used_);
      }
    }
    paths_.swap(next_);
    used_.swap(next_used_);
  }

  void take(Path& path, std::int32_t number, std::int32_t distance) {
    const Match& match = matches_[static_cast<std::size_t>(number)];
    path.gain += gain_of(match);
    if (path.hyp_end != kNone && match.hyp_start != path.hyp_end) ++path.chunks;
    path.ref_end = match.ref_start + match.ref_length;
    path.hyp_end = match.hyp_start + match.hyp_length;
    path.distance += distance;
    links_.push_back({number, path.last});
    path.last = static_cast<std::int32_t>(links_.size()) - 1;
  }

  static void close_chunk(Path& path) {
    if (path.hyp_end != kNone) ++path.chunks;
    path.hyp_end = kNone;
  }

  static void skip(Path& path) {
    close_chunk(path);
    ++path.ref_end;
  }

  // Sorts paths after a step in which none forked; most are in order already.
  void rank() {
    const auto in_order = [](const Path& a, const Path& b) {
      if (a.gain != b.gain) return a.gain > b.gain;
      return a.chunks != b.chunks ? a.chunks < b.chunks : a.distance <= b.distance;
    };
    bool sorted = true;
    for (std::size_t p = 1; p < paths_.size() && sorted; ++p) sorted = in_order(paths_[p - 1], paths_[p]);
    if (sorted) return;
    steps_.clear();
    for (const Path& path : paths_) {
      const std::size_t order = steps_.size();
      steps_.push_back({first_rank(path.gain, path.chunks),
                        static_cast<std::uint64_t>(path.distance) << kOrderBits | order,
                        static_cast<std::int32_t>(order), kGoOn});
    }
    std::sort(steps_.begin(), steps_.end());
    go_on();
  }

  bool is_used(std::size_t path, const Match& match) const {
    for (std::int32_t j = 0; j < match.ref_length; ++j)
      if (ref_used_[static_cast<std::size_t>(match.ref_start + j)] != 0) return true;
    for (std::int32_t i = match.hyp_start; i < match.hyp_start + match.hyp_length; ++i)
      if ((used_[path * stride_ + static_cast<std::size_t>(i) / 64] >> (i % 64) & 1) != 0) return true;
    return false;
  }

  void set_used(std::size_t path, const Match& match, std::vector<std::uint64_t>& used) const {
    for (std::int32_t i = match.hyp_start; i < match.hyp_start + match.hyp_length; ++i)
      used[path * stride_ + static_cast<std::size_t>(i) / 64] |= std::uint64_t{1} << (i % 64);
  }

  void collect(const Path& path) {
    for (std::int32_t at = path.last; at != kNone; at = links_[static_cast<std::size_t>(at)].previous)
      chosen_.push_back(matches_[static_cast<std::size_t>(links_[static_cast<std::size_t>(at)].match)]);
    std::reverse(chosen_.begin(), chosen_.end());
  }

  std::size_t beam_, stride_ = 0;
  std::span<const Match> matches_;
  std::vector<std::size_t> first_;
  std::vector<std::int32_t> hyp_cover_, ref_cover_, fixed_;
  std::vector<std::uint8_t> ref_used_;
  std::vector<Path> paths_, next_;
  std::vector<Step> steps_;
  std::vector<std::uint64_t> used_, next_used_;
  std::vector<Link> links_;
  std::vector<Match> chosen_;
};

}  // namespace core
