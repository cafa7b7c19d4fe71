#pragma once
// A pair of sentences as the edit automaton sees it when it jumps over words of one of them.
#include <array>
#include <vector>

#include "pfsm/details/pfsm_numbers.h"
#include "pfsm/edit_pairs.h"
#include "pfsm/pfsm.h"

namespace core {

constexpr std::size_t index(EditState state) { return static_cast<std::size_t>(state); }
inline std::size_t size(int value) { return static_cast<std::size_t>(value); }

// Weights as numbers of the kind that is computed with.
template <typename T>
struct EditWeights {
  std::array<std::array<T, kEditStates>, kEditStates> between;
  std::array<T, kRelations + 1> relation;  // the first stands for no relation

  // `for_each_word` is added to the logarithmic weight of a state for each word that it uses up. All
  // sequences use all words, so this multiplies all of them by the same number.
  explicit EditWeights(const EditMachine& machine, double for_each_word = 0) {
    for (std::size_t from = 0; from < kEditStates; ++from)
      for (std::size_t to = 0; to < kEditStates; ++to)
        between[from][to] = NumberOf<T>::from_log(machine.transitions[from * kEditStates + to] +
                                                  for_each_word * words_of(static_cast<EditState>(to)));
    relation[0] = NumberOf<T>::from_log(0);
    for (std::size_t i = 0; i < kRelations; ++i)
      relation[i + 1] = NumberOf<T>::from_log(machine.relations[i]);
  }
  const T& operator()(EditState from, EditState to) const { return between[index(from)][index(to)]; }
};

// How often each transition is expected, or on how many edges it is possible.
struct TransitionCounts {
  std::array<double, kTransitions> between{};
  std::array<double, kRelations> relation{};
  bool arcs = false;

  void add(EditState from, EditState to, double expected) {
    between[index(from) * kEditStates + index(to)] += value(expected);
  }
  void add_relation(std::size_t number, double expected) {
    if (number > 0) relation[number - 1] += value(expected);
  }

 private:
  double value(double expected) const { return arcs ? (expected > 0 ? 1 : 0) : expected; }
};

// One sentence gives the rows, the one that is jumped over the columns. `down` consumes a word of the rows,
// `right` one of the columns.
struct Side {
  struct Arc {
    int row, column, end_row, end_column;
    EditState state;
    bool single;  // one word with one word
  };
  int rows = 0, columns = 0;
  EditState down{}, right{}, jump_1{}, jump_2{}, jump_3{};
  std::vector<Arc> arcs;  // numbered as the substitutions of the pair
  // Numbers of arcs by row and column of their start and of their end, and where each row begins.
  std::vector<int> by_start, by_end, start_rows, end_rows;
  // The places at which arcs start or end, by row and column; the arcs as ranges of by_start and by_end.
  struct Meeting {
    int column, start, last_start, end, last_end;
  };
  std::vector<Meeting> meetings;
  std::vector<int> meeting_rows;
  std::span<const std::uint8_t> row_relations, column_relations;

  std::span<const Meeting> meetings_of(int row) const {
    const auto first = meetings.begin() + meeting_rows[size(row)];
    return {first, meetings.begin() + meeting_rows[size(row) + 1]};
  }
  // The relation that words before and behind a place share on both sides: 0, or its label + 1.
  std::size_t relation_at(int row, int column) const {
    if (row_relations.empty() || column_relations.empty() || row == 0 || column == 0 || row == rows ||
        column == columns)
      return 0;
    const std::uint8_t code = row_relations[size(row)];
    return code != 0 && code == column_relations[size(column)] ? (code - 1U) / 2 + 1 : 0;
  }
  // The relation inside an arc of two words with two words.
  std::size_t relation_in(const Arc& arc) const {
    return arc.end_row - arc.row == 2 && arc.end_column - arc.column == 2
               ? relation_at(arc.row + 1, arc.column + 1)
               : 0;
  }

  // Lays out pair number `pair`, with the hypothesis or the reference as columns.
  void lay_out(const EditPairs& pairs, std::size_t pair, bool over_reference);
  // Fills `meetings`, which only blocks need.
  void find_meetings();

 private:
  void sort(std::vector<int>& order, std::vector<int>& row_starts, bool by_its_end) const;
};

}  // namespace core
