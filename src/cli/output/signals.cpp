#include "cli/output/signals.hpp"

#include "cli/output/temporary.hpp"

#include <csignal>
#include <set>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

namespace perlane::cli::output {
namespace {

constexpr int exit_interrupted = 128 + SIGINT;  // as shells have it

struct Registry {
  std::recursive_mutex mutex;
  std::multiset<std::string> paths;
};

// It is never destroyed, for the thread that waits may outlive `main`.
Registry& registry() {
  static Registry& only = *new Registry;
  return only;
}

// Threads that still write may put files into a directory while it is emptied, but cannot make it
// again, so this comes to an end. Another run may make one of that name as soon as ours is gone.
void remove_while_written(const std::string& path) {
  constexpr int most_attempts = 100;
  struct stat own{}, named{};
  if (::lstat(path.c_str(), &own) != 0) return;
  const auto is_own = [&] {
    return ::lstat(path.c_str(), &named) == 0 && named.st_ino == own.st_ino &&
           named.st_dev == own.st_dev;
  };
  for (int attempt = 0; attempt < most_attempts && is_own(); ++attempt) remove_tree(path);
}

void wait_for(const sigset_t& signals) {
  int signal = 0;
  while (sigwait(&signals, &signal) != 0) {
  }
  registry().mutex.lock();  // for good
  for (const std::string& path : registry().paths) remove_while_written(path);
  if (signal == SIGINT) {
    std::string_view message = "\r\x1b[Kperlane: interrupted\n";  // first it removes the bar
    if (::isatty(STDERR_FILENO) == 0) message.remove_prefix(message.find('p'));
    (void)!::write(STDERR_FILENO, message.data(), message.size());  // the terminal may be gone
    ::_exit(exit_interrupted);
  }
  // This takes the default action, so that the parent sees which signal it was.
  std::signal(signal, SIG_DFL);
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  std::raise(signal);
}

}  // namespace

void handle_signals() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
    struct sigaction inherited{};
    sigaction(signal, nullptr, &inherited);
    if (inherited.sa_handler != SIG_IGN) sigaddset(&signals, signal);
  }
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  try {
    std::thread(wait_for, signals).detach();
  } catch (const std::system_error&) {  // without the thread, signals end the program as they do
    pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  }
}

SignalsDeferred::SignalsDeferred() : lock_(registry().mutex) {}

RemovedBySignals::RemovedBySignals(std::string path) : path_(std::move(path)) {
  const SignalsDeferred deferred;
  registry().paths.insert(path_);
}

RemovedBySignals::~RemovedBySignals() {
  const SignalsDeferred deferred;
  registry().paths.erase(registry().paths.find(path_));
}

}  // namespace perlane::cli::output
