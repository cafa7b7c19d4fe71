#include "networks/network.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace core {
namespace {

constexpr std::int64_t kFar = std::int64_t{1} << 40;
constexpr double kHeaviest = 10'000;

[[noreturn]] void refuse(const std::string& what) { throw std::invalid_argument("network: " + what); }

void check_layout(const NetworkArrays& in) {
  check(in.words, "words of the network");
  check(in.paths, "plain references");
  if (in.first_states.empty()) {
    if (in.paths.size() == 0) refuse("there is neither a card nor a plain reference");
    if (!in.final.empty() || !in.labels.empty()) refuse("there are states but no cards");
    return;
  }
  const auto n_states = static_cast<std::int64_t>(in.final.size());
  if (in.first_states.size() < 2 || in.first_states[0] != 0 || in.first_states.back() != n_states)
    refuse("first_states must start at 0 and end at the number of states");
  for (std::size_t c = 0; c + 1 < in.first_states.size(); ++c)
    if (in.first_states[c] >= in.first_states[c + 1]) refuse("every card needs a state");
  if (in.arc_offsets.size() != in.final.size() + 1)
    refuse("arc_offsets must have one entry more than states");
  check_offsets(in.arc_offsets, in.labels.size(), "arc_offsets");
  if (in.targets.size() != in.labels.size() || in.weights.size() != in.labels.size())
    refuse("labels, targets and weights must have the same length");
  for (const double w : in.weights)
    if (!(w >= 0 && w <= kHeaviest)) refuse("weights must lie between 0 and 10000");
}

// Lays out states and arcs one after the other while cards are read.
struct CardWriter {
  Cards out;

  void begin_state(bool final) {
    out.final.push_back(final ? 1 : 0);
    out.arc_offsets.push_back(static_cast<std::int64_t>(out.arcs.size()));
  }
  std::int32_t n_states() const { return static_cast<std::int32_t>(out.final.size()); }
};

struct WordArc {
  Tokens tokens;
  std::int32_t target;  // number before states were put in between
  std::int64_t weight;
};

class CardReader {
 public:
  explicit CardReader(const NetworkArrays& in) : in_(in) {}

  Cards read() {
    const bool only_paths = in_.first_states.empty();
    const std::size_t n_cards = only_paths ? 1 : in_.first_states.size() - 1;
    number_states(only_paths ? 1 : in_.first_states[1]);
    for (std::size_t c = 0; c < n_cards; ++c) {
      writer_.out.first_states.push_back(writer_.n_states());
      const std::int32_t first = only_paths ? 0 : in_.first_states[c];
      const std::int32_t end = only_paths ? 1 : in_.first_states[c + 1];
      for (std::int32_t s = first; s < end; ++s) write_state(s, c, s == first, end);
      if (c == 0 && extra_) writer_.begin_state(true);
    }
    writer_.out.first_states.push_back(writer_.n_states());
    writer_.out.arc_offsets.push_back(static_cast<std::int64_t>(writer_.out.arcs.size()));
    return std::move(writer_.out);
  }

 private:
  std::span<const std::int32_t> tokens_of(std::size_t arc) const {
    return in_.words[static_cast<std::size_t>(in_.labels[arc])];
  }

  // States between the tokens of one arc come right after the state where the arc starts; the end of the
  // plain references comes last in the root.
  void number_states(std::int32_t root_end) {
    extra_ = in_.paths.size() > 0;
    const std::size_t n = in_.first_states.empty() ? 1 : in_.final.size();
    new_number_.resize(n);
    std::int64_t next = 0;
    for (std::size_t s = 0; s < n; ++s) {
      if (s == static_cast<std::size_t>(root_end)) {
        end_of_paths_ = static_cast<std::int32_t>(next);
        next += extra_ ? 1 : 0;
      }
      new_number_[s] = static_cast<std::int32_t>(next++);
      if (!in_.first_states.empty())
        for (auto a = static_cast<std::size_t>(in_.arc_offsets[s]);
             a < static_cast<std::size_t>(in_.arc_offsets[s + 1]); ++a) {
          const std::int32_t label = in_.labels[a];
          if (label >= 0) {
            if (static_cast<std::size_t>(label) >= in_.words.size())
              refuse("label " + std::to_string(label) + " is not a word");
            next += between(tokens_of(a).size());
          }
        }
      if (s == 0)
        for (std::size_t p = 0; p < in_.paths.size(); ++p) next += between(in_.paths[p].size());
      if (next > std::numeric_limits<std::int32_t>::max() / 2) refuse("it has too many states");
    }
    if (static_cast<std::size_t>(root_end) == n) end_of_paths_ = static_cast<std::int32_t>(next);
  }

