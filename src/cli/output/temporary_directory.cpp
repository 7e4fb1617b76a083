#include "cli/output/temporary_directory.hpp"

#include "cli/output/message.hpp"
#include "cli/output/temporary.hpp"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace perlane::cli::output {

TemporaryDirectory::TemporaryDirectory(const std::filesystem::path& path) : path_(path.string()) {
  std::filesystem::remove_all(path_);
  const std::filesystem::path parent = path.parent_path();
  root_ = ::open(parent.empty() ? "." : parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const SignalsDeferred deferred;  // until it is registered
  if (root_ < 0 || ::mkdir(path_.c_str(), 0777) != 0) {
    const int error = errno;
    if (root_ >= 0) ::close(root_);
    throw_errno("cannot write " + output::quoted(path_), error);
  }
  registration_.emplace(path_);
}

TemporaryDirectory::~TemporaryDirectory() {
  const SignalsDeferred deferred;  // until it is no longer registered
  ::close(root_);  // first: removing takes a descriptor, and there may be no other
  remove_tree(path_);
  registration_.reset();
}

int TemporaryDirectory::open_directory_of(const std::filesystem::path& name) const {
  constexpr int how = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  int directory = ::fcntl(root_, F_DUPFD_CLOEXEC, 0);
  for (const std::filesystem::path& part : name.parent_path()) {
    if (directory < 0) break;
    int next = -1;
    if (::mkdirat(directory, part.c_str(), 0777) == 0 || errno == EEXIST)
      next = ::openat(directory, part.c_str(), how);
    const int error = errno;
    ::close(directory);
    errno = error;
    directory = next;
  }
  return directory;
}

std::filesystem::path TemporaryDirectory::new_path() {
  return std::filesystem::path(path_) / std::to_string(number_++);
}

int TemporaryDirectory::move(const std::string& temporary, const std::filesystem::path& target) {
  const SignalsDeferred deferred;
  const int directory =
      open_directory_of(target.lexically_relative(std::filesystem::path(path_).parent_path()));
  if (directory < 0) return errno;
  const bool is_moved =
      ::renameat(AT_FDCWD, temporary.c_str(), directory, target.filename().c_str()) == 0;
  const int error = errno;
  ::close(directory);
  return is_moved ? 0 : error;
}

}  // namespace perlane::cli::output
