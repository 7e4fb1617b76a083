#include "cli/output/output_file.hpp"

#include "cli/output/message.hpp"
#include "cli/output/temporary.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace perlane::cli::output {
namespace {

// Calls move(done), which reads or writes more and returns how much, until `size` bytes are done.
// Returns 0 or the error number.
template <class Move>
int move_all(std::size_t size, const Move& move) noexcept {
  for (std::size_t done = 0; done < size;) {
    const ssize_t moved = move(done);
    if (moved > 0) done += static_cast<std::size_t>(moved);
    if (moved < 0 && errno != EINTR) return errno;
    if (moved == 0) return EIO;  // a file that is shorter than it should be
  }
  return 0;
}

// Follows symbolic links, for renaming onto a link would replace the link; also those to files that
// are not there yet.
std::filesystem::path resolved(const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::path absolute = std::filesystem::absolute(path, error);
  constexpr int most = 40;  // beyond, it goes in a circle
  for (int links = 0; links < most; ++links) {
    const std::filesystem::path target = std::filesystem::read_symlink(absolute, error);
    if (error) break;
    absolute = absolute.parent_path() / target;
  }
  const std::filesystem::path target = std::filesystem::weakly_canonical(absolute, error);
  return error ? absolute : target;
}

}  // namespace

int write_all(int descriptor, const void* data, std::size_t size) noexcept {
  return move_all(size, [=](std::size_t done) {
    return ::write(descriptor, static_cast<const char*>(data) + done, size - done);
  });
}

int append_whole(int descriptor, std::string_view text) noexcept {
  struct stat before{};
  if (::fstat(descriptor, &before) != 0) return errno;
  const int error = write_all(descriptor, text.data(), text.size());
  // A part would become the beginning of the next text, once there is room.
  if (error != 0) (void)!::ftruncate(descriptor, before.st_size);
  return error;
}

OutputFile::OutputFile(std::filesystem::path path, TemporaryDirectory& temporaries)
    : path_(std::move(path)),
      kind_(Kind::file),
      target_(path_),
      temporary_(temporaries.new_path().string()),
      temporaries_(&temporaries) {
  descriptor_ = ::open(temporary_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor_ < 0) fail(errno);
}

OutputFile::OutputFile(std::filesystem::path path, Kind kind)
    : path_(std::move(path)), kind_(kind) {
  if (kind_ == Kind::stream) {
    descriptor_ = STDOUT_FILENO;
    return;
  }
  target_ = resolved(path_);
  struct stat older{};
  const bool replaces = ::stat(target_.c_str(), &older) == 0;
  if (kind_ == Kind::directory && replaces) reject_older(S_ISDIR(older.st_mode));
  // Renaming needs no permission on the older file, and
  // would replace a device by a file. So this asks first.
  if (replaces && S_ISDIR(older.st_mode)) fail(EISDIR);
  if (replaces && !S_ISREG(older.st_mode)) {
    throw_failure("cannot write {}: it is not a regular file", quoted(path_));
  }
  if (!path_.has_filename()) fail(path_.empty() ? ENOENT : EISDIR);
  // The temporary file has another name, which may be possible where this one is not. Another run
  // that writes this file may remove it at any time.
  if (::access(target_.c_str(), replaces ? W_OK : F_OK) != 0 && errno != ENOENT) fail(errno);
  create(replaces, older.st_mode & 0777);
}