  static std::int64_t between(std::size_t tokens) {
    return tokens > 1 ? static_cast<std::int64_t>(tokens) - 1 : 0;
  }

  void write_state(std::int32_t state, std::size_t card, bool is_start, std::int32_t end) {
    const bool only_paths = in_.first_states.empty();
    const auto s = static_cast<std::size_t>(state);
    std::vector<Cards::Arc> own;
    std::vector<WordArc> chains;
    const auto add = [&](Tokens tokens, std::int32_t target, std::int64_t weight) {
      if (tokens.size() > 1)
        chains.push_back({tokens, target, weight});
      else
        own.push_back({tokens.empty() ? Cards::kNothing : tokens[0], target, weight});
    };
    bool final = !only_paths && in_.final[s] != 0;
    if (!only_paths)
      for (auto a = static_cast<std::size_t>(in_.arc_offsets[s]);
           a < static_cast<std::size_t>(in_.arc_offsets[s + 1]); ++a) {
        const std::int32_t label = in_.labels[a], target = in_.targets[a];
        if (target <= state || target >= end) refuse("an arc must lead to a higher state of the same card");
        const auto weight =
            static_cast<std::int64_t>(std::llround(in_.weights[a] * static_cast<double>(kEdit)));
        if (label >= 0) {
          add(tokens_of(a), new_number_[static_cast<std::size_t>(target)], weight);
          continue;
        }
        const std::int64_t used = -1 - static_cast<std::int64_t>(label);
        if (used <= static_cast<std::int64_t>(card) ||
            used + 1 >= static_cast<std::int64_t>(in_.first_states.size()))
          refuse("a card may only use cards of higher numbers");
        own.push_back({label, new_number_[static_cast<std::size_t>(target)], weight});
      }
    if (card == 0 && is_start)
      for (std::size_t p = 0; p < in_.paths.size(); ++p) {
        if (in_.paths[p].empty())
          final = true;
        else
          add(in_.paths[p], end_of_paths_, 0);
      }
    write(final, std::move(own), chains);
  }

  void write(bool final, std::vector<Cards::Arc>&& own, const std::vector<WordArc>& chains) {
    std::int32_t next = writer_.n_states() + 1;
    for (const WordArc& chain : chains) {
      own.push_back({chain.tokens[0], next, chain.weight});
      next += static_cast<std::int32_t>(chain.tokens.size()) - 1;
    }
    writer_.begin_state(final);
    writer_.out.arcs.insert(writer_.out.arcs.end(), own.begin(), own.end());
    for (const WordArc& chain : chains)
      for (std::size_t i = 1; i < chain.tokens.size(); ++i) {
        writer_.begin_state(false);
        const bool last = i + 1 == chain.tokens.size();
        writer_.out.arcs.push_back({chain.tokens[i], last ? chain.target : writer_.n_states(), 0});
      }
  }

  const NetworkArrays& in_;
  CardWriter writer_;
  std::vector<std::int32_t> new_number_;
  bool extra_ = false;
  std::int32_t end_of_paths_ = 0;
};

// Writes small cards, and those used once, into the cards around them. A stack of its own, because cards may
// be nested deeper than calls.
class PlanWriter {
 public:
  PlanWriter(const Cards& cards, std::size_t small) : cards_(cards), small_(small), kept_(cards.size(), -1) {}

  Plan write() {
    choose();
    for (std::size_t c = 0; c < cards_.size(); ++c)
      if (kept_[c] >= 0) write_card(static_cast<std::int32_t>(c));
    plan_.first_states.push_back(static_cast<std::int32_t>(plan_.final.size()));
    plan_.arc_offsets.push_back(static_cast<std::int64_t>(plan_.arcs.size()));
    measure();
    return std::move(plan_);
  }

