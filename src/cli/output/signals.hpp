#pragma once
// Cleans up after signals: one that ends the program must not leave temporary files behind.

#include <filesystem>
#include <mutex>

namespace perlane::cli::output {

// From this call on, SIGINT, SIGTERM, SIGHUP and SIGQUIT, and their equivalents on Windows, remove
// the registered files before they end the program; see system::handle_signals.
void handle_signals();

// While this lives, signals wait, and so do other threads that construct one. It is for a few steps
// that must happen all or not at all, and for making files in what a signal removes. Once a signal
// ends the program, the constructor never returns.
class SignalsDeferred {
 public:
  SignalsDeferred();

 private:
  std::unique_lock<std::recursive_mutex> lock_;
};

// While this lives, a signal removes the file, or the directory with all that is in it.
class RemovedBySignals {
 public:
  explicit RemovedBySignals(std::filesystem::path path);
  ~RemovedBySignals();
  RemovedBySignals(const RemovedBySignals&) = delete;
  RemovedBySignals& operator=(const RemovedBySignals&) = delete;

 private:
  std::filesystem::path path_;
};

}  // namespace perlane::cli::output
