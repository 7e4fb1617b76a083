#include "cli/output/signals.hpp"

#include <array>
#include <atomic>
#include <cassert>
#include <csignal>
#include <spawn.h>
#include <string_view>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace perlane::cli::output {
namespace {

constexpr int exit_interrupted = 128 + SIGINT;  // as shells have it

constexpr std::string_view remove_bar = "\r\x1b[K";  // of progress, on a terminal
constexpr std::string_view after_bar = "\r\x1b[Kperlane: interrupted\n";

constexpr std::array ending_signals{SIGINT, SIGTERM, SIGHUP, SIGQUIT};

enum class State { interruptible, deferred, ending };

// The handler touches only these. It may run on any thread, at any instruction.
std::atomic<State> state = State::interruptible;
std::atomic<int> remembered = 0;
std::atomic<bool> is_terminal = false;  // standard error
std::array<std::atomic<const char*>, 4> to_remove{};
static_assert(std::atomic<State>::is_always_lock_free &&
              std::atomic<const char*>::is_always_lock_free);

// A handler may not read directories, but may run a program that does. Threads that still write
// cannot make the directory again, so this comes to an end. Another run may make one of that name
// as soon as ours is gone.
void remove_directory(const char* path) noexcept {
  constexpr int most_attempts = 100;
  const char* const arguments[] = {"sh", "-c", "rm -rf \"$0\" 2>/dev/null", path, nullptr};
  char* const environment[] = {nullptr};
  struct stat own{}, named{};
  if (::lstat(path, &own) != 0) return;
  const auto is_own = [&] {
    return ::lstat(path, &named) == 0 && named.st_ino == own.st_ino && named.st_dev == own.st_dev;
  };
  for (int attempt = 0; attempt < most_attempts && is_own(); ++attempt) {
    pid_t child = 0;
    if (::posix_spawn(&child, "/bin/sh", nullptr, nullptr, const_cast<char* const*>(arguments),
                      environment) == 0)
      ::waitpid(child, nullptr, 0);
  }
}

void end(int signal) noexcept {
  for (const auto& file : to_remove) {
    const char* path = file.load();
    if (path != nullptr && ::unlink(path) != 0) remove_directory(path);
  }
  if (signal == SIGINT) {
    const std::string_view message = is_terminal ? after_bar : after_bar.substr(remove_bar.size());
    (void)!::write(STDERR_FILENO, message.data(), message.size());  // or nobody is left to tell
    ::_exit(exit_interrupted);
  }
  // This takes the default action, so that the parent sees which signal it was.
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

extern "C" void on_signal(int signal) {
  State expected = State::interruptible;
  if (state.compare_exchange_strong(expected, State::ending)) {
    end(signal);
  } else if (expected == State::deferred) {
    remembered.store(signal);
  }
}

sigset_t ending_set() noexcept {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : ending_signals) sigaddset(&set, signal);
  return set;
}

}  // namespace

void handle_signals() noexcept {
  is_terminal = ::isatty(STDERR_FILENO) != 0;
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  struct sigaction action{};
  action.sa_handler = on_signal;
  action.sa_mask = ending_set();
  action.sa_flags = SA_RESTART;
  for (const int signal : ending_signals) {
    struct sigaction inherited{};
    sigaction(signal, nullptr, &inherited);
    if (inherited.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);
  }
}

SignalsBlocked::SignalsBlocked() noexcept {
  const sigset_t set = ending_set();
  pthread_sigmask(SIG_BLOCK, &set, &before_);
}

SignalsBlocked::~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

RemovedBySignals::RemovedBySignals(const char* path) noexcept : slot_(0) {
  while (to_remove[slot_].load() != nullptr) {
    ++slot_;
    assert(slot_ < to_remove.size());
  }
  to_remove[slot_].store(path);
}

RemovedBySignals::~RemovedBySignals() { to_remove[slot_].store(nullptr); }

SignalsDeferred::SignalsDeferred() noexcept {
  State expected = State::interruptible;
  if (!state.compare_exchange_strong(expected, State::deferred)) {
    for (;;) ::pause();  // a handler on another thread is ending the program
  }
}

SignalsDeferred::~SignalsDeferred() {
  state.store(State::interruptible);
  if (const int signal = remembered.exchange(0)) std::raise(signal);
}

}  // namespace perlane::cli::output
