#include "cli/output/signals.hpp"

#include "cli/output/temporary.hpp"
#include "cli/system/system.hpp"

#include <chrono>
#include <set>
#include <thread>
#include <utility>

namespace perlane::cli::output {
namespace {

struct Registry {
  std::recursive_mutex mutex;
  std::multiset<std::filesystem::path> paths;
};

// It is never destroyed, for the thread that waits may outlive `main`.
Registry& registry() {
  static Registry& only = *new Registry;
  return only;
}

void clean_up() {
  registry().mutex.lock();  // for good
  for (const std::filesystem::path& path : registry().paths) {
    // On some systems a directory stays until threads have closed the files in it.
    constexpr int most_attempts = 100;
    for (int attempt = 0; attempt < most_attempts && !remove_tree(path); ++attempt)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

}  // namespace

void handle_signals() { system::handle_signals(clean_up); }

SignalsDeferred::SignalsDeferred() : lock_(registry().mutex) {}

RemovedBySignals::RemovedBySignals(std::filesystem::path path) : path_(std::move(path)) {
  const SignalsDeferred deferred;
  registry().paths.insert(path_);
}

RemovedBySignals::~RemovedBySignals() {
  const SignalsDeferred deferred;
  registry().paths.erase(registry().paths.find(path_));
}

}  // namespace perlane::cli::output
