#include "cli/output/message.hpp"
#include "cli/system/system.hpp"
#include "cli/world/manifest.hpp"

#include <cerrno>
#include <system_error>
#include <thread>

namespace perlane::cli::world {

Journal::Journal(const std::filesystem::path& directory, std::chrono::milliseconds patience)
    : path_(journal_path(directory)) {
  std::error_code error;
  made_directory_ = std::filesystem::create_directories(directory, error);
  if (error)
    output::throw_errno("cannot make " + output::quoted(directory),
                        error.default_error_condition().value());
  const output::SignalsDeferred deferred;  // until it is registered
  open(patience);
  std::uint64_t size = 0;
  if (system::find_size(descriptor_, size) == 0 && size == 0) registration_.emplace(path_);
}

Journal::~Journal() {
  const output::SignalsDeferred deferred;  // until it is no longer registered
  const bool is_left = registration_.has_value();
  std::error_code ignored;
  if (is_left) std::filesystem::remove(path_, ignored);
  system::close(descriptor_);
  if (is_left) remove_made_directory();
  registration_.reset();
}

void Journal::remove_made_directory() const {
  std::error_code ignored;
  if (made_directory_) std::filesystem::remove(path_.parent_path(), ignored);
}

void Journal::fail(int error) const {
  output::throw_errno("cannot write " + output::quoted(path_), error);
}

// Repeats until the locked file is the one of that name: another run may have removed it.
void Journal::open(std::chrono::milliseconds patience) {
  constexpr std::chrono::milliseconds wait(20);
  for (;;) {
    descriptor_ = system::open(path_, system::Open::append);
    if (descriptor_ < 0) {
      const int error = errno;
      remove_made_directory();
      fail(error);
    }
    const bool is_taken = system::lock(descriptor_) == system::Lock::taken;
    if (!is_taken && system::is_at(descriptor_, path_)) return;
    system::close(descriptor_);
    if (is_taken && patience > wait) {
      patience -= wait;
      std::this_thread::sleep_for(wait);
    } else if (is_taken) {
      output::throw_failure(
          "another perlane is exporting into {}; wait until it is done, or use another directory",
          output::quoted(path_.parent_path()));
    }
  }
}

// Cuts off a last line that is not whole, or everything if it is of another export.
void Journal::begin(const std::string& header) {
  std::uint64_t kept = 0;
  if (read_written(path_).header == header) {
    if (const int error = system::find_size(descriptor_, kept)) fail(error);
    char last = 0;
    while (kept > 0 && system::read_at(descriptor_, kept - 1, &last, 1) == 0 && last != '\n')
      --kept;
  }
  if (const int error = system::resize(descriptor_, kept)) fail(error);
  if (kept == 0) add(header);
  registration_.reset();
}

void Journal::add(const std::string& line) {
  const std::string text = line + "\n";
  const std::lock_guard lock(mutex_);
  if (const int error = output::append_whole(descriptor_, text)) fail(error);
}

void Journal::remove() {
  std::error_code error;
  std::filesystem::remove(path_, error);
  if (error) fail(error.default_error_condition().value());
}

}  // namespace perlane::cli::world
