#pragma once
// The edit automaton on one pair: the lattice outside jumps, and the jumps that lead from one place of it
// to another.
#include <array>
#include <numeric>
#include <span>
#include <tuple>
#include <vector>

#include "base/parallel.h"
#include "pfsm/details/pfsm_block.h"
#include "pfsm/details/pfsm_jumps.h"
#include "pfsm/details/pfsm_wide.h"

namespace core {

template <typename T>
class EditLattice {
 public:
  EditLattice(const EditWeights<T>& weights, const EditMachine& machine)
      : weights_(weights), machine_(machine), block_(weights, inside_), lanes_(weights, inside_) {}

  // Lays out a pair. False where keeping all of it for `reverse` or a trace would take too much memory.
  bool lay_out(const EditPairs& pairs, std::size_t pair, bool keep);
  // The sum over all sequences.
  T run();
  // Expected numbers of transitions and arcs, after `run` on a pair that was kept.
  void reverse(T total, TransitionCounts& counts, std::vector<double>& links);

  bool jumps() const { return jumps_; }
  // Whether jumps were left out because they would take too long or too much memory.
  bool lacks_jumps() const { return lacks_jumps_; }

 protected:
  struct Jumps {
    Side side;
    JumpPlan plan;
    std::vector<T> direct, chained, gaps;  // as JumpPlan says: after jump 2, or after moves down from it
    std::vector<T> landings,
        starts;  // weights of jump 3 to a place of the side; grid: of jump 1 from a place
    std::vector<T> direct_rest, chained_rest, gaps_rest;  // what the rest of all sequences weighs
    std::vector<T> landings_rest, starts_rest;
  };
  // A place of a side in the grids.
  std::size_t place(const Jumps& over, int row, int column) const {
    return &over == &jumps_over_[0] ? grid(row, column) : grid(column, row);
  }
  static std::size_t landing(const Jumps& over, int row, int column) {
    return size(row) * (size(over.side.columns) + 1) + size(column);
  }
  std::size_t grid(int ref, int hyp) const { return size(ref) * stride_ + size(hyp); }
  const Side& base() const { return jumps_over_[0].side; }

  bool plan_jumps(const EditPairs& pairs, std::size_t pair);
  void make_blocks(Jumps& over);
  // Some that start near each other, each in a lane; all numbers of them are kept.
  void make_aheads(Jumps& over, std::span<const int> numbers);
  void make_gaps(Jumps& over, std::span<const int> numbers);
  // Calls `make` with groups of neighbours; a strip of columns has about `shape` times as many groups as
  // there are strips.
  template <typename Place, typename Make>
  void in_groups(const std::vector<Place>& places, double shape, const Make& make);
  void run_ahead(const Jumps& over, const JumpPlan::Ahead& ahead);
  void run_gap(const Jumps& over, const JumpPlan::Gap& gap);
  // Adds the weights of all jumps whose gap starts with an arc and that land on column p, for each q; gives
  // how many there are.
  std::size_t sum_ahead(const Jumps& over, const JumpPlan::Gap& gap, int p, T* sums);
  void land(Jumps& over, const JumpPlan::Gap& gap);

  void run_row(int ref);
  void run_bare_place(int ref, int hyp);
  void run_place(int ref, int hyp, int first_end, int end, int first_start, int start);

  void reverse_jumps(Jumps& over, const JumpPlan::Gap& gap, TransitionCounts& counts);
  void reverse_aheads(Jumps& over, const JumpPlan::Gap& gap, int p, TransitionCounts& counts);
  void reverse_blocks(Jumps& over, TransitionCounts& counts, std::vector<double>& links);
  void reverse_chain(Jumps& over, const JumpPlan::Ahead& ahead, TransitionCounts& counts);
  void reverse_row(int ref, TransitionCounts& counts, std::vector<double>& links);
  void reverse_place(int ref, int hyp, int first_end, int end, int first_start, int start,
                     TransitionCounts& counts, std::vector<double>& links);

  // The states that a place can be in besides those of arcs, and their weights there.
  static constexpr std::size_t kPlain = 5;
  static constexpr std::array<EditState, kPlain> kPlainStates{
      EditState::remove, EditState::insert, EditState::jump_3, EditState::reference_jump_3, EditState::start};
  std::size_t plain_values(int ref, int hyp, std::array<T, kPlain>& values) const;
  std::size_t n_plain() const { return jumps_ ? 4 : 2; }
  std::size_t row_base(int ref) const { return keep_ ? size(ref) * stride_ : size(ref % 2) * stride_; }

  const EditWeights<T>& weights_;
  const EditMachine& machine_;
  std::vector<T> inside_;
  std::array<Jumps, 2> jumps_over_;  // the hypothesis, the reference
  EditBlock<T> block_;
  EditBlock<T, Lanes<T>> lanes_;
  bool keep_ = false, jumps_ = false, lacks_jumps_ = false;
  int rows_ = 0, columns_ = 0;
  std::size_t stride_ = 1;
  std::vector<T> down_, right_, values_, down_rest_, right_rest_, values_rest_;
  std::vector<T> ahead_sums_, ahead_rest_, chain_;
  std::vector<Products<T>> terms_;
  std::vector<Lanes<T>> chains_;
  std::vector<int> near_;
  T end_rest_{};
};

}  // namespace core

#include "pfsm/details/pfsm_lattice_forward.h"
#include "pfsm/details/pfsm_lattice_reverse.h"
