#include "engine/progress_monitor.hpp"

#include "base/float_environment.hpp"

namespace perlane::engine {
namespace {

constexpr std::chrono::milliseconds interval{10};

}  // namespace

ProgressMonitor::ProgressMonitor(const Report& report, std::int64_t total)
    : report_(report), total_(total) {
  if (!report_) return;
  next_ = (Clock::now() + interval).time_since_epoch().count();
  tell(0);
}

void ProgressMonitor::tell(double part) const {
  const base::FloatEnvironment environment;  // the callback may change it
  report_(part);
}

// A thread that finds a report in progress carries on without waiting. With a lock in its place, a
// thread could try to take it twice: the callback may evaluate a field, and with it a piece of this
// one.
void ProgressMonitor::count() noexcept {
  done_.fetch_add(1, std::memory_order_relaxed);
  const Clock::time_point now = Clock::now();
  const auto is_early = [&] {
    return now.time_since_epoch().count() < next_.load(std::memory_order_relaxed);
  };
  if (is_early() || is_reporting_.exchange(true, std::memory_order_acquire)) return;
  // Another thread may just have reported.
  const std::int64_t done = done_.load(std::memory_order_relaxed);
  if (!is_early() && !is_over() && done > reported_ && done < total_) {
    reported_ = done;
    next_.store((now + interval).time_since_epoch().count(), std::memory_order_relaxed);
    try {
      tell(static_cast<double>(done) / static_cast<double>(total_));
    } catch (...) {
      error_ = std::current_exception();
      is_over_.store(true, std::memory_order_relaxed);
    }
  }
  is_reporting_.store(false, std::memory_order_release);
}

void ProgressMonitor::finish() const {
  if (error_) std::rethrow_exception(error_);
  if (report_) tell(1);
}

}  // namespace perlane::engine
