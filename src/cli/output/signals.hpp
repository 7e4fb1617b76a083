#pragma once
// Cleans up after signals: one that ends the program must not leave temporary files behind.

#include <csignal>
#include <cstddef>

namespace perlane::cli::output {

// From this call on, SIGINT, SIGTERM, SIGHUP and SIGQUIT remove the registered files before they
// end the program, at once, unless the caller had them ignored (nohup). SIGINT, which is Ctrl-C,
// ends it with exit code 130 and a line that says so; the others end it as signals do. Writing to a
// closed pipe or past a file size limit becomes an ordinary error.
void handle_signals() noexcept;

// Holds signals back from this thread while a temporary file is created and registered. This is
// enough only while no other thread runs, so create files before the first parallel evaluation.
class SignalsBlocked {
 public:
  SignalsBlocked() noexcept;
  ~SignalsBlocked();
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t before_;
};

// While this lives, a signal removes the file. `path` must outlive it.
class RemovedBySignals {
 public:
  explicit RemovedBySignals(const char* path) noexcept;
  ~RemovedBySignals();
  RemovedBySignals(const RemovedBySignals&) = delete;
  RemovedBySignals& operator=(const RemovedBySignals&) = delete;

 private:
  std::size_t slot_;
};

// While this lives, a signal to any thread is remembered, and ends the program afterwards. It is
// for a few steps that must happen all or not at all.
class SignalsDeferred {
 public:
  SignalsDeferred() noexcept;
  ~SignalsDeferred();
  SignalsDeferred(const SignalsDeferred&) = delete;
  SignalsDeferred& operator=(const SignalsDeferred&) = delete;
};

}  // namespace perlane::cli::output
