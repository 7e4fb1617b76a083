#pragma once
// Cleans up after signals: one that ends the program must not leave temporary files behind.

#include <mutex>
#include <string>

namespace perlane::cli::output {

// From this call on, SIGINT, SIGTERM, SIGHUP and SIGQUIT remove the registered files before they
// end the program, at once, unless the caller had them ignored (nohup). SIGINT, which is Ctrl-C,
// ends it with exit code 130 and a line that says so; the others end it as signals do. Writing to a
// closed pipe or past a file size limit becomes an ordinary error. A thread waits for the signals,
// which all others block, so this must be called before any of them starts.
void handle_signals();

// While this lives, signals wait, and other threads that make one of these. It is for a few steps
// that must happen all or not at all. Once a signal ends the program, the constructor never
// returns.
class SignalsDeferred {
 public:
  SignalsDeferred();

 private:
  std::unique_lock<std::recursive_mutex> lock_;
};

// While this lives, a signal removes the file, or the directory with all that is in it.
class RemovedBySignals {
 public:
  explicit RemovedBySignals(std::string path);
  ~RemovedBySignals();
  RemovedBySignals(const RemovedBySignals&) = delete;
  RemovedBySignals& operator=(const RemovedBySignals&) = delete;

 private:
  std::string path_;
};

}  // namespace perlane::cli::output
