#pragma once
#include <cstddef>
#include <functional>

namespace core {

// Calls body(begin, end) for pieces that together cover 0 .. n, on up to `threads` threads (0 = all cores).
//
// Pieces are handed out as threads become free, so one long segment does not hold up the rest. A body may
// keep scratch memory of its own for all pieces of a thread: `make_body` is called once on each thread.
// The first exception stops the work and is thrown again here. The calling thread asks interrupted()
// between pieces, so that a long run can be stopped from outside.
void parallel_for(std::size_t n, int threads,
                  const std::function<std::function<void(std::size_t, std::size_t)>()>& make_body);

// What parallel_for asks between pieces; it throws to stop the work. Set once by the bindings.
void set_interrupt_check(std::function<void()> check);

// To be called inside long loops of one piece of work, so that it can be stopped there, too: on the thread
// that called parallel_for it asks for an interrupt, on the others it throws once the work has been stopped.
// `cost` is about how many simple steps were done since the last call; most calls only add it up.
void pulse(std::size_t cost);

}  // namespace core
