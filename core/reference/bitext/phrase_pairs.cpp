#include "reference/bitext/phrase_pairs.h"

#include <algorithm>
#include <set>

namespace reference {

namespace {

using Matrix = std::vector<std::vector<bool>>;

Matrix matrix(const AlignmentPoints& points, int n_first, int n_second) {
  Matrix cells(static_cast<std::size_t>(n_first), std::vector<bool>(static_cast<std::size_t>(n_second)));
  for (const auto& [i, j] : points)
    cells.at(static_cast<std::size_t>(i)).at(static_cast<std::size_t>(j)) = true;
  return cells;
}

bool at(const Matrix& cells, int i, int j) {
  return cells.at(static_cast<std::size_t>(i)).at(static_cast<std::size_t>(j));
}

bool row_used(const Matrix& cells, int i, int n_second) {
  for (int j = 0; j < n_second; ++j)
    if (at(cells, i, j)) return true;
  return false;
}

bool column_used(const Matrix& cells, int j, int n_first) {
  for (int i = 0; i < n_first; ++i)
    if (at(cells, i, j)) return true;
  return false;
}

}  // namespace

AlignmentPoints symmetrize(const AlignmentPoints& one, const AlignmentPoints& other, int n_first,
                           int n_second, const std::string& method) {
  const Matrix a = matrix(one, n_first, n_second), b = matrix(other, n_first, n_second);
  Matrix taken = matrix({}, n_first, n_second);
  const auto take = [&](int i, int j) {
    taken[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] = true;
  };
  for (int i = 0; i < n_first; ++i)
    for (int j = 0; j < n_second; ++j)
      if ((at(a, i, j) && at(b, i, j)) || (method == "union" && (at(a, i, j) || at(b, i, j)))) take(i, j);
  if (method.starts_with("grow-diag")) {
    const int steps[8][2] = {{-1, 0}, {0, -1}, {1, 0}, {0, 1}, {-1, -1}, {-1, 1}, {1, -1}, {1, 1}};
    for (bool changed = true; changed;) {
      changed = false;
      for (int i = 0; i < n_first; ++i)
        for (int j = 0; j < n_second; ++j) {
          if (!at(taken, i, j)) continue;
          for (const auto& step : steps) {
            const int x = i + step[0], y = j + step[1];
            if (x < 0 || y < 0 || x >= n_first || y >= n_second || at(taken, x, y)) continue;
            if (!at(a, x, y) && !at(b, x, y)) continue;
            if (row_used(taken, x, n_second) && column_used(taken, y, n_first)) continue;
            take(x, y);
            changed = true;
          }
        }
    }
  }
  if (method == "grow-diag-final-and")
    for (const Matrix* direction : {&a, &b})
      for (int i = 0; i < n_first; ++i)
        for (int j = 0; j < n_second; ++j)
          if (at(*direction, i, j) && !row_used(taken, i, n_second) && !column_used(taken, j, n_first))
            take(i, j);
  AlignmentPoints points;
  for (int i = 0; i < n_first; ++i)
    for (int j = 0; j < n_second; ++j)
      if (at(taken, i, j)) points.emplace_back(i, j);
  return points;
}

std::vector<std::array<int, 4>> phrase_pairs(const AlignmentPoints& points, int n_first, int n_second,
                                             int max_words) {
  std::vector<std::array<int, 4>> found;
  for (int a = 0; a < n_first; ++a)
    for (int b = a + 1; b <= std::min(n_first, a + max_words); ++b)
      for (int c = 0; c < n_second; ++c)
        for (int d = c + 1; d <= std::min(n_second, c + max_words); ++d) {
          bool some = false, broken = false;
          for (const auto& [i, j] : points) {
            const bool first = a <= i && i < b, second = c <= j && j < d;
            some |= first && second;
            broken |= first != second;
          }
          if (some && !broken) found.push_back({a, b, c, d});
        }
  return found;
}

namespace {

bool has(const FactWord& word, char kind) { return word[1].find(kind) != std::string::npos; }

}  // namespace

std::string phrase_objection(const std::vector<FactWord>& one, const std::vector<FactWord>& other,
                             int max_words) {
  if (static_cast<int>(std::max(one.size(), other.size())) > max_words) return "length";
  std::multiset<std::string> numbers[2];
  std::vector<std::string> content[2];
  std::set<std::string> stems[2];
  bool negative[2] = {false, false};
  for (int side = 0; side < 2; ++side)
    for (const FactWord& word : side == 0 ? one : other) {
      if (has(word, 'n')) numbers[side].insert(word[0]);
      if (has(word, 'x')) negative[side] = true;
      if (has(word, 'f')) continue;
      content[side].push_back(word[0]);
      stems[side].insert(word[2]);
    }
  if (numbers[0] != numbers[1]) return "numbers";
  if (content[0].empty() || content[1].empty() || content[0] == content[1]) return "function words";
  for (int side = 0; side < 2; ++side) {
    bool all = true;
    for (const std::string& stem : stems[side]) all &= stems[1 - side].contains(stem);
    if (all && stems[side] != stems[1 - side]) return "inclusion";
  }
  if (negative[0] != negative[1]) return "negation";
  return "";
}

}  // namespace reference
