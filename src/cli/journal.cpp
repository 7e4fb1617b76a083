#include "cli/manifest.hpp"

#include <cerrno>
#include <fcntl.h>
#include <stdexcept>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace perlane::cli {

Journal::Journal(const std::filesystem::path& directory, const std::optional<Part>& part,
                 const std::string& header)
    : path_(journal_path(directory, part)) {
  open();
  begin(header);
}

Journal::~Journal() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void Journal::fail() const {
  throw std::system_error(errno, std::generic_category(), "cannot write '" + path_.string() + "'");
}

// Until the file that is locked is the one of that name: another run may have removed it.
void Journal::open() {
  for (;;) {
    descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_APPEND, 0666);
    if (descriptor_ < 0) fail();
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
      if (errno != EWOULDBLOCK) fail();
      throw std::runtime_error("cannot write '" + path_.string() +
                               "': another perlane exports this part into this directory");
    }
    struct stat locked{}, named{};
    if (::fstat(descriptor_, &locked) == 0 && ::stat(path_.c_str(), &named) == 0 &&
        locked.st_ino == named.st_ino && locked.st_dev == named.st_dev)
      return;
    ::close(descriptor_);
  }
}

// Cuts off a last line that is not whole, or all that is of another export.
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
}

void Journal::add(const std::string& line) {
  const std::string text = line + "\n";
  const std::lock_guard lock(mutex_);
  const ssize_t written = ::write(descriptor_, text.data(), text.size());
  if (written == static_cast<ssize_t>(text.size())) return;
  if (written >= 0) errno = ENOSPC;
  fail();
}

void Journal::remove() {
  if (::unlink(path_.c_str()) != 0) fail();
}

}  // namespace perlane::cli
