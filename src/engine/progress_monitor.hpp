#pragma once
// Reports the progress of an evaluation to a callback, and carries cancellation back.

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>

namespace perlane::engine {

// Receives the part that is done, from 0 to 1. The evaluation ends if it throws.
using Report = std::function<void(double part)>;

struct Extremes;

// The options of an evaluation.
struct EvaluateOptions {
  bool parallel;             // on all cores, where that is worth it
  Report report = nullptr;   // null: no callback
  Extremes* seen = nullptr;  // receives the extremes of the values; null: they are not asked for
};

// Counts what the threads have done. The constructor reports part 0, which may throw.
class ProgressMonitor {
 public:
  ProgressMonitor(const Report& report, std::int64_t total);

  // Returns true if the callback has thrown, so that the rest is not needed.
  bool is_over() const noexcept { return is_over_.load(std::memory_order_relaxed); }

  // One more of `total` is done.
  void advance() noexcept {
    if (report_) count();
  }

  // To be called when no other thread is left. Reports part 1, or rethrows what the callback has
  // thrown.
  void finish() const;

 private:
  using Clock = std::chrono::steady_clock;

  void count() noexcept;
  void tell(double part) const;

  const Report& report_;
  std::int64_t total_;
  std::atomic<std::int64_t> done_ = 0;
  std::atomic<Clock::rep> next_;  // when the next report is due
  std::atomic<bool> is_reporting_ = false;  // at this moment, by some thread
  std::atomic<bool> is_over_ = false;
  std::int64_t reported_ = 0;  // the value of done_ at the last report
  std::exception_ptr error_;
};

}  // namespace perlane::engine
