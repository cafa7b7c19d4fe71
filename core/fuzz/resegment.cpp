// Cuts of an output against the segments of a reference: none have fewer errors; ends that cannot be are
// refused.
#include "edits/resegment.h"

#include "fuzz/input.h"
#include "reference/edits/resegment.h"
#include "reference/reference.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  const bool is_long = input.below(4) == 0;
  const fuzz::Words hyp = input.words(is_long ? 200 : 12, 5);
  const std::vector<fuzz::Words> segments = input.rows(1, is_long ? 20 : 4, is_long ? 30 : 5, 5);
  fuzz::Words ref;
  std::vector<std::int64_t> ends;
  for (const fuzz::Words& segment : segments) {
    ref.insert(ref.end(), segment.begin(), segment.end());
    ends.push_back(static_cast<std::int64_t>(ref.size()));
  }
  const auto any_ends = input.numbers<std::int64_t>(5);
  fuzz::accepted([&] { core::resegment(hyp, ref, any_ends); });
  const std::vector<std::int64_t> cuts = core::resegment(hyp, ref, ends);
  DEMAND(cuts.size() == ends.size() && std::ranges::is_sorted(cuts) && cuts.front() >= 0);
  DEMAND(cuts.back() == static_cast<std::int64_t>(hyp.size()));
  int errors = 0;
  for (std::size_t i = 0; i < cuts.size(); ++i)
    errors += reference::edit_distance({hyp.begin() + (i == 0 ? 0 : cuts[i - 1]), hyp.begin() + cuts[i]},
                                       segments[i]);
  // The errors of the best cuts are the distance of the whole texts; the twin tries every cut.
  DEMAND(errors == reference::edit_distance(hyp, ref));
  if (!is_long) DEMAND(errors == reference::resegmented_errors(hyp, segments));
  return 0;
}
