#include "reference/edits/terp.h"

#include <algorithm>
#include <set>
#include <string>

namespace reference {

namespace {

using Words = std::vector<std::int32_t>;

struct Step {
  char edit = '?';
  int hyp = 0, ref = 0;  // how many words of each
};

struct Result {
  double cost = 0;
  std::vector<Step> path;
};

struct Problem {
  const Words& ref;
  const Words& stems;
  const Words& synonyms;
  const std::vector<int>& stop_words;
  const std::vector<TerpPhrase>& phrases;
  const TerpCosts& costs;
  double beam;
  int shifts, max_size, max_distance;

  bool stem(int h, int r) const {
    return stems[static_cast<std::size_t>(h)] == stems[static_cast<std::size_t>(r)];
  }
  bool synonym(int h, int r) const {
    return synonyms[static_cast<std::size_t>(h)] == synonyms[static_cast<std::size_t>(r)];
  }
  bool related(int h, int r) const { return h == r || (shifts >= 2 && (stem(h, r) || synonym(h, r))); }
  // Pairs of lengths (hypothesis, reference) of the paraphrases at a place, with their costs.
  std::vector<std::tuple<int, int, double>> phrases_at(const Words& hyp, std::size_t h, std::size_t r) const {
    std::vector<std::tuple<int, int, double>> found;
    for (const auto& [from, to, cost] : phrases)
      if (r + from.size() <= ref.size() && h + to.size() <= hyp.size() &&
          std::equal(from.begin(), from.end(), ref.begin() + static_cast<std::ptrdiff_t>(r)) &&
          std::equal(to.begin(), to.end(), hyp.begin() + static_cast<std::ptrdiff_t>(h)))
        found.emplace_back(to.size(), from.size(), cost);
    return found;
  }
};

// The edits of one order of the words: every cell reaches on to its neighbours, column by column; the first
// of equal costs stays.
Result edits(const Problem& p, const Words& hyp) {
  const std::size_t n = hyp.size(), m = p.ref.size();
  std::vector<std::vector<double>> table(n + 1, std::vector<double>(m + 1, -1.0));
  std::vector<std::vector<Step>> from(n + 1, std::vector<Step>(m + 1));
  const auto reach = [&](std::size_t j, std::size_t i, double cost, Step step) {
    if (table[j][i] >= 0 && cost >= table[j][i]) return false;
    table[j][i] = cost;
    from[j][i] = step;
    return true;
  };
  table[0][0] = 0;
  double best = 1e300;
  int first = 0, last = 0;
  for (std::size_t j = 0; j <= n; ++j) {
    const double limit = best + p.beam;
    int last_here = last, next_first = -1;
    best = 1e300, last = -1;
    for (int row = first; row <= static_cast<int>(m); ++row) {
      const auto i = static_cast<std::size_t>(row);
      if (j < n && row > last_here) break;
      const double score = table[j][i];
      if (score < 0 || (j < n && score > limit)) continue;
      if (next_first < 0) next_first = row;
      last = row + 1;
      if (i < m && j < n) {
        std::vector<std::pair<char, double>> ways{{'S', p.costs[3]}};
        if (hyp[j] == p.ref[i]) ways = {{' ', p.costs[0]}};
        if (hyp[j] != p.ref[i] && p.stem(hyp[j], p.ref[i])) ways.emplace_back('T', p.costs[4]);
        if (hyp[j] != p.ref[i] && p.synonym(hyp[j], p.ref[i])) ways.emplace_back('Y', p.costs[5]);
        for (const auto& [edit, cost] : ways) {
          reach(j + 1, i + 1, score + cost, {edit, 1, 1});
          best = std::min(best, score + cost);
        }
      }
      for (const auto& [h, r, cost] : p.phrases_at(hyp, j, i))
        reach(j + static_cast<std::size_t>(h), i + static_cast<std::size_t>(r), score + cost, {'P', h, r});
      if (j < n) reach(j + 1, i, score + p.costs[1], {'I', 1, 0});
      if (i < m && reach(j, i + 1, score + p.costs[2], {'D', 0, 1})) last_here = std::max(last_here, row + 1);
    }
    first = std::max(next_first, 0);
  }
  Result result{table[n][m], {}};
  for (std::size_t j = n, i = m; i > 0 || j > 0;) {
    const Step step = from[j][i];
    result.path.insert(result.path.begin(), step);
    j -= static_cast<std::size_t>(step.hyp), i -= static_cast<std::size_t>(step.ref);
  }
  return result;
}

// Where the words stand, by an edit script.
struct Places {
  std::vector<bool> hyp_wrong, ref_wrong;
  std::vector<int> hyp_to_ref, ref_to_hyp;

  Places(const Result& result) {
    int h = -1, r = -1;
    for (const Step& step : result.path) {
      const int to_ref = step.ref > 0 ? r + 1 : r, to_hyp = step.hyp > 0 ? h + 1 : h;
      for (int k = 0; k < step.hyp; ++k, ++h)
        hyp_wrong.push_back(step.edit != ' '), hyp_to_ref.push_back(to_ref);
      for (int k = 0; k < step.ref; ++k, ++r)
        ref_wrong.push_back(step.edit != ' '), ref_to_hyp.push_back(to_hyp);
    }
  }
};

using Shift = std::tuple<int, int, int>;  // first word, last word, and the place it goes behind

struct Gathering {
  const Problem& p;
  const Words& hyp;
  const Places& places;
  std::vector<std::set<Shift>> found;

