#include "networks/details/network_search.h"

#include <string>

#include "base/parallel.h"

namespace core {
namespace {

// Where dp computes more cells than this, astar may try first: as many nodes as take about the same time.
constexpr double kManyCells = 1e6;
constexpr double kCellsOfNode = 3000;
constexpr std::int64_t kLongestPath = 1 << 22;

// Which cards of the plan are worth a matrix, and how many cells all of it takes.
double plan_work(const Plan& plan, const Window& window, double n, std::vector<std::uint8_t>& matrices) {
  double steps = 0;
  for (const auto& row : window.steps) steps += static_cast<double>(row.size());
  const double cells = static_cast<double>(window.size()) * (n + 1);
  const double per_state = cells + static_cast<double>(window.removals.size()) * n;
  const double per_token = cells + steps * n, per_matrix = cells * cells / 2;
  std::vector<double> uses(plan.size()), run(plan.size());
  uses[0] = 1;
  for (std::size_t c = 0; c < plan.size(); ++c)
    for (std::int32_t s = plan.first_states[c]; s < plan.first_states[c + 1]; ++s)
      for (const Plan::Arc& arc : plan.arcs_of(s))
        if (arc.label < 0 && arc.label != Cards::kNothing)
          uses[static_cast<std::size_t>(-1 - arc.label)] += uses[c];
  matrices.assign(plan.size(), 0);
  double built = 0;
  for (std::size_t c = plan.size(); c-- > 0;) {
    for (std::int32_t s = plan.first_states[c]; s < plan.first_states[c + 1]; ++s) {
      run[c] += per_state;
      for (const Plan::Arc& arc : plan.arcs_of(s)) {
        const bool is_card = arc.label < 0 && arc.label != Cards::kNothing;
        const auto used = static_cast<std::size_t>(is_card ? -1 - arc.label : 0);
        run[c] += !is_card ? per_token : matrices[used] ? per_matrix : run[used];
      }
    }
    if (c > 0 && uses[c] * run[c] > cells * run[c] + uses[c] * per_matrix) {
      matrices[c] = 1;
      built += cells * run[c];
    }
  }
  return run[0] + built;
}

SearchBounds bounds_of(std::int64_t n, const Network& network, const Window& window) {
  const Plan& plan = network.plan;
  const std::int64_t shortest = plan.shortest[static_cast<std::size_t>(plan.start(0))];
  if (shortest > kLongestPath || n > kLongestPath)
    throw std::overflow_error("a text or the shortest path of a network has more than 4 million words");
  SearchBounds bounds;
  bounds.edits = plan.weighted ? n + (plan.cheapest + kEdit - 1) / kEdit : std::max(n, shortest);
  bounds.scale = n + bounds.edits + 2;
  bounds.work = plan_work(plan, window, static_cast<double>(n), bounds.matrices);
  return bounds;
}

std::int64_t run_dp(Tokens hypothesis, const SearchInput& input, const SearchBounds& bounds,
                    ClosestPath& path) {
  if (bounds.work > input.options.limit) throw too_large(hypothesis.size(), input.window);
  return search_dp(hypothesis, input, bounds, path);
}

// Good translations are found by looking at few nodes, whatever the size of the network; for others dp is
// faster.
std::int64_t run_either(Tokens hypothesis, const SearchInput& input, const SearchBounds& bounds,
                        ClosestPath& path) {
  if (bounds.work > kManyCells) {
    try {
      return search_astar(hypothesis, input, bounds,
                          std::min(bounds.work, input.options.limit) / kCellsOfNode, path);
    } catch (const std::overflow_error&) {
      path = {};
    }
  }
  return run_dp(hypothesis, input, bounds, path);
}

ClosestPath search(Tokens hypothesis, const SearchInput& input) {
  ClosestPath path;
  const SearchOptions& options = input.options;
  const SearchBounds bounds =
      bounds_of(static_cast<std::int64_t>(hypothesis.size()), input.network, input.window);
  const std::int64_t weights = options.engine == SearchEngine::dp ? run_dp(hypothesis, input, bounds, path)
                               : options.engine == SearchEngine::astar
                                   ? search_astar(hypothesis, input, bounds, options.limit / 1000, path)
                                   : run_either(hypothesis, input, bounds, path);
  align(hypothesis, (path.cost - weights) / kEdit, input.window, options.move_cost, path);
  return path;
}

}  // namespace

std::overflow_error too_large(std::size_t words, const Window& window) {
  return std::overflow_error("the network is too large for a hypothesis of " + std::to_string(words) +
                             " words with a window of " + std::to_string(window.width));
}

ClosestPath closest_path(Tokens hypothesis, const Network& network, const Texts& words,
                         const SearchOptions& options) {
  const Window window(options.window, options.move_cost);
  return search(hypothesis, {network, words, options, window});
}

Table network_statistics(const Batch& batch, std::span<const std::int32_t> hypotheses,
                         std::span<const Network* const> networks, const Texts& words,
                         const SearchOptions& options, int threads) {
  check(batch, "batch");
  check(words, "words");
  if (hypotheses.size() != networks.size())
    throw std::invalid_argument("there must be one network for each hypothesis");
  for (const std::int32_t row : hypotheses)
    if (row < 0 || static_cast<std::size_t>(row) >= batch.size())
      throw std::invalid_argument("a hypothesis is not a row of the batch");
  const Window window(options.window, options.move_cost);
  Table table(hypotheses.size(), 6);
  parallel_for(hypotheses.size(), threads, [&] {
    return [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const SearchInput input{*networks[i], words, options, window};
        const ClosestPath path = search(batch[static_cast<std::size_t>(hypotheses[i])], input);
        double* const row = table.row(i);
        row[0] = static_cast<double>(path.cost) / static_cast<double>(kEdit);
        row[1] = static_cast<double>(path.tokens.size());
        row[2] = static_cast<double>(path.extra);
        row[3] = static_cast<double>(path.missing);
        row[4] = static_cast<double>(path.substitutions);
        row[5] = static_cast<double>(path.moves);
      }
    };
  });
  return table;
}

}  // namespace core
