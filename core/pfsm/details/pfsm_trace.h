#pragma once
// The best edit sequence, read back from the best weights.
#include <vector>

#include "pfsm/details/pfsm_lattice.h"

namespace core {

class EditTrace : public EditLattice<Best> {
 public:
  struct Step {
    EditState state;
    int ref, hyp;
  };
  using EditLattice<Best>::EditLattice;

  // After `run` on a pair that was kept; steps from first to last.
  const std::vector<Step>& trace();
  // What the step from one state to the next weighs.
  double weight(const Step* before, const Step& step, const EditMachine& machine) const;

 private:
  // A place of a side and the state that is entered from there; -1 or the number of the arc.
  struct Point {
    int row, column;
    EditState next;
    int next_arc;
  };
  void add(const Jumps& over, EditState state, int row, int column);
  Point step_outside(const Point& at);
  Point through_jump(Jumps& over, const Point& at);
  void back_through_block(const Jumps& over, Point at, bool ends_gap);
  Best leave(const Side& side, const Side::Arc& arc, Best value, const Point& to) const;

  std::vector<Step> steps_;
};

}  // namespace core