  void extend(int h0, int r0, int h_length, int r_length) {
    for (; h_length < p.max_size; ++h_length, ++r_length) {
      const int h = h0 + h_length, r = r0 + r_length;
      if (h >= static_cast<int>(hyp.size()) || r >= static_cast<int>(p.ref.size())) return;
      if (p.shifts == 3) {
        const auto last = static_cast<int>(hyp.size()) - 1;
        const int low = places.hyp_to_ref[static_cast<std::size_t>(std::max(0, h - p.max_distance))];
        const int high = places.hyp_to_ref[static_cast<std::size_t>(std::min(last, h + p.max_distance))];
        if (r >= low && r <= high)
          for (const auto& [hs, rs, cost] :
               p.phrases_at(hyp, static_cast<std::size_t>(h), static_cast<std::size_t>(r)))
            extend(h0, r0, h_length + hs, r_length + rs);
      }
      if (!p.related(hyp[static_cast<std::size_t>(h)], p.ref[static_cast<std::size_t>(r)])) return;
      add(h0, h, r0, r);
    }
  }

  void add(int h0, int h1, int r0, int r1) {
    bool wrong_hyp = false, wrong_ref = false, content_hyp = false, content_ref = false;
    for (auto h = static_cast<std::size_t>(h0); h <= static_cast<std::size_t>(h1); ++h) {
      wrong_hyp = wrong_hyp || places.hyp_wrong[h];
      content_hyp = content_hyp || p.stop_words[static_cast<std::size_t>(hyp[h])] == 0;
    }
    for (auto r = static_cast<std::size_t>(r0); r <= static_cast<std::size_t>(r1); ++r) {
      wrong_ref = wrong_ref || places.ref_wrong[r];
      content_ref = content_ref || p.stop_words[static_cast<std::size_t>(p.ref[r])] == 0;
    }
    if (!wrong_hyp || !wrong_ref || !content_hyp || !content_ref) return;
    const int to = places.ref_to_hyp[static_cast<std::size_t>(r0)];
    if ((to >= h0 && to <= h1) || to - h0 > p.max_distance || h0 - to > p.max_distance) return;
    const int longer = std::min(std::max(h1 - h0, r1 - r0), static_cast<int>(found.size()) - 1);
    for (int offset = -1; offset <= h1 - h0; ++offset) {
      const int r = r0 + offset;
      if (r >= static_cast<int>(p.ref.size())) continue;
      const int target = r < 0 ? -1 : places.ref_to_hyp[static_cast<std::size_t>(r)];
      if (r < 0 || (target != h0 && (offset == 0 || target != to)))
        found[static_cast<std::size_t>(longer)].emplace(h0, h1, target);
    }
  }
};

Words moved(const Words& words, const Shift& shift) {
  const auto [start, end, behind] = shift;
  Words rest, phrase(words.begin() + start, words.begin() + end + 1);
  for (int k = 0; k < static_cast<int>(words.size()); ++k)
    if (k < start || k > end) rest.push_back(words[static_cast<std::size_t>(k)]);
  int place = behind + 1;  // before the phrase
  if (behind > end)
    place = behind + 1 - (end - start + 1);  // behind it
  else if (behind >= start)
    place = behind;  // inside: as many places on
  place = std::min(place, static_cast<int>(rest.size()));
  rest.insert(rest.begin() + place, phrase.begin(), phrase.end());
  return rest;
}

}  // namespace

std::vector<double> terp(const Words& hyp, const Words& ref, const Words& stems, const Words& synonyms,
                         const std::vector<int>& stop_words, const std::vector<TerpPhrase>& phrases,
                         const TerpCosts& costs, double beam, int shifts, int max_size, int max_distance) {
  const Problem p{ref, stems, synonyms, stop_words, phrases, costs, beam, shifts, max_size, max_distance};
  Words words = hyp;
  Result now = edits(p, words);
  double shift_costs = 0, n_shifts = 0, n_shifted = 0;
  while (shifts > 0 && !hyp.empty() && !ref.empty()) {
    const Places places(now);
    Gathering gathering{p, words, places,
                        std::vector<std::set<Shift>>(static_cast<std::size_t>(max_size) + 1)};
    for (int r = 0; r < static_cast<int>(ref.size()); ++r)
      for (int h = 0; h < static_cast<int>(words.size()); ++h) gathering.extend(h, r, 0, 0);
    double best = now.cost, best_shift = 0;
    Shift chosen{};
    bool found = false, enough = false;
    for (std::size_t size = gathering.found.size(); size-- > 0 && !enough;)
      for (const Shift& shift : gathering.found[size]) {
        const double saved = now.cost - (best_shift + best), most = 2.0 * static_cast<double>(size + 1);
        enough = saved > most || (best_shift != 0 && saved == most);
        if (enough) break;
        const double cost = edits(p, moved(words, shift)).cost;
        const double gain = (best + best_shift) - (cost + costs[6]);
        if (gain > 0 || (best_shift == 0 && gain == 0))
          found = true, chosen = shift, best = cost, best_shift = costs[6];
      }
    if (!found) break;
    words = moved(words, chosen);
    now = edits(p, words);
    shift_costs += costs[6], n_shifts += 1, n_shifted += std::get<1>(chosen) - std::get<0>(chosen) + 1;
  }
  std::vector<double> row{now.cost + shift_costs};
  for (const char edit : std::string("IDSTYP"))
    row.push_back(static_cast<double>(std::count_if(now.path.begin(), now.path.end(),
                                                    [&](const Step& step) { return step.edit == edit; })));
  row.push_back(n_shifts), row.push_back(n_shifted);
  return row;
}

}  // namespace reference