 private:
  struct Frame {
    std::int32_t card, state;  // the state whose arcs are being written
    std::size_t arc;           // the next of them
    std::int32_t after;        // the plan's state to go to at the end, -1 in a card that is kept
    std::int32_t occurrence;
    std::int64_t weight;  // of the arc that leads here
    std::vector<std::int32_t> numbers;
    std::vector<Plan::Arc> pending;
  };

  void choose() {
    const std::size_t n = cards_.size();
    std::vector<std::int64_t> uses(n);
    std::vector<std::size_t> expanded(n);
    std::vector<std::uint8_t> reached(n);
    reached[0] = 1;
    for (std::size_t c = 0; c < n; ++c) {
      if (!reached[c]) continue;
      for (std::int32_t s = cards_.first_states[c]; s < cards_.first_states[c + 1]; ++s)
        for (const Cards::Arc& arc : cards_.arcs_of(s))
          if (arc.label < 0 && arc.label != Cards::kNothing) {
            const auto used = static_cast<std::size_t>(-1 - arc.label);
            ++uses[used];
            reached[used] = 1;
          }
    }
    std::int32_t n_kept = 0;
    std::vector<std::uint8_t> keep(n);
    for (std::size_t c = n; c-- > 0;) {
      if (!reached[c]) continue;
      for (std::int32_t s = cards_.first_states[c]; s < cards_.first_states[c + 1]; ++s)
        for (const Cards::Arc& arc : cards_.arcs_of(s)) {
          const bool is_card = arc.label < 0 && arc.label != Cards::kNothing;
          const auto used = static_cast<std::size_t>(is_card ? -1 - arc.label : 0);
          expanded[c] += is_card && !keep[used] ? expanded[used] + 1 : 1;
        }
      keep[c] = c == 0 || (uses[c] > 1 && expanded[c] > small_);
    }
    for (std::size_t c = 0; c < n; ++c)
      if (keep[c]) kept_[c] = n_kept++;
  }

  std::int32_t n_states() const { return static_cast<std::int32_t>(plan_.final.size()); }

  Frame open(std::int32_t card, std::int32_t after, std::int32_t parent, std::int64_t weight) {
    const auto c = static_cast<std::size_t>(card);
    const std::int32_t first = cards_.first_states[c], end = cards_.first_states[c + 1];
    plan_.occurrences.push_back({parent, card});
    return {card,
            end - 1,
            0,
            after,
            static_cast<std::int32_t>(plan_.occurrences.size()) - 1,
            weight,
            std::vector<std::int32_t>(static_cast<std::size_t>(end - first)),
            {}};
  }

  void write_card(std::int32_t card) {
    plan_.first_states.push_back(n_states());
    std::vector<Frame> stack;
    stack.push_back(open(card, -1, -1, 0));
    while (!stack.empty()) {
      Frame& top = stack.back();
      const std::int32_t first = cards_.first_states[static_cast<std::size_t>(top.card)];
      const auto arcs = cards_.arcs_of(top.state);
      if (top.arc < arcs.size()) {
        const Cards::Arc& arc = arcs[top.arc++];
        const std::int32_t target = top.numbers[static_cast<std::size_t>(arc.target - first)];
        const bool is_card = arc.label < 0 && arc.label != Cards::kNothing;
        if (is_card && kept_[static_cast<std::size_t>(-1 - arc.label)] < 0) {
          stack.push_back(open(-1 - arc.label, target, top.occurrence, arc.weight));
          continue;
        }
        const std::int32_t label = is_card ? -1 - kept_[static_cast<std::size_t>(-1 - arc.label)] : arc.label;
        top.pending.push_back({label, target, top.occurrence, arc.weight});
        continue;
      }
      finish_state(stack, first);
    }
  }

