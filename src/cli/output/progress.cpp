#include "cli/output/progress.hpp"

#include "cli/output/message.hpp"
#include "cli/system/system.hpp"

#include <cstdio>

namespace perlane::cli::output {
namespace {

constexpr int bar_width = 40;
constexpr std::chrono::milliseconds redraw_interval{100};

}  // namespace

Progress::Progress(const std::string& what, std::int64_t total, bool quiet)
    : total_(total), is_bar_(!quiet && system::has_terminal()) {
  if (is_bar_) {
    draw(start_, 0);
  } else if (!quiet) {
    print_message("rendering " + what);
  }
}

Progress::~Progress() {
  if (is_bar_) std::fprintf(stderr, "\r\x1b[K");
}

void Progress::advance(std::int64_t steps) {
  const std::lock_guard lock(mutex_);
  done_ += steps;
  draw_if_due(0);
}

void Progress::show(double steps) {
  const std::lock_guard lock(mutex_);
  draw_if_due(steps);
}

void Progress::draw_if_due(double steps) {
  const Clock::time_point now = Clock::now();
  if (is_bar_ && now - drawn_ >= redraw_interval) draw(now, steps);
}

void Progress::draw(Clock::time_point now, double steps) {
  drawn_ = now;
  // There may be nothing to do, as for a task whose tile is there.
  const double part =
      total_ > 0 ? (static_cast<double>(done_) + steps) / static_cast<double>(total_) : 1;
  const std::string filled(static_cast<std::size_t>(part * bar_width), '#');
  std::fprintf(stderr, "\r[%-*s] %3d %%", bar_width, filled.c_str(), static_cast<int>(part * 100));
  const double seconds = std::chrono::duration<double>(now - start_).count();
  // Earlier, there is too little to estimate it from.
  if (part > 0 && seconds > 1) std::fprintf(stderr, ", %.0f s left", seconds / part - seconds);
  std::fprintf(stderr, "\x1b[K");
  std::fflush(stderr);
}

}  // namespace perlane::cli::output
