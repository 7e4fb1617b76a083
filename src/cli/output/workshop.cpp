#include "cli/output/output_file.hpp"
#include "cli/output/temporary.hpp"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace perlane::cli::output {

Workshop::Workshop(const std::filesystem::path& path) : path_(path.string()) {
  std::filesystem::remove_all(path_);
  const std::filesystem::path parent = path.parent_path();
  root_ = ::open(parent.empty() ? "." : parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const SignalsDeferred deferred;  // until it is registered
  if (root_ < 0 || ::mkdir(path_.c_str(), 0777) != 0) {
    const int error = errno;
    if (root_ >= 0) ::close(root_);
    throw std::system_error(error, std::generic_category(), "cannot write '" + path_ + "'");
  }
  removed_by_signals_.emplace(path_.c_str());
}

Workshop::~Workshop() {
  const SignalsDeferred deferred;  // no handler may be left with a path that is gone
  ::close(root_);  // first: removing takes a descriptor, and there may be no other
  remove_tree(path_);
  removed_by_signals_.reset();
}

int Workshop::open_directory_of(const std::filesystem::path& name) const {
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

std::filesystem::path Workshop::new_path() {
  return std::filesystem::path(path_) / std::to_string(number_++);
}

int Workshop::move(const std::string& temporary, const std::filesystem::path& target) {
  const std::lock_guard lock(mutex_);
  const SignalsDeferred deferred;
  const int directory =
      open_directory_of(target.lexically_relative(std::filesystem::path(path_).parent_path()));
  if (directory < 0) return errno;
  const std::string name = target.filename().string();
  struct stat older{};
  // A directory cannot be renamed onto another, nor onto a file.
  const bool is_in_the_way = std::filesystem::is_directory(temporary) &&
                             ::fstatat(directory, name.c_str(), &older, AT_SYMLINK_NOFOLLOW) == 0;
  const bool is_moved =
      (!is_in_the_way || ::renameat(directory, name.c_str(), AT_FDCWD, new_path().c_str()) == 0) &&
      ::renameat(AT_FDCWD, temporary.c_str(), directory, name.c_str()) == 0;
  const int error = errno;
  ::close(directory);
  return is_moved ? 0 : error;
}

}  // namespace perlane::cli::output