  // All arcs of the top frame's state are known: give it a number, or hand them to the state where the card
  // is used.
  void finish_state(std::vector<Frame>& stack, std::int32_t first) {
    Frame& top = stack.back();
    const bool final = cards_.final[static_cast<std::size_t>(top.state)] != 0;
    const bool is_start = top.state == first;
    auto& number = top.numbers[static_cast<std::size_t>(top.state - first)];
    if (final && top.after >= 0 && top.pending.empty() && !is_start) {
      number = top.after;
    } else {
      if (final && top.after >= 0) top.pending.push_back({Cards::kNothing, top.after, top.occurrence, 0});
      if (is_start && top.after >= 0) {
        for (Plan::Arc& arc : top.pending) arc.weight += top.weight;
        const std::vector<Plan::Arc> arcs = std::move(top.pending);
        stack.pop_back();
        auto& around = stack.back().pending;
        around.insert(around.end(), arcs.begin(), arcs.end());
        return;
      }
      number = n_states();
      plan_.final.push_back(final && top.after < 0 ? 1 : 0);
      plan_.arc_offsets.push_back(static_cast<std::int64_t>(plan_.arcs.size()));
      plan_.arcs.insert(plan_.arcs.end(), top.pending.begin(), top.pending.end());
    }
    top.pending.clear();
    top.arc = 0;
    if (is_start)
      stack.pop_back();
    else
      --top.state;
  }

  void measure() {
    const std::size_t n = plan_.final.size();
    plan_.shortest.assign(n, kFar);
    plan_.longest.assign(n, -1);
    std::vector<std::int64_t> cheapest(n, kFar * kEdit);
    for (std::size_t c = plan_.size(); c-- > 0;)
      for (std::int32_t state = plan_.first_states[c]; state < plan_.first_states[c + 1]; ++state) {
        const auto s = static_cast<std::size_t>(state);
        if (plan_.final[s]) plan_.shortest[s] = plan_.longest[s] = cheapest[s] = 0;
        for (const Plan::Arc& arc : plan_.arcs_of(state)) {
          const auto [low, high] = lengths(arc);
          const auto t = static_cast<std::size_t>(arc.target);
          if (high < 0 || plan_.longest[t] < 0) continue;
          plan_.shortest[s] = std::min(plan_.shortest[s], plan_.shortest[t] + low);
          plan_.longest[s] = std::min(kFar, std::max(plan_.longest[s], plan_.longest[t] + high));
          plan_.weighted = plan_.weighted || arc.weight > 0;
          const bool is_card = arc.label < 0 && arc.label != Cards::kNothing;
          const std::int64_t inside =
              is_card
                  ? cheapest[static_cast<std::size_t>(plan_.start(static_cast<std::size_t>(-1 - arc.label)))]
                  : low * kEdit;
          cheapest[s] = std::min(cheapest[s], cheapest[t] + inside + arc.weight);
        }
      }
    const auto start = static_cast<std::size_t>(plan_.start(0));
    if (plan_.longest[start] < 0) refuse("it has no path");
    plan_.cheapest = cheapest[start];
    plan_.shortest_before.assign(start + 1, kFar);
    plan_.longest_before.assign(start + 1, -1);
    plan_.shortest_before[start] = plan_.longest_before[start] = 0;
    for (std::size_t s = start + 1; s-- > 0;) {
      if (plan_.longest_before[s] < 0) continue;
      for (const Plan::Arc& arc : plan_.arcs_of(static_cast<std::int32_t>(s))) {
        const auto [low, high] = lengths(arc);
        const auto t = static_cast<std::size_t>(arc.target);
        if (high < 0) continue;
        plan_.shortest_before[t] = std::min(plan_.shortest_before[t], plan_.shortest_before[s] + low);
        plan_.longest_before[t] =
            std::min(kFar, std::max(plan_.longest_before[t], plan_.longest_before[s] + high));
      }
    }
  }

  // Fewest and most tokens that an arc reads; most is -1 where its card has no path.
  std::pair<std::int64_t, std::int64_t> lengths(const Plan::Arc& arc) const {
    if (arc.label >= 0) return {1, 1};
    if (arc.label == Cards::kNothing) return {0, 0};
    const auto start = static_cast<std::size_t>(plan_.start(static_cast<std::size_t>(-1 - arc.label)));
    return {plan_.shortest[start], plan_.longest[start]};
  }

  const Cards& cards_;
  std::size_t small_;
  std::vector<std::int32_t> kept_;  // number in the plan, -1 for cards that are written out
  Plan plan_;
};

}  // namespace

Network make_network(const NetworkArrays& arrays, int small) {
  check_at_least(small, 0, "small");
  check_layout(arrays);
  Network network;
  network.cards = CardReader(arrays).read();
  network.plan = PlanWriter(network.cards, static_cast<std::size_t>(small)).write();
  return network;
}

}  // namespace core
