#include "base/parallel.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace core {

namespace {
std::function<void()> interrupt_check;  // NOLINT: set once, before any work starts

// Small enough to share the work evenly, large enough that handing out costs nothing.
constexpr std::size_t kLargestPiece = 32;
constexpr auto kInterruptPeriod = std::chrono::milliseconds(50);

// Asks for an interrupt, but not more often than every kInterruptPeriod.
class InterruptTimer {
 public:
  void ask() {
    const auto now = std::chrono::steady_clock::now();
    if (!interrupt_check || now - last_ < kInterruptPeriod) return;
    last_ = now;
    interrupt_check();
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

// Thrown on a thread whose work is not wanted any more; never leaves parallel_for.
struct Stopped {};

// What this thread is at work for; nothing outside of parallel_for.
struct Work {
  InterruptTimer* timer = nullptr;  // of the calling thread
  const std::atomic<bool>* stop = nullptr;
  std::size_t cost = 0;
};
thread_local Work work_of_thread;  // NOLINT: one for each thread

constexpr std::size_t kCostOfLook = std::size_t{1} << 22;  // some milliseconds
}  // namespace

void pulse(std::size_t cost) {
  Work& work = work_of_thread;
  work.cost += cost;
  if (work.cost < kCostOfLook) return;
  work.cost = 0;
  if (work.stop != nullptr && work.stop->load(std::memory_order_relaxed)) throw Stopped();
  if (work.timer != nullptr) work.timer->ask();
}

void set_interrupt_check(std::function<void()> check) { interrupt_check = std::move(check); }

void parallel_for(std::size_t n, int threads,
                  const std::function<std::function<void(std::size_t, std::size_t)>()>& make_body) {
  if (n == 0) return;
  const std::size_t wanted =
      threads > 0 ? static_cast<std::size_t>(threads) : std::max(1U, std::thread::hardware_concurrency());
  const std::size_t piece = std::clamp<std::size_t>(n / (8 * wanted), 1, kLargestPiece);
  const std::size_t n_threads = std::min(wanted, (n + piece - 1) / piece);

  std::atomic<std::size_t> next{0};
  std::atomic<bool> stop{false};
  std::exception_ptr first_error;
  std::mutex error_lock;
  const auto work = [&](bool calling_thread) {
    InterruptTimer timer;
    // Work inside work keeps what the outer one is at.
    const Work outer = std::exchange(work_of_thread, Work{calling_thread ? &timer : nullptr, &stop, 0});
    try {
      const auto body = make_body();
      while (!stop.load(std::memory_order_relaxed)) {
        const std::size_t begin = next.fetch_add(piece);
        if (begin >= n) break;
        body(begin, std::min(n, begin + piece));
        if (calling_thread) timer.ask();
      }
    } catch (const Stopped&) {  // another thread says why
    } catch (...) {
      const std::scoped_lock lock(error_lock);
      if (!first_error) first_error = std::current_exception();
      stop = true;
    }
    work_of_thread = outer;
  };
  std::vector<std::thread> others;
  others.reserve(n_threads - 1);
  for (std::size_t t = 1; t < n_threads; ++t) others.emplace_back(work, false);
  work(true);
  for (auto& thread : others) thread.join();
  if (first_error) std::rethrow_exception(first_error);
}

}  // namespace core
