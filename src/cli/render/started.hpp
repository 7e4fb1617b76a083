#pragma once
// Starts work that runs beside other work.

#include <future>
#include <system_error>

namespace perlane::cli::render {

// Runs a function in a thread of its own, if `has_thread` and the system can start one; else in the
// thread that waits for it.
template <class Call>
std::future<void> started(bool has_thread, const Call& call) {
  if (has_thread) {
    try {
      return std::async(std::launch::async, call);
    } catch (const std::system_error&) {
    }
  }
  return std::async(std::launch::deferred, call);
}

}  // namespace perlane::cli::render
