#pragma once
#include <algorithm>
#include <bit>
#include <cstdlib>
#include <limits>
#include <vector>

#include "base/parallel.h"
#include "matching/first_in_order.h"
#include "matching/matching.h"

namespace core {

// Goes through the reference from left to right and keeps the best `beam` ways to choose among matches that
// share words; see meteor.h. A match that shares none is given as fixed. Keeps scratch memory.
//
// How good a path is stands in one number, the smaller the better: from the top the gain that it lacks, its
// chunks and its distance. What a step adds to a path is then one addition.
template <typename Key>
class MeteorBeam {
 public:
  static constexpr std::int32_t kNone = -1;

  // At which bit of a key the chunks and the gain begin; the distance begins at the lowest.
  struct Layout {
    int chunks, gain;
  };

  // `first[j]` is the first match that starts at or behind word j of the reference; `fixed[j]` is the match
  // that is kept there whatever comes, or kNone, and becomes the chosen match in any case.
  void choose(std::span<const Match> matches, std::span<const std::size_t> first, std::size_t hyp_length,
              std::size_t beam, const Layout& layout, std::vector<std::int32_t>& fixed) {
    matches_ = matches;
    first_ = first;
    beam_ = beam;
    stride_ = (hyp_length + 63) / 64;
    layout_ = layout;
    one_chunk_ = Key{1} << layout.chunks;
    links_.clear();
    paths_.assign(1, Path{kStart, kNone, 0, kNone});
    used_.assign(stride_, 0);
    level_ = true;
    for (std::size_t j = 0; j + 1 < first.size(); ++j) {
      const auto current = static_cast<std::int32_t>(j);
      if (fixed[j] != kNone)
        pass(current, &matches[static_cast<std::size_t>(fixed[j])]);
      else if (first[j] != first[j + 1])
        fork(current);
      else
        pass(current, nullptr);
    }
    for (std::int32_t at = best().last; at != kNone;) {
      const Link& link = links_[static_cast<std::size_t>(at)];
      fixed[static_cast<std::size_t>(matches[static_cast<std::size_t>(link.match)].ref_start)] = link.match;
      at = link.previous;
    }
  }

 private:
  static constexpr std::int32_t kGoOn = -2;
  static constexpr Key kStart = Key{1} << (8 * sizeof(Key) - 2), kLast = kStart + (kStart - 1);

  struct Path {
    Key rank;
    std::int32_t hyp_end;  // where the last match ends, unless a word was skipped since
    std::int32_t ref_end;  // words before it are done
    std::int32_t last;     // the newest link of its chain
  };
  // A path that may go on: the number of its parent among the paths, and the match that it takes.
  struct Step {
    std::int32_t parent, match;
  };
  // A chosen match and the one before it.
  struct Link {
    std::int32_t match, previous;
  };
  // A match that starts at the current word: what it adds to a rank, and its words of the hypothesis as bits
  // of one number and the next.
  struct Option {
    Key gain, distance;
    std::size_t word;
    std::uint64_t low, high;
    std::int32_t hyp_start, match;
  };

  // All paths go on with the same match or with none. Once they stand at one place, what the match adds is
  // the same for all and changes no order: then only the place is noted.
  void pass(std::int32_t current, const Match* match) {
    const std::int32_t hyp_end = match == nullptr ? kNone : match->hyp_start + match->hyp_length;
    const std::int32_t ref_end = match == nullptr ? current + 1 : match->ref_start + match->ref_length;
    if (level_) {
      if (current < paths_.front().ref_end) return;
      paths_.front().hyp_end = hyp_end;
      paths_.front().ref_end = ref_end;
      return;
    }
    level_ = true;
    for (Path& path : paths_) {
      if (current < path.ref_end) {
        level_ = false;
        continue;
      }
      if (path.hyp_end != kNone && (match == nullptr || match->hyp_start != path.hyp_end))
        path.rank += one_chunk_;
      path.hyp_end = hyp_end;
      path.ref_end = ref_end;
    }
    keep_order();
  }

  // Lets every path take each match that starts here, or none. Only those that the beam keeps are made.
  void fork(std::int32_t current) {
    level_paths();
    list_options(static_cast<std::size_t>(current));
    keys_.resize(paths_.size() * (options_.size() + 1));
    steps_.resize(keys_.size());
    std::size_t size = 0;
    // From this rank on nothing is kept: so many better steps come before it.
    Key limit = kLast, worst = 0;
    const auto add = [&](Key rank, std::size_t parent, std::int32_t match) {
      keys_[size] = rank;
      steps_[size] = {static_cast<std::int32_t>(parent), match};
      size += rank < limit;
      worst = std::max(worst, rank);
      if (size == beam_ && limit == kLast) limit = worst;
    };
    for (std::size_t p = 0; p < paths_.size(); ++p) {
      const Path& path = paths_[p];
      pulse(options_.size() + stride_);
      if (path.rank - best_gain_ >= limit) break;
      if (current < path.ref_end) {
        add(path.rank, p, kGoOn);
        continue;
      }
      // Where the last chunk ends, unless the match goes on with it.
      const Key ended = path.hyp_end == kNone ? path.rank : path.rank + one_chunk_;
      Key distance = 0;
      for (const Option& option : options_) {
        if (is_used(p, option)) continue;
        const Key rank = option.hyp_start == path.hyp_end ? path.rank : ended;
        add(rank - option.gain + distance, p, option.match);
        distance += option.distance;
      }
      add(ended + distance, p, kNone);
    }
    keys_.resize(size);
    make_paths(current);
    level_ = false;
  }

