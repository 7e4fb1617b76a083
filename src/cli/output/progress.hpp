#pragma once
// Shows on standard error how far a render has come: as a bar on a terminal, as one plain line
// elsewhere.

#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>

namespace perlane::cli::output {

class Progress {
 public:
  // `what` takes `total` steps.
  Progress(const std::string& what, std::int64_t total, bool quiet);
  // Removes the bar.
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Any thread may call these. The second shows so many further steps as well, the last one of
  // which is not complete.
  void advance(std::int64_t steps);
  void show(double steps);

 private:
  using Clock = std::chrono::steady_clock;

  void draw_if_due(double steps);
  void draw(Clock::time_point now, double steps);

  std::mutex mutex_;
  std::int64_t total_;
  std::int64_t done_ = 0;
  bool is_bar_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point drawn_{};
};

}  // namespace perlane::cli::output
