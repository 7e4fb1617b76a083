#include "engine/watch.hpp"

namespace perlane::engine {
namespace {

constexpr std::chrono::milliseconds interval{10};

}  // namespace

Watch::Watch(const Tell& tell, std::int64_t total) : tell_(tell), total_(total) {
  if (!tell_) return;
  next_ = (Clock::now() + interval).time_since_epoch().count();
  tell_(0);
}

// Whoever comes while it is told goes on instead of waiting. There is no lock that a thread could
// try to take twice: what is told may evaluate a field, and that a piece of this one.
void Watch::count() noexcept {
  done_.fetch_add(1, std::memory_order_relaxed);
  const Clock::time_point now = Clock::now();
  const auto is_early = [&] {
    return now.time_since_epoch().count() < next_.load(std::memory_order_relaxed);
  };
  if (is_early() || is_told_.exchange(true, std::memory_order_acquire)) return;
  // Another thread may just have told.
  const std::int64_t done = done_.load(std::memory_order_relaxed);
  if (!is_early() && !is_over() && done > told_ && done < total_) {
    told_ = done;
    next_.store((now + interval).time_since_epoch().count(), std::memory_order_relaxed);
    try {
      tell_(static_cast<double>(done) / static_cast<double>(total_));
    } catch (...) {
      error_ = std::current_exception();
      is_over_.store(true, std::memory_order_relaxed);
    }
  }
  is_told_.store(false, std::memory_order_release);
}

void Watch::finish() const {
  if (error_) std::rethrow_exception(error_);
  if (tell_) tell_(1);
}

}  // namespace perlane::engine
