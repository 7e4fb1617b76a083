#include "cli/output/message.hpp"
#include "cli/world/manifest.hpp"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace perlane::cli::world {

Journal::Journal(const std::filesystem::path& directory) : path_(journal_path(directory).string()) {
  std::error_code error;
  made_directory_ = std::filesystem::create_directories(directory, error);
  if (error) output::throw_errno("cannot make " + output::quoted(directory), error.value());
  const output::SignalsDeferred deferred;  // until it is registered
  open();
  struct stat state{};
  if (::fstat(descriptor_, &state) == 0 && state.st_size == 0) registration_.emplace(path_);
}

Journal::~Journal() {
  const output::SignalsDeferred deferred;  // until it is no longer registered
  if (registration_) {
    ::unlink(path_.c_str());
    if (made_directory_) ::rmdir(std::filesystem::path(path_).parent_path().c_str());
  }
  ::close(descriptor_);
  registration_.reset();
}

void Journal::fail() const { output::throw_errno("cannot write " + output::quoted(path_)); }

// Repeats until the locked file is the one of that name: another run may have removed it.
void Journal::open() {
  for (;;) {
    descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_APPEND | O_NOFOLLOW, 0666);
    if (descriptor_ < 0) {
      const int error = errno;
      if (made_directory_) ::rmdir(std::filesystem::path(path_).parent_path().c_str());
      errno = error;
      fail();
    }
    struct stat locked{}, named{};
    const bool is_taken = ::flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (!is_taken && ::fstat(descriptor_, &locked) == 0 && ::stat(path_.c_str(), &named) == 0 &&
        locked.st_ino == named.st_ino && locked.st_dev == named.st_dev)
      return;
    ::close(descriptor_);
    if (is_taken) {
      output::throw_failure(
          "another perlane is exporting into {}; wait until it is done, or use another directory",
          output::quoted(std::filesystem::path(path_).parent_path()));
    }
  }
}

// Cuts off a last line that is not whole, or everything if it is of another export.
void Journal::begin(const std::string& header) {
  std::uintmax_t kept = 0;
  if (read_written(path_).header == header) {
    struct stat state{};
    if (::fstat(descriptor_, &state) != 0) fail();
    kept = static_cast<std::uintmax_t>(state.st_size);
    char last = 0;
    while (kept > 0 && ::pread(descriptor_, &last, 1, static_cast<off_t>(kept - 1)) == 1 &&
           last != '\n')
      --kept;
  }
  if (::ftruncate(descriptor_, static_cast<off_t>(kept)) != 0) fail();
  if (kept == 0) add(header);
  registration_.reset();
}

void Journal::add(const std::string& line) {
  const std::string text = line + "\n";
  const std::lock_guard lock(mutex_);
  errno = output::append_whole(descriptor_, text);
  if (errno != 0) fail();
}

void Journal::remove() {
  if (::unlink(path_.c_str()) != 0) fail();
}

}  // namespace perlane::cli::world
