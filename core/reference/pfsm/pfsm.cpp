#include "reference/pfsm/pfsm.h"

#include <algorithm>
#include <cmath>
#include <compare>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

namespace reference {

namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();
enum State {
  kStart,
  kRemove,
  kInsert,
  kWord,
  kLemma,
  kPunctuation,
  kSynonym,
  kFunction,
  kBeginning,
  kParaphrase11,
  kParaphrase12,
  kParaphrase21,
  kParaphrase22,
  kWord2,
  kLemma2,
  kPunctuation2,
  kJump1,
  kJump2,
  kJump3,
  kReferenceJump1,
  kReferenceJump2,
  kReferenceJump3,
  kStates
};
enum Mode { kNormal, kAheadInHyp, kGapInHyp, kAheadInRef, kGapInRef };

int ref_words(int state) {
  return state == kParaphrase21 || (state >= kParaphrase22 && state < kJump1) ? 2 : 1;
}
int hyp_words(int state) {
  return state == kParaphrase12 || (state >= kParaphrase22 && state < kJump1) ? 2 : 1;
}
bool is_single(int state) { return state >= kWord && state <= kParaphrase11; }

// All that decides what may come next.
struct Configuration {
  int mode = kNormal, ref = 0, hyp = 0, start = 0, landing = 0, end = 0, seen = 0, state = kStart;
  auto operator<=>(const Configuration&) const = default;
};

struct Move {
  Configuration to;
  double weight;
  int transition, relation, substitution;  // relation and substitution: -1 for none
};

double add_logs(double a, double b) {
  if (a < b) std::swap(a, b);
  return b == kNever ? a : a + std::log1p(std::exp(b - a));
}

class Machine {
 public:
  explicit Machine(const EditProblem& problem) : p_(problem) {}

  bool is_end(const Configuration& c) const {
    return c.mode == kNormal && c.ref == p_.ref_length && c.hyp == p_.hyp_length;
  }

  std::vector<Move> moves(const Configuration& c) const {
    std::vector<Move> found;
    if (c.mode == kGapInHyp && c.hyp == c.landing) {
      jump(c, kJump3, {kNormal, c.ref, c.end, 0, 0, 0, 0, kJump3}, found);
      return found;
    }
    if (c.mode == kGapInRef && c.ref == c.landing) {
      jump(c, kReferenceJump3, {kNormal, c.end, c.hyp, 0, 0, 0, 0, kReferenceJump3}, found);
      return found;
    }
    const bool landed = c.state == kJump1 || c.state == kReferenceJump1;
    if (!landed && !(c.mode == kGapInRef && c.seen == 0)) edit(c, kRemove, 1, 0, -1, found);
    if (!landed && !(c.mode == kGapInHyp && c.seen == 0)) edit(c, kInsert, 0, 1, -1, found);
    for (std::size_t s = 0; s < p_.substitutions.size(); ++s) {
      const auto& [ref, hyp, state] = p_.substitutions[s];
      if (ref == c.ref && hyp == c.hyp)
        edit(c, state, ref_words(state), hyp_words(state), static_cast<int>(s), found);
    }
    if (c.mode == kAheadInHyp && !landed)
      jump(c, kJump2, {kGapInHyp, c.ref, c.start, c.start, c.landing, c.hyp, 0, kJump2}, found);
    if (c.mode == kAheadInRef && !landed)
      jump(c, kReferenceJump2, {kGapInRef, c.start, c.hyp, c.start, c.landing, c.ref, 0, kReferenceJump2},
           found);
    if (c.mode == kNormal) {
      for (int g = 1; p_.over_hypothesis && g <= p_.max_jump && c.hyp + g < p_.hyp_length; ++g)
        jump(c, kJump1, {kAheadInHyp, c.ref, c.hyp + g, c.hyp, c.hyp + g, 0, 0, kJump1}, found);
      for (int g = 1; p_.over_reference && g <= p_.max_jump && c.ref + g < p_.ref_length; ++g)
        jump(c, kReferenceJump1, {kAheadInRef, c.ref + g, c.hyp, c.ref, c.ref + g, 0, 0, kReferenceJump1},
             found);
    }
    return found;
  }

 private:
  double transition(int from, int to) const {
    return p_.transitions[static_cast<std::size_t>(from * kStates + to)];
  }

  void jump(const Configuration& from, int state, const Configuration& to, std::vector<Move>& found) const {
    found.push_back({to, transition(from.state, state), from.state * kStates + state, -1, -1});
  }

  int code(const std::vector<int>& relations, int word) const {
    return word > 0 && word < static_cast<int>(relations.size()) ? relations[static_cast<std::size_t>(word)]
                                                                 : 0;
  }
  int relation_before(int ref, int hyp) const {
    const int code_ref = code(p_.ref_relations, ref);
    return code_ref != 0 && code_ref == code(p_.hyp_relations, hyp) ? (code_ref - 1) / 2 : -1;
  }

