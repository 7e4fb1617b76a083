#include "cli/output/temporary.hpp"

#include "cli/output/message.hpp"

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace perlane::cli::output {
namespace {

// Returns true if a descriptor and a name are those of one file or directory.
bool is_at(int descriptor, const std::filesystem::path& path, struct stat& named) {
  struct stat open{};
  return ::fstat(descriptor, &open) == 0 && ::lstat(path.c_str(), &named) == 0 &&
         open.st_ino == named.st_ino && open.st_dev == named.st_dev;
}

}  // namespace

std::filesystem::path temporary_path(const std::filesystem::path& target, int attempt) {
  std::uint64_t hash = 0xcbf29ce484222325u;  // FNV-1a. (G. Fowler, L. Noll, K.-P. Vo, 1991.)
  for (const char letter : target.filename().string())
    hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3u;
  return target.parent_path() / fmt::format(".perlane-{:016x}-{}.tmp", hash, attempt);
}

bool lock_new(int descriptor, const std::filesystem::path& path) {
  // Some file systems have no locks. Nothing is ever removed there.
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) return false;
  struct stat named{};
  return is_at(descriptor, path, named);
}

DirectoryLock::DirectoryLock(const std::filesystem::path& directory)
    : descriptor_(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  if (descriptor_ >= 0) (void)::flock(descriptor_, LOCK_EX);
}

DirectoryLock::~DirectoryLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void remove_left(const std::filesystem::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) return;
  // Other runs lock it before they remove it, so it stays what it is.
  struct stat named{};
  if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0 && is_at(descriptor, path, named) &&
      named.st_uid == ::geteuid() && (S_ISREG(named.st_mode) || S_ISDIR(named.st_mode)))
    remove_tree(path);
  ::close(descriptor);
}

void remove_tree(const std::filesystem::path& path) {
  std::error_code ignored;
  std::vector<std::filesystem::path> inside;
  if (std::filesystem::symlink_status(path, ignored).type() ==
      std::filesystem::file_type::directory) {
    for (auto entry = std::filesystem::directory_iterator(path, ignored);
         entry != std::filesystem::directory_iterator(); entry.increment(ignored))
      inside.push_back(entry->path());
  }
  for (const std::filesystem::path& one : inside) remove_tree(one);
  (void)std::remove(path.c_str());
}

}  // namespace perlane::cli::output
