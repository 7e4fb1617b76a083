#include "cli/output_file.hpp"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace perlane::cli {
namespace {

// Follows symbolic links, for renaming onto a link would replace the link.
std::filesystem::path resolved(const std::filesystem::path& path) {
  std::error_code error;
  const std::filesystem::path absolute = std::filesystem::absolute(path, error);
  const std::filesystem::path target = std::filesystem::weakly_canonical(absolute, error);
  return error ? absolute : target;
}

}  // namespace

OutputFile::OutputFile(std::filesystem::path path)
    : path_(std::move(path)), target_(resolved(path_)) {
  struct stat older{};
  const bool replaces = ::stat(target_.c_str(), &older) == 0;
  // Renaming needs no permission on the older file, and
  // would replace a device by a file. So this asks first.
  if (replaces && S_ISDIR(older.st_mode)) fail(EISDIR);
  if (replaces && !S_ISREG(older.st_mode)) {
    throw std::runtime_error("cannot write '" + path_.string() + "': it is not a regular file");
  }
  if (replaces && ::access(target_.c_str(), W_OK) != 0) fail(errno);
  if (!path_.has_filename()) fail(path_.empty() ? ENOENT : EISDIR);

  const SignalsBlocked blocked;
  for (int attempt = 0; descriptor_ < 0; ++attempt) {
    // The name is not made from the target's, which may be as long as names can be.
    const std::string name =
        ".perlane-" + std::to_string(::getpid()) + "-" + std::to_string(attempt) + ".tmp";
    temporary_ = (target_.parent_path() / name).string();
    descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ < 0 && errno != EEXIST) fail(errno);
  }
  removed_by_signals_.emplace(temporary_.c_str());
  if (replaces) (void)::fchmod(descriptor_, older.st_mode & 0777);
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!removed_by_signals_) return;
  ::unlink(temporary_.c_str());
  const SignalsDeferred deferred;  // no handler may be left with a path that is gone
  removed_by_signals_.reset();
}

int OutputFile::write(const void* data, std::size_t size) noexcept {
  const char* rest = static_cast<const char*>(data);
  size_ += size;
  while (size > 0) {
    const ssize_t written = ::write(descriptor_, rest, size);
    if (written < 0 && errno != EINTR) return errno;
    if (written < 0) continue;
    rest += written;
    size -= static_cast<std::size_t>(written);
  }
  return 0;
}

void OutputFile::fail(int error) const {
  throw std::system_error(error, std::generic_category(), "cannot write '" + path_.string() + "'");
}

void OutputFile::close() {
  // Some file systems notice only at this point that they are full.
  if (::close(std::exchange(descriptor_, -1)) != 0) fail(errno);
}

void OutputFile::rename() {
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) fail(errno);
  removed_by_signals_.reset();
}

void OutputFile::publish(std::initializer_list<OutputFile*> files) {
  for (OutputFile* file : files) {
    if (file != nullptr) file->close();
  }
  const SignalsDeferred deferred;
  for (OutputFile* file : files) {
    if (file != nullptr) file->rename();
  }
}

bool same_file(const std::filesystem::path& a, const std::filesystem::path& b) {
  std::error_code error;
  return resolved(a) == resolved(b) || std::filesystem::equivalent(a, b, error);
}

}  // namespace perlane::cli