  void list_options(std::size_t j) {
    options_.clear();
    best_gain_ = 0;
    for (std::size_t m = first_[j]; m < first_[j + 1]; ++m) {
      const Match& match = matches_[m];
      const int at = match.hyp_start % 64;
      const std::uint64_t ones =
          match.hyp_length < 64 ? (std::uint64_t{1} << match.hyp_length) - 1 : ~std::uint64_t{0};
      const Key gain = static_cast<Key>(gain_of(match)) << layout_.gain;
      options_.push_back({gain, static_cast<Key>(distance_of(match)),
                          static_cast<std::size_t>(match.hyp_start / 64), ones << at,
                          at == 0 ? 0 : ones >> (64 - at), match.hyp_start, static_cast<std::int32_t>(m)});
      best_gain_ = std::max(best_gain_, gain);
    }
  }

  // Makes the paths of the best steps.
  void make_paths(std::int32_t current) {
    first_in_order<Key>(keys_, beam_, order_, counts_);
    next_.resize(order_.size());
    next_used_.resize(order_.size() * stride_);
    for (std::size_t k = 0; k < order_.size(); ++k) {
      const auto number = static_cast<std::size_t>(order_[k]);
      const Step& step = steps_[number];
      const auto parent = static_cast<std::size_t>(step.parent);
      Path& path = next_[k] = paths_[parent];
      path.rank = keys_[number];
      for (std::size_t w = 0; w < stride_; ++w) next_used_[k * stride_ + w] = used_[parent * stride_ + w];
      if (step.match == kNone) {
        path.hyp_end = kNone;
        path.ref_end = current + 1;
      } else if (step.match != kGoOn) {
        take(path, step.match, &next_used_[k * stride_]);
      }
    }
    paths_.swap(next_);
    used_.swap(next_used_);
  }

  void take(Path& path, std::int32_t number, std::uint64_t* used) {
    const Match& match = matches_[static_cast<std::size_t>(number)];
    path.ref_end = match.ref_start + match.ref_length;
    path.hyp_end = match.hyp_start + match.hyp_length;
    for (std::int32_t i = match.hyp_start; i < path.hyp_end; ++i)
      used[static_cast<std::size_t>(i) / 64] |= std::uint64_t{1} << (i % 64);
    links_.push_back({number, path.last});
    path.last = static_cast<std::int32_t>(links_.size()) - 1;
  }

  // Brings all paths to where the first stands.
  void level_paths() {
    if (!level_) return;
    for (Path& path : paths_) {
      path.hyp_end = paths_.front().hyp_end;
      path.ref_end = paths_.front().ref_end;
    }
  }

  // Sorts paths after a step in which none forked; most are in order already.
  void keep_order() {
    const auto worse = [](const Path& a, const Path& b) { return a.rank > b.rank; };
    if (std::adjacent_find(paths_.begin(), paths_.end(), worse) == paths_.end()) return;
    keys_.clear();
    steps_.clear();
    for (std::size_t p = 0; p < paths_.size(); ++p) {
      keys_.push_back(paths_[p].rank);
      steps_.push_back({static_cast<std::int32_t>(p), kGoOn});
    }
    make_paths(0);
  }

  const Path& best() {
    level_paths();
    for (Path& path : paths_)
      if (path.hyp_end != kNone) path.rank += one_chunk_;
    return *std::ranges::min_element(paths_, {}, &Path::rank);
  }

  bool is_used(std::size_t path, const Option& option) const {
    const std::uint64_t* const used = &used_[path * stride_ + option.word];
    if ((used[0] & option.low) != 0 || (option.high != 0 && (used[1] & option.high) != 0)) return true;
    const Match& match = matches_[static_cast<std::size_t>(option.match)];
    if (match.hyp_length <= 64) return false;
    for (std::int32_t i = match.hyp_start + 64; i < match.hyp_start + match.hyp_length; ++i)
      if ((used_[path * stride_ + static_cast<std::size_t>(i) / 64] >> (i % 64) & 1) != 0) return true;
    return false;
  }

