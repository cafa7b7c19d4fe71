#include "edits/resegment.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace core {

namespace {

using Words = std::span<const std::int32_t>;

class Cutter {
 public:
  Cutter(Words hyp, Words ref, std::span<const std::int64_t> ends) : hyp_(hyp), ref_(ref), ends_(ends) {
    cuts_.assign(ends.size(), static_cast<std::int64_t>(hyp.size()));
    forward_.resize(std::min(hyp.size(), ref.size()) + 1);
    backward_.resize(forward_.size());
  }

  std::vector<std::int64_t> run() {
    if (ref_.empty()) return std::move(cuts_);  // all cuts are equally good
    if (hyp_.size() <= ref_.size()) {
      halve(0, ends_.size(), 0, hyp_.size());
    } else {
      std::fill(cuts_.begin(),
                cuts_.begin() + (std::upper_bound(ends_.begin(), ends_.end(), 0) - ends_.begin()), 0);
      halve_output(0, hyp_.size(), 0, ref_.size());
    }
    return std::move(cuts_);
  }

 private:
  std::size_t start_of(std::size_t segment) const {
    return segment == 0 ? 0 : static_cast<std::size_t>(ends_[segment - 1]);
  }

  // Segments [first, last) get the words [low, high) of the output.
  void halve(std::size_t first, std::size_t last, std::size_t low, std::size_t high) {
    if (last - first < 2) return;
    const std::size_t middle = boundary(first, last);
    const Words hyp = hyp_.subspan(low, high - low);
    const std::size_t at = start_of(middle), begin = start_of(first),
                      end = static_cast<std::size_t>(ends_[last - 1]);
    distances(hyp, ref_.subspan(begin, at - begin), false, forward_);
    distances(hyp, ref_.subspan(at, end - at), true, backward_);
    std::size_t cut = 0;
    for (std::size_t i = 1; i <= hyp.size(); ++i)
      if (forward_[i] + backward_[hyp.size() - i] < forward_[cut] + backward_[hyp.size() - cut]) cut = i;
    cuts_[middle - 1] = static_cast<std::int64_t>(low + cut);
    halve(first, middle, low, low + cut);
    halve(middle, last, low + cut, high);
  }

  // The same for an output that is longer than the reference: where a cheapest way stands in the reference,
  // between [low, high), when it is halfway through the words [begin, end) of the output.
  void halve_output(std::size_t begin, std::size_t end, std::size_t low, std::size_t high) {
    if (end - begin < 2) {
      // One word, which stands for an equal one if there is one, else for the first.
      const Words stretch = ref_.subspan(low, high - low);
      const auto found = std::find(stretch.begin(), stretch.end(), hyp_[begin]);
      const std::size_t place =
          low + (found == stretch.end() ? 0 : static_cast<std::size_t>(found - stretch.begin()));
      cut_between(low, std::min(place + 1, high), begin);
      cut_between(place, high, end);
      return;
    }
    const std::size_t middle = begin + (end - begin) / 2, n = high - low;
    const Words ref = ref_.subspan(low, n);
    distances(ref, hyp_.subspan(begin, middle - begin), false, forward_);
    distances(ref, hyp_.subspan(middle, end - middle), true, backward_);
    std::size_t at = 0;
    for (std::size_t j = 1; j <= n; ++j)
      if (forward_[j] + backward_[n - j] < forward_[at] + backward_[n - at]) at = j;
    at += low;
    halve_output(begin, middle, low, at);
    if (at > low && at < high) cut_between(at - 1, at + 1, middle);
    halve_output(middle, end, at, high);
  }

  // The segments that end after `low` and before `high` words of the reference are cut before this word.
  void cut_between(std::size_t low, std::size_t high, std::size_t word) {
    auto segment =
        std::upper_bound(ends_.begin(), ends_.end(), static_cast<std::int64_t>(low)) - ends_.begin();
    for (; segment < std::ssize(ends_) && ends_[segment] < static_cast<std::int64_t>(high); ++segment)
      cuts_[static_cast<std::size_t>(segment)] = static_cast<std::int64_t>(word);
  }

  // The boundary between two of these segments that is nearest to the middle of their words.
  std::size_t boundary(std::size_t first, std::size_t last) const {
    const auto half = static_cast<std::int64_t>(start_of(first)) +
                      (ends_[last - 1] - static_cast<std::int64_t>(start_of(first))) / 2;
    const auto* found = std::lower_bound(ends_.data() + first, ends_.data() + last - 1, half);
    const auto middle = static_cast<std::size_t>(found - ends_.data()) + 1;
    return std::min(middle, last - 1);
  }

  // result[i]: Levenshtein distance of the first i words of hyp and all of ref, both read from the end if
  // `reversed`.
  static void distances(Words hyp, Words ref, bool reversed, std::vector<std::int32_t>& result) {
    const std::size_t n = hyp.size(), m = ref.size();
    std::iota(result.begin(), result.begin() + static_cast<std::ptrdiff_t>(n) + 1, 0);
    for (std::size_t j = 0; j < m; ++j) {
      const std::int32_t word = reversed ? ref[m - 1 - j] : ref[j];
      std::int32_t diagonal = result[0]++;
      for (std::size_t i = 1; i <= n; ++i) {
        const std::int32_t here = reversed ? hyp[n - i] : hyp[i - 1];
        const std::int32_t best =
            std::min({diagonal + (here == word ? 0 : 1), result[i] + 1, result[i - 1] + 1});
        diagonal = result[i];
        result[i] = best;
      }
    }
  }

  Words hyp_, ref_;
  std::span<const std::int64_t> ends_;
  std::vector<std::int64_t> cuts_;
  std::vector<std::int32_t> forward_, backward_;
};

}  // namespace

std::vector<std::int64_t> resegment(Words hyp, Words ref, std::span<const std::int64_t> ends) {
  std::int64_t before = 0;
  for (const std::int64_t end : ends) {
    if (end < before) throw std::invalid_argument("ends of segments must not go down");
    before = end;
  }
  if (before != static_cast<std::int64_t>(ref.size()))
    throw std::invalid_argument("the last segment must end where the reference does");
  return Cutter(hyp, ref, ends).run();
}

}  // namespace core
