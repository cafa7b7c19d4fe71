// Networks: arrays with any numbers in them are refused or searched; small ones of any legal shape are
// searched by both engines as their twin does, which looks at all strings and all orders.
#include "networks/network.h"

#include <algorithm>

#include "fuzz/input.h"
#include "reference/networks/network.h"

namespace {

constexpr int kWords = 4;

core::OwnedTexts names(int n) {
  core::OwnedTexts texts;
  for (int i = 0; i < n; ++i) texts.add(std::string(1, static_cast<char>('a' + i)));
  return texts;
}

struct Arrays {
  std::vector<std::int32_t> first_states, labels, targets;
  std::vector<std::uint8_t> final;
  std::vector<std::int64_t> arc_offsets;
  std::vector<double> weights;
};

core::SearchOptions options_of(fuzz::Input& input, core::SearchEngine engine) {
  core::SearchOptions options;
  options.window = 1 + input.below(5);
  options.move_cost = static_cast<core::MoveCost>(input.below(3));
  options.engine = engine;
  options.limit = 1e7;
  return options;
}

void search_any(fuzz::Input& input) {
  Arrays a;
  a.first_states = input.numbers<std::int32_t>(4);
  a.final = input.numbers<std::uint8_t>(8);
  a.arc_offsets = input.numbers<std::int64_t>(9);
  a.labels = input.numbers<std::int32_t>(10);
  a.targets = input.numbers<std::int32_t>(10);
  for (std::size_t i = 0; i < a.labels.size(); ++i)
    a.weights.push_back(input.flag() ? input.any_double() : input.below(4));
  const core::OwnedBatch words = fuzz::laid_out(input.rows(0, 6, 3, kWords)),
                         paths = fuzz::laid_out(input.rows(0, 2, 6, kWords));
  const fuzz::Words hyp = input.words(12, kWords);
  const core::SearchOptions options = options_of(input, core::SearchEngine::either);
  const core::OwnedTexts texts = names(kWords);
  fuzz::accepted([&] {
    const core::Network network =
        core::make_network({a.first_states, a.final, a.arc_offsets, a.labels, a.targets, a.weights,
                            fuzz::view(words), fuzz::view(paths)},
                           input.below(70));
    const core::ClosestPath path = core::closest_path(hyp, network, fuzz::view(texts), options);
    DEMAND(path.tokens.size() == path.occurrences.size());
    DEMAND(path.cost >= 0);
  });
}

// A small network in which the last state of each card is final and can be reached.
Arrays shaped(fuzz::Input& input) {
  Arrays a;
  const int n_cards = 1 + input.below(4);
  a.first_states.push_back(0);
  a.arc_offsets.push_back(0);
  for (int card = 0; card < n_cards; ++card) {
    const int first = a.first_states.back(), n_states = 1 + input.below(4);
    for (int state = 0; state < n_states; ++state) {
      const int n_arcs = state + 1 < n_states ? 1 + input.below(3) : 0;
      for (int i = 0; i < n_arcs; ++i) {
        const int ahead = i == 0 ? 1 : 1 + input.below(n_states - 1 - state);
        const bool is_card = card + 1 < n_cards && input.below(5) < 2;
        a.labels.push_back(is_card ? -1 - (card + 1 + input.below(n_cards - 1 - card)) : input.below(kWords));
        a.targets.push_back(first + state + ahead);
        a.weights.push_back(input.below(4) == 0 ? 0.25 * input.below(9) : 0);
      }
      a.final.push_back(state + 1 == n_states || input.below(7) == 0 ? 1 : 0);
      a.arc_offsets.push_back(static_cast<std::int64_t>(a.labels.size()));
    }
    a.first_states.push_back(first + n_states);
  }
  return a;
}

// Whether each card has few strings at most, also those that cannot be reached: the twin looks at all.
bool has_few_strings(const Arrays& a) {
  constexpr double kMany = 200;
  std::vector<double> of_card(a.first_states.size(), 0), of_state(a.final.size(), 0);
  for (std::size_t card = a.first_states.size() - 1; card-- > 0;) {
    for (auto s = static_cast<std::size_t>(a.first_states[card + 1]);
         s-- > static_cast<std::size_t>(a.first_states[card]);) {
      of_state[s] = a.final[s];
      for (auto arc = static_cast<std::size_t>(a.arc_offsets[s]);
           arc < static_cast<std::size_t>(a.arc_offsets[s + 1]); ++arc)
        of_state[s] += of_state[static_cast<std::size_t>(a.targets[arc])] *
                       (a.labels[arc] < 0 ? of_card[static_cast<std::size_t>(-1 - a.labels[arc])] : 1);
    }
    of_card[card] = of_state[static_cast<std::size_t>(a.first_states[card])];
  }
  return std::ranges::all_of(of_card, [](double n) { return n <= kMany; });
}

void compare(fuzz::Input& input) {
  constexpr core::SearchEngine kEngines[] = {core::SearchEngine::dp, core::SearchEngine::astar,
                                             core::SearchEngine::either};
  constexpr const char* kCosts[] = {"word", "block", "free"};
  const Arrays a = shaped(input);
  const fuzz::Words hyp = input.words(5, kWords + 1);
  core::SearchOptions options = options_of(input, core::SearchEngine::dp);
  const int small = input.flag() ? 64 : input.below(4);
  std::vector<fuzz::Words> own;
  for (std::int32_t w = 0; w < kWords; ++w) own.push_back({w});
  const core::OwnedBatch words = fuzz::laid_out(own), paths;
  const core::OwnedTexts texts = names(kWords + 1);
  const core::Network network =
      core::make_network({a.first_states, a.final, a.arc_offsets, a.labels, a.targets, a.weights,
                          fuzz::view(words), fuzz::view(paths)},
                         small);
  std::vector<core::ClosestPath> found;
  for (const core::SearchEngine engine : kEngines) {
    options.engine = engine;
    found.push_back(core::closest_path(hyp, network, fuzz::view(texts), options));
    DEMAND(found.back().cost == found[0].cost && found.back().tokens == found[0].tokens);
    DEMAND(found.back().moves == found[0].moves);
  }
  if (!has_few_strings(a)) return;
  const auto ints = [](const auto& values) { return std::vector<int>(values.begin(), values.end()); };
  const reference::ClosestPath expected = reference::closest_path(
      hyp, {ints(a.first_states), ints(a.final), ints(a.arc_offsets), a.labels, a.targets, a.weights},
      options.window, kCosts[static_cast<std::size_t>(options.move_cost)]);
  DEMAND(
      fuzz::is_close(static_cast<double>(found[0].cost) / static_cast<double>(core::kEdit), expected.cost));
  DEMAND(found[0].tokens == expected.words);
  DEMAND(found[0].moves == expected.moves);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  if (input.below(3) == 0)
    search_any(input);
  else
    compare(input);
  return 0;
}