 public:
  static std::int32_t distance_of(const Match& match) { return std::abs(match.ref_start - match.hyp_start); }
  static std::int32_t gain_of(const Match& match) {
    return match.kind == MatchKind::same ? match.hyp_length + match.ref_length
                                         : match.hyp_length / 2 + match.ref_length / 2;
  }

 private:
  std::size_t beam_ = 0, stride_ = 0;
  Layout layout_{};
  Key one_chunk_ = 0, best_gain_ = 0;
  bool level_ = true;  // all paths stand where the first one does
  std::span<const Match> matches_;
  std::span<const std::size_t> first_;
  std::vector<Option> options_;
  std::vector<Path> paths_, next_;
  std::vector<Step> steps_;
  std::vector<Key> keys_;
  std::vector<std::int32_t> order_, counts_;
  std::vector<std::uint64_t> used_, next_used_;
  std::vector<Link> links_;
};

// Chooses from all matches of a pair those that METEOR 1.5 keeps; see meteor.h. Keeps scratch memory.
class MeteorAligner {
 public:
  explicit MeteorAligner(int beam) : beam_(static_cast<std::size_t>(beam)) {}

  // `matches` are sorted by their start in the reference, as MatchFinder gives them. The result is too.
  std::span<const Match> align(std::span<const Match> matches, std::size_t hyp_length,
                               std::size_t ref_length) {
    chosen_.clear();
    if (matches.empty()) return chosen_;
    index(matches, hyp_length, ref_length);
    if (fix(matches, ref_length) < matches.size()) choose(matches, hyp_length, ref_length);
    for (const std::int32_t match : fixed_)
      if (match != kNone) chosen_.push_back(matches[static_cast<std::size_t>(match)]);
    return chosen_;
  }

 private:
  __extension__ using Wide = __int128;
  static constexpr std::int32_t kNone = MeteorBeam<Wide>::kNone;

  void index(std::span<const Match> matches, std::size_t hyp_length, std::size_t ref_length) {
    first_.assign(ref_length + 1, 0);
    hyp_cover_.assign(hyp_length, 0);
    ref_cover_.assign(ref_length, 0);
    for (const Match& match : matches) {
      ++first_[static_cast<std::size_t>(match.ref_start) + 1];
      for (std::int32_t i = 0; i < match.hyp_length; ++i)
        ++hyp_cover_[static_cast<std::size_t>(match.hyp_start + i)];
      for (std::int32_t j = 0; j < match.ref_length; ++j)
        ++ref_cover_[static_cast<std::size_t>(match.ref_start + j)];
    }
    for (std::size_t j = 0; j < ref_length; ++j) first_[j + 1] += first_[j];
  }

  // A match whose words no other match covers is kept whatever comes. Returns how many there are.
  std::size_t fix(std::span<const Match> matches, std::size_t ref_length) {
    std::size_t n_fixed = 0;
    fixed_.assign(ref_length, kNone);
    for (std::size_t j = 0; j < ref_length; ++j) {
      if (first_[j + 1] - first_[j] != 1) continue;
      const Match& match = matches[first_[j]];
      bool alone = true;
      for (std::int32_t i = 0; i < match.hyp_length; ++i)
        alone &= hyp_cover_[static_cast<std::size_t>(match.hyp_start + i)] == 1;
      for (std::int32_t i = 0; i < match.ref_length; ++i)
        alone &= ref_cover_[j + static_cast<std::size_t>(i)] == 1;
      if (!alone) continue;
      fixed_[j] = static_cast<std::int32_t>(first_[j]);
      ++n_fixed;
    }
    return n_fixed;
  }

  static int bits_of(std::uint64_t largest) { return static_cast<int>(std::bit_width(largest)); }

  // Most pairs of sentences need short keys only.
  void choose(std::span<const Match> matches, std::size_t hyp_length, std::size_t ref_length) {
    std::uint64_t distance = 0;
    for (std::size_t m = 0; m < matches.size(); ++m)
      distance += static_cast<std::uint64_t>(MeteorBeam<Wide>::distance_of(matches[m]));
    const int chunk_begin = bits_of(distance), gain_begin = chunk_begin + bits_of(ref_length);
    // A path starts with the highest bit but one set, and gain is taken off; the highest is the sign.
    const int used = gain_begin + bits_of(hyp_length + ref_length) + 1;
    const auto run = [&](auto& beam) {
      beam.choose(matches, first_, hyp_length, beam_, {chunk_begin, gain_begin}, fixed_);
    };
    if (used < 32)
      run(short_);
    else if (used < 64)
      run(long_);
    else
      run(wide_);
  }

  std::size_t beam_;
  std::vector<std::size_t> first_;
  std::vector<std::int32_t> hyp_cover_, ref_cover_, fixed_;
  std::vector<Match> chosen_;
  MeteorBeam<std::int32_t> short_;
  MeteorBeam<std::int64_t> long_;
  MeteorBeam<Wide> wide_;
};

}  // namespace core
