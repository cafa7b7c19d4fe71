#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <tuple>

#include "reference/reference.h"

namespace reference {

int edit_distance(const Words& a, const Words& b) {
  std::vector<std::vector<int>> d(a.size() + 1, std::vector<int>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i)
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        d[i][j] = static_cast<int>(i + j);
        continue;
      }
      d[i][j] =
          std::min({d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1), d[i - 1][j] + 1, d[i][j - 1] + 1});
    }
  return d[a.size()][b.size()];
}

int position_independent_distance(const Words& a, const Words& b) {
  std::map<std::int32_t, int> in_a, in_b;
  for (const auto w : a) ++in_a[w];
  for (const auto w : b) ++in_b[w];
  int common = 0;
  for (const auto& [word, n] : in_a) common += std::min(n, in_b[word]);
  return static_cast<int>(std::max(a.size(), b.size())) - common;
}

namespace {

constexpr int kFar = 1 << 28;

// Edits inside the beam as a string of k(eep), s(ubstitute), r(emove), i(nsert), from left to right.
std::pair<int, std::string> beam_edits(const Words& hyp, const Words& ref) {
  const int n = static_cast<int>(hyp.size()), m = static_cast<int>(ref.size());
  const double ratio = n > 0 ? static_cast<double>(m) / n : 1;
  const int width = 25 < ratio / 2 ? static_cast<int>(std::ceil(ratio / 2 + 25)) : 25;
  std::vector<std::vector<std::pair<int, char>>> d(
      hyp.size() + 1, std::vector<std::pair<int, char>>(ref.size() + 1, {kFar, '?'}));
  const auto at = [&](int i, int j) -> std::pair<int, char>& {
    return d[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
  };
  for (int j = 0; j <= m; ++j) at(0, j) = {j, 'i'};
  for (int i = 1; i <= n; ++i) {
    const int diagonal = static_cast<int>(std::floor(i * ratio));
    const int to = i == n ? m + 1 : std::min(m + 1, diagonal + width);
    for (int j = std::max(0, diagonal - width); j < to; ++j) {
      if (j == 0) {
        at(i, 0) = {at(i - 1, 0).first + 1, 'r'};
        continue;
      }
      const bool same = hyp[static_cast<std::size_t>(i - 1)] == ref[static_cast<std::size_t>(j - 1)];
      const std::pair<int, char> choices[] = {{at(i - 1, j - 1).first + (same ? 0 : 1), same ? 'k' : 's'},
                                              {at(i - 1, j).first + 1, 'r'},
                                              {at(i, j - 1).first + 1, 'i'}};
      for (const auto& choice : choices)
        if (choice.first < at(i, j).first) at(i, j) = choice;
    }
  }
  std::string edits;
  for (int i = n, j = m; i > 0 || j > 0;) {
    const char edit = at(i, j).second;
    edits.insert(edits.begin(), edit);
    if (edit != 'i') --i;
    if (edit != 'r') --j;
  }
  return {at(n, m).first, edits};
}

Words moved(const Words& words, std::size_t start, std::size_t length, std::size_t target) {
  const auto slice = [&](std::size_t a, std::size_t b) {
    a = std::min(a, words.size());
    b = std::max(a, std::min(b, words.size()));
    return Words(words.begin() + static_cast<std::ptrdiff_t>(a),
                 words.begin() + static_cast<std::ptrdiff_t>(b));
  };
  const auto join = [](std::initializer_list<Words> parts) {
    Words all;
    for (const Words& part : parts) all.insert(all.end(), part.begin(), part.end());
    return all;
  };
  const Words phrase = slice(start, start + length);
  const std::size_t end = words.size();
  if (target < start)
    return join({slice(0, target), phrase, slice(target, start), slice(start + length, end)});
  if (target > start + length)
    return join({slice(0, start), slice(start + length, target), phrase, slice(target, end)});
  return join({slice(0, start), slice(start + length, length + target), phrase, slice(length + target, end)});
}

}  // namespace

int translation_edits(const Words& hypothesis, const Words& ref) {
  if (ref.empty()) return static_cast<int>(hypothesis.size());
  Words hyp = hypothesis;
  int shifts = 0, tries = 0;
  for (;;) {
    const auto [before, edits] = beam_edits(hyp, ref);
    std::vector<int> behind(ref.size()), hyp_wrong(hyp.size()), ref_wrong(ref.size());
    std::size_t i = 0, j = 0;
    for (const char edit : edits) {
      if (edit != 'i') hyp_wrong[i++] = edit != 'k';
      if (edit != 'r') {
        ref_wrong[j] = edit != 'k';
        behind[j++] = static_cast<int>(i);  // the target: right behind the aligned word
      }
    }
    using Candidate = std::tuple<int, int, int, int, Words>;
    bool found = false;
    Candidate best;
    const auto wrong = [](const std::vector<int>& flags, std::size_t start, std::size_t length) {
      return std::any_of(flags.begin() + static_cast<std::ptrdiff_t>(start),
                         flags.begin() + static_cast<std::ptrdiff_t>(start + length),
                         [](int f) { return f != 0; });
    };
    for (std::size_t s = 0; s < hyp.size() && tries < 1000; ++s)
      for (std::size_t r = 0; r < ref.size() && tries < 1000; ++r) {
        if ((s > r ? s - r : r - s) > 50) continue;
        for (std::size_t length = 1; length <= 10 && tries < 1000; ++length) {
          if (s + length > hyp.size() || r + length > ref.size() ||
              hyp[s + length - 1] != ref[r + length - 1])
            break;
          const int aligned = behind[r] - 1;
          if (!wrong(hyp_wrong, s, length) || !wrong(ref_wrong, r, length) ||
              (static_cast<int>(s) <= aligned && aligned < static_cast<int>(s + length)))
            continue;
          int last = -1;
          for (int offset = -1; offset < static_cast<int>(length); ++offset) {
            const int place = static_cast<int>(r) + offset;
            const int target = place < 0 ? 0 : behind[static_cast<std::size_t>(place)];
            if (target == last) continue;
            last = target;
            ++tries;
            Words shifted = moved(hyp, s, length, static_cast<std::size_t>(target));
            const int gain = before - beam_edits(shifted, ref).first;
            Candidate candidate{gain, static_cast<int>(length), -static_cast<int>(s), -target,
                                std::move(shifted)};
            if (!found || candidate > best) best = std::move(candidate), found = true;
          }
        }
      }
    if (!found || tries >= 1000 || std::get<0>(best) <= 0) return shifts + before;
    hyp = std::get<4>(best);
    ++shifts;
  }
}

}  // namespace reference