void OutputFile::create(bool replaces, unsigned mode) {
  constexpr int most_left = 8;
  const SignalsDeferred deferred;  // until it is registered
  const auto give_up = [&](int error) {
    remove_tree(temporary_);
    close_all();
    fail(error);
  };
  int attempt = 0;
  for (;; ++attempt) {
    temporary_ = temporary_path(target_, attempt).string();
    remove_left(temporary_);
    if (kind_ == Kind::file) {
      lock_ = ::open(temporary_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    } else if (::mkdir(temporary_.c_str(), 0777) == 0) {
      lock_ = ::open(temporary_.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
      // Another run may have taken it for one that was left.
      if (lock_ < 0 && errno == ENOENT) continue;
      if (lock_ < 0) give_up(errno);
    }
    if (lock_ < 0 && errno != EEXIST) fail(errno);
    if (lock_ >= 0 && lock_new(lock_, temporary_)) break;
    close_all();
  }
  // Files in a directory, and removing them, take another descriptor, too.
  descriptor_ = ::fcntl(lock_, F_DUPFD_CLOEXEC, 0);
  if (descriptor_ < 0) give_up(errno);
  if (kind_ == Kind::directory) ::close(std::exchange(descriptor_, -1));
  registration_.emplace(temporary_);
  // Several runs at a time may have been killed.
  for (int other = 1; other <= most_left; ++other)
    remove_left(temporary_path(target_, attempt + other));
  if (replaces) (void)::fchmod(descriptor_, mode);
}

void OutputFile::close_all() noexcept {
  if (kind_ == Kind::file && descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
  if (lock_ >= 0) ::close(std::exchange(lock_, -1));
}

OutputFile::~OutputFile() {
  const SignalsDeferred
      deferred;  // until it is no longer registered: the name may get another file
  if (registration_ || temporaries_ != nullptr) remove_tree(temporary_);
  close_all();
  registration_.reset();
}

int OutputFile::write(const void* data, std::size_t size) noexcept {
  size_ += size;
  return write_all(descriptor_, data, size);
}

int OutputFile::write_at(std::uint64_t offset, const void* data, std::size_t size) noexcept {
  std::uint64_t known = size_;
  while (known < offset + size && !size_.compare_exchange_weak(known, offset + size)) {
  }
  return move_all(size, [&](std::size_t done) {
    return ::pwrite(descriptor_, static_cast<const char*>(data) + done, size - done,
                    static_cast<off_t>(offset + done));
  });
}

int OutputFile::read_at(std::uint64_t offset, void* data, std::size_t size) const noexcept {
  return move_all(size, [&](std::size_t done) {
    return ::pread(descriptor_, static_cast<char*>(data) + done, size - done,
                   static_cast<off_t>(offset + done));
  });
}

void OutputFile::put(const void* data, std::size_t size) {
  if (const int error = write(data, size)) fail(error);
}

void OutputFile::put_at(std::uint64_t offset, const void* data, std::size_t size) {
  if (const int error = write_at(offset, data, size)) fail(error);
}

void OutputFile::put_file(const std::filesystem::path& name, const void* data, std::size_t size) {
  write_file(name, O_EXCL, data, size);
}

void OutputFile::append_file(const std::filesystem::path& name, const void* data,
                             std::size_t size) {
  write_file(name, O_APPEND, data, size);
}

void OutputFile::write_file(const std::filesystem::path& name, int how, const void* data,
                            std::size_t size) {
  // By the descriptor, for once a signal has removed the directory, another run may make one of
  // that name. One by one, for the directory itself must not come back.
  std::filesystem::path directory;
  for (const std::filesystem::path& part : name.parent_path()) {
    directory /= part;
    if (::mkdirat(lock_, directory.c_str(), 0777) != 0 && errno != EEXIST) fail(errno);
  }
  const int descriptor = ::openat(lock_, name.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | how, 0666);
  if (descriptor < 0) fail(errno);
  size_ += size;
  int failure = write_all(descriptor, data, size);
  if (::close(descriptor) != 0 && failure == 0) failure = errno;
  if (failure != 0) fail(failure);
}

void OutputFile::fail(int error) const { throw_errno("cannot write " + quoted(path_), error); }

void OutputFile::reject_older(bool is_directory) const {
  throw_failure("cannot write {}: {}; remove it first", quoted(path_),
                is_directory ? "it exists, and directories are not replaced"
                             : "a file of that name is there");
}

void OutputFile::close() {
  if (kind_ != Kind::file) return;
  // Some file systems notice only at this point that they are full.
  if (::close(std::exchange(descriptor_, -1)) != 0) fail(errno);
}

void OutputFile::rename() {
  if (kind_ == Kind::stream) return;
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) fail(errno);
  registration_.reset();
}

void OutputFile::publish(std::span<OutputFile* const> files) {
  for (OutputFile* file : files) {
    if (file != nullptr) file->close();
  }
  const SignalsDeferred deferred;
  const auto of_another = [](const OutputFile* file) {
    return file != nullptr && file->kind_ == Kind::file;
  };
  const OutputFile& first = *files[0];
  const std::span<OutputFile* const> others = files.subspan(1);
  const bool is_directory = first.kind_ == Kind::directory;
  std::optional<DirectoryLock> lock;
  if (is_directory || std::ranges::any_of(others, of_another))
    lock.emplace(first.target_.parent_path());
  // Another run may have made it meanwhile. Then its recipe stays as well.
  struct stat older{};
  if (is_directory && ::lstat(first.target_.c_str(), &older) == 0)
    first.reject_older(S_ISDIR(older.st_mode));
  // The recipe and the preview of an older file are removed first: they must never be beside this
  // one.
  for (const OutputFile* file : others) {
    if (of_another(file)) ::unlink(file->target_.c_str());
  }
  for (OutputFile* file : files) {
    if (file != nullptr) file->rename();
  }
}

const std::string& OutputFile::finish() {
  close();
  return temporary_;
}

void OutputFile::publish_alone() {
  if (const int failure = temporaries_->move(temporary_, target_)) fail(failure);
}

bool same_file(const std::filesystem::path& a, const std::filesystem::path& b) {
  std::error_code error;
  return resolved(a) == resolved(b) || std::filesystem::equivalent(a, b, error);
}

}  // namespace perlane::cli::output