  void edit(const Configuration& from, int state, int refs, int hyps, int substitution,
            std::vector<Move>& found) const {
    Configuration to = from;
    to.ref += refs;
    to.hyp += hyps;
    to.state = state;
    if (to.ref > p_.ref_length || to.hyp > p_.hyp_length) return;
    if (from.mode == kGapInHyp && to.hyp > from.landing) return;
    if (from.mode == kGapInRef && to.ref > from.landing) return;
    if (p_.max_block > 0 && from.mode == kAheadInHyp && to.hyp - from.landing > p_.max_block) return;
    if (p_.max_block > 0 && from.mode == kAheadInRef && to.ref - from.landing > p_.max_block) return;
    if ((from.mode == kGapInHyp || from.mode == kGapInRef) && substitution >= 0) to.seen = 1;
    int relation = -1;
    if (is_single(from.state) && is_single(state)) relation = relation_before(from.ref, from.hyp);
    if (refs == 2 && hyps == 2) relation = relation_before(from.ref + 1, from.hyp + 1);
    const double extra = relation >= 0 ? p_.relations[static_cast<std::size_t>(relation)] : 0;
    found.push_back(
        {to, transition(from.state, state) + extra, from.state * kStates + state, relation, substitution});
  }

  const EditProblem& p_;
};

void count(EditResult& result, const Move& move, double expected) {
  result.counts[static_cast<std::size_t>(move.transition)] += expected;
  if (move.relation >= 0)
    result.counts[static_cast<std::size_t>(kStates * kStates + move.relation)] += expected;
  if (move.substitution >= 0) result.posteriors[static_cast<std::size_t>(move.substitution)] += expected;
}

EditResult empty_result(const EditProblem& problem) {
  EditResult result;
  result.score = result.best = kNever;
  result.counts.assign(kStates * kStates + 3, 0);
  result.posteriors.assign(problem.substitutions.size(), 0);
  return result;
}

class Enumeration {
 public:
  explicit Enumeration(const EditProblem& problem) : machine_(problem), result_(empty_result(problem)) {}

  EditResult run() {
    walk(Configuration{}, 0);
    for (const auto& [moves, weight] : sequences_)
      for (const Move& move : moves) count(result_, move, std::exp(weight - result_.score));
    result_.sequences = static_cast<double>(sequences_.size());
    return result_;
  }

 private:
  void walk(const Configuration& c, double weight) {
    if (machine_.is_end(c)) {
      sequences_.emplace_back(path_, weight);
      result_.score = add_logs(result_.score, weight);
      result_.best = std::max(result_.best, weight);
      return;
    }
    for (const Move& move : machine_.moves(c)) {
      path_.push_back(move);
      walk(move.to, weight + move.weight);
      path_.pop_back();
    }
  }

  Machine machine_;
  EditResult result_;
  std::vector<Move> path_;
  std::vector<std::pair<std::vector<Move>, double>> sequences_;
};

class Lattice {
 public:
  explicit Lattice(const EditProblem& problem) : machine_(problem), result_(empty_result(problem)) {}

  EditResult run() {
    const Configuration start;
    visit(start);
    const Node& first = nodes_.at(start);
    result_.score = first.sum;
    result_.best = first.best;
    result_.sequences = first.sequences;
    nodes_.at(start).before = 0;
    // The last one that was left is the first of the lattice.
    for (auto at = left_.rbegin(); at != left_.rend(); ++at) {
      const double before = nodes_.at(*at).before;
      if (machine_.is_end(*at)) continue;
      for (const Move& move : machine_.moves(*at)) {
        Node& to = nodes_.at(move.to);
        to.before = add_logs(to.before, before + move.weight);
        const double expected = std::exp(before + move.weight + to.sum - result_.score);
        count(result_, move, expected);
        if (to.sequences > 0) ++result_.edges;
      }
    }
    return result_;
  }

 private:
  struct Node {
    double sum = kNever, best = kNever, sequences = 0,
           before = kNever;  // of what is behind; of what is before
  };

  const Node& visit(const Configuration& c) {
    if (const auto known = nodes_.find(c); known != nodes_.end()) return known->second;
    Node node;
    if (machine_.is_end(c)) {
      node = {0, 0, 1, kNever};
    } else {
      for (const Move& move : machine_.moves(c)) {
        const Node& to = visit(move.to);
        node.sum = add_logs(node.sum, move.weight + to.sum);
        node.best = std::max(node.best, move.weight + to.best);
        node.sequences += to.sequences;
      }
    }
    left_.push_back(c);
    return nodes_.emplace(c, node).first->second;
  }

  Machine machine_;
  EditResult result_;
  std::map<Configuration, Node> nodes_;
  std::vector<Configuration> left_;
};

}  // namespace

EditResult edits_by_enumeration(const EditProblem& problem) { return Enumeration(problem).run(); }
EditResult edits_by_lattice(const EditProblem& problem) { return Lattice(problem).run(); }

}  // namespace reference
