#include <algorithm>
#include <charconv>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

#include "bitext/phrase_pairs.h"

namespace core {

namespace {

using Point = std::pair<std::int32_t, std::int32_t>;

[[noreturn]] void fail(std::size_t row, const std::string& why) {
  throw std::invalid_argument(std::to_string(row) + ": " + why);
}

Point read_point(std::string_view text, std::size_t row, std::int32_t n_first, std::int32_t n_second) {
  Point point;
  const char* end = text.data() + text.size();
  const auto [dash, wrong] = std::from_chars(text.data(), end, point.first);
  if (wrong == std::errc() && dash != end && *dash == '-') {
    const auto [last, also_wrong] = std::from_chars(dash + 1, end, point.second);
    if (also_wrong == std::errc() && last == end && point.first >= 0 && point.second >= 0) {
      if (point.first < n_first && point.second < n_second) return point;
      fail(row, "found the point " + std::string(text) + ", but the sentences have " +
                    std::to_string(n_first) + " and " + std::to_string(n_second) + " words, counted from 0");
    }
  }
  fail(row, "found '" + std::string(text.substr(0, 40)) + "', expected a point such as 3-4");
}

std::vector<Point> points_of(std::span<const std::int32_t> row) {
  std::vector<Point> points;
  for (std::size_t i = 0; i + 1 < row.size(); i += 2) points.emplace_back(row[i], row[i + 1]);
  std::sort(points.begin(), points.end());
  return points;
}

// The points taken so far, and the words that have one.
class Grown {
 public:
  Grown(std::int32_t n_first, std::int32_t n_second)
      : first_(static_cast<std::size_t>(n_first)), second_(static_cast<std::size_t>(n_second)) {}

  void take(const Point& point) {
    points_.insert(point);
    first_[static_cast<std::size_t>(point.first)] = second_[static_cast<std::size_t>(point.second)] = true;
  }
  bool first_free(const Point& p) const { return !first_[static_cast<std::size_t>(p.first)]; }
  bool second_free(const Point& p) const { return !second_[static_cast<std::size_t>(p.second)]; }
  const std::set<Point>& points() const { return points_; }

  void grow(const std::vector<Point>& united) {
    static constexpr Point kNeighbours[] = {{-1, 0},  {0, -1}, {1, 0},  {0, 1},
                                            {-1, -1}, {-1, 1}, {1, -1}, {1, 1}};
    for (bool changed = true; changed;) {
      changed = false;
      // Points that are added behind the present one are met in the same pass, as when walking a matrix.
      for (auto at = points_.begin(); at != points_.end(); ++at) {
        for (const Point& step : kNeighbours) {
          const Point near{at->first + step.first, at->second + step.second};
          if (!std::binary_search(united.begin(), united.end(), near) || points_.contains(near)) continue;
          if (!first_free(near) && !second_free(near)) continue;
          take(near);
          changed = true;
        }
      }
    }
  }

  void finish(const std::vector<Point>& points) {
    for (const Point& point : points)
      if (first_free(point) && second_free(point)) take(point);
  }

 private:
  std::set<Point> points_;
  std::vector<bool> first_, second_;
};

void check_alignments(const Alignments& alignments, const PairLengths& lengths) {
  check_offsets(alignments.offsets, alignments.values.size(), "alignments");
  if (alignments.size() != lengths.size() || lengths.second.size() != lengths.size())
    throw std::invalid_argument("alignments: as many rows as sentence pairs expected");
  for (std::size_t row = 0; row < lengths.size(); ++row) {
    if (alignments[row].size() % 2 != 0) throw std::invalid_argument("alignments: a point needs two numbers");
    for (const auto& [first, second] : points_of(alignments[row]))
      if (first < 0 || first >= lengths.first[row] || second < 0 || second >= lengths.second[row])
        throw std::invalid_argument("alignments: a point names a word that is not there");
  }
}

}  // namespace

OwnedBatch read_alignments(const Texts& texts, const PairLengths& lengths) {
  check(texts, "texts");
  if (texts.size() != lengths.size() || lengths.second.size() != lengths.size())
    throw std::invalid_argument("texts: as many alignments as sentence pairs expected");
  OwnedBatch read;
  std::vector<Point> points;
  for (std::size_t row = 0; row < texts.size(); ++row) {
    points.clear();
    const std::string_view text = texts.text(row);
    for (std::size_t at = 0; at < text.size();) {
      if (text[at] == ' ' || text[at] == '\t' || text[at] == '\r') {
        ++at;
        continue;
      }
      const std::size_t end = std::min(text.find_first_of(" \t\r", at), text.size());
      points.push_back(read_point(text.substr(at, end - at), row, lengths.first[row], lengths.second[row]));
      at = end;
    }
    std::sort(points.begin(), points.end());
    points.erase(std::unique(points.begin(), points.end()), points.end());
    for (const auto& [first, second] : points) read.ids.insert(read.ids.end(), {first, second});
    read.end_row();
  }
  return read;
}

Symmetrization symmetrization_named(std::string_view name) {
  if (name == "intersection") return Symmetrization::intersection;
  if (name == "union") return Symmetrization::united;
  if (name == "grow-diag") return Symmetrization::grow_diag;
  if (name == "grow-diag-final-and") return Symmetrization::grow_diag_final_and;
  throw std::invalid_argument("no symmetrisation is called " + std::string(name));
}

OwnedBatch symmetrize(const Alignments& one, const Alignments& other, const PairLengths& lengths,
                      Symmetrization method) {
  check_alignments(one, lengths);
  check_alignments(other, lengths);
  OwnedBatch result;
  std::vector<Point> both, united;
  for (std::size_t row = 0; row < lengths.size(); ++row) {
    const std::vector<Point> a = points_of(one[row]), b = points_of(other[row]);
    both.clear();
    united.clear();
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(united));
    const auto write = [&](const auto& points) {
      for (const auto& [first, second] : points) result.ids.insert(result.ids.end(), {first, second});
    };
    if (method == Symmetrization::intersection) {
      write(both);
    } else if (method == Symmetrization::united) {
      write(united);
    } else {
      Grown grown(lengths.first[row], lengths.second[row]);
      for (const Point& point : both) grown.take(point);
      grown.grow(united);
      if (method == Symmetrization::grow_diag_final_and) {
        grown.finish(a);
        grown.finish(b);
      }
      write(grown.points());
    }
    result.end_row();
  }
  return result;
}

}  // namespace core
