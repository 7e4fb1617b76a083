#include "cli/output/output_file.hpp"

#include "cli/output/message.hpp"
#include "cli/output/temporary.hpp"
#include "cli/system/system.hpp"

#include <algorithm>
#include <cerrno>
#include <utility>
#include <vector>

namespace perlane::cli::output {
namespace {

namespace fs = std::filesystem;

// Follows symbolic links, for renaming onto a link would replace the link. All directories must be
// there, also those that a .. leaves.
fs::path resolved(const fs::path& path) {
  std::error_code error;
  const fs::path target = target_of(fs::absolute(path, error));
  const fs::path directory = fs::canonical(target.parent_path(), error);
  return error ? target : directory / target.filename();
}

// Returns 0 or the error number.
int rename_file(const fs::path& from, const fs::path& to) noexcept {
  std::error_code error;
  fs::rename(from, to, error);
  return error ? error.default_error_condition().value() : 0;
}

}  // namespace

fs::path target_of(fs::path path) {
  constexpr int most = 40;  // beyond, it goes in a circle
  for (int links = 0; links < most; ++links) {
    std::error_code error;
    const fs::path target = fs::read_symlink(path, error);
    if (error) break;
    path = path.parent_path() / target;
  }
  return path;
}

int append_whole(int descriptor, std::string_view text) noexcept {
  std::uint64_t before = 0;
  if (const int error = system::find_size(descriptor, before)) return error;
  const int error = system::write(descriptor, text.data(), text.size());
  // A part would become the beginning of the next text, once there is room.
  if (error != 0) (void)system::resize(descriptor, before);
  return error;
}

OutputFile::OutputFile(fs::path path, TemporaryDirectory& temporaries)
    : path_(std::move(path)),
      kind_(Kind::file),
      target_(path_),
      temporary_(temporaries.new_path()),
      temporaries_(&temporaries) {
  const SignalsDeferred deferred;
  descriptor_ = system::open(temporary_, system::Open::create);
  if (descriptor_ < 0) fail(errno);
}

OutputFile::OutputFile(fs::path path, Kind kind) : path_(std::move(path)), kind_(kind) {
  if (kind_ == Kind::stream) {
    descriptor_ = system::standard_output;
    return;
  }
  target_ = resolved(path_);
  std::error_code ignored;
  const fs::file_status older = fs::status(target_, ignored);
  const bool replaces = fs::exists(older);
  if (kind_ == Kind::directory && replaces) reject_older(fs::is_directory(older));
  // Renaming needs no permission on the older file, and would replace a device by a file. So this
  // asks first.
  if (replaces && fs::is_directory(older)) fail(EISDIR);
  if (replaces && !fs::is_regular_file(older))
    throw_failure("cannot write {}: it is not a regular file", quoted(path_));
  if (!path_.has_filename()) fail(path_.empty() ? ENOENT : EISDIR);
  // The temporary file has another name, which may be possible where this one is not. Another run
  // that writes this file may remove it at any time.
  const int error = system::access_error(target_);
  if (error != 0 && error != ENOENT) fail(error);
  create();
  constexpr auto most = fs::perms::owner_all | fs::perms::group_all | fs::perms::others_all;
  if (replaces) fs::permissions(temporary_, older.permissions() & most, ignored);
}

void OutputFile::create() {
  constexpr int most_left = 8;
  const SignalsDeferred deferred;  // until it is registered
  const auto give_up = [&](int error) {
    remove_tree(temporary_);
    close_all();
    fail(error);
  };
  int attempt = 0;
  for (;; ++attempt) {
    temporary_ = temporary_path(target_, attempt);
    remove_left(temporary_);
    if (kind_ == Kind::file) {
      lock_ = system::open(temporary_, system::Open::create);
    } else if ((errno = system::make_directory(temporary_)) == 0) {
      lock_ = system::open(temporary_, system::Open::read);
      // Another run may have taken it for one that was left.
      if (lock_ < 0 && errno == ENOENT) continue;
      if (lock_ < 0) give_up(errno);
    }
    if (lock_ < 0 && errno != EEXIST) fail(errno);
    if (lock_ >= 0 && lock_new(lock_, temporary_)) break;
    close_all();
  }
  // Files in a directory, and removing them, take another descriptor, too.
  descriptor_ = system::duplicate(lock_);
  if (descriptor_ < 0) give_up(errno);
  if (kind_ == Kind::directory) system::close(std::exchange(descriptor_, -1));
  registration_.emplace(temporary_);
  // Several runs at a time may have been killed.
  for (int other = 1; other <= most_left; ++other)
    remove_left(temporary_path(target_, attempt + other));
}

void OutputFile::close_all() noexcept {
  if (kind_ == Kind::file && descriptor_ >= 0) system::close(std::exchange(descriptor_, -1));
  if (lock_ >= 0) system::close(std::exchange(lock_, -1));
}

OutputFile::~OutputFile() {
  const SignalsDeferred
      deferred;  // until it is no longer registered: the name may get another file
  if (registration_ || temporaries_ != nullptr) remove_tree(temporary_);
  close_all();
  registration_.reset();
}

int OutputFile::write(const void* data, std::size_t size) noexcept {
  if (kind_ != Kind::stream) return write_at(size_, data, size);
  size_ += size;
  return system::write(descriptor_, data, size);
}

int OutputFile::write_at(std::uint64_t offset, const void* data, std::size_t size) noexcept {
  std::uint64_t known = size_;
  while (known < offset + size && !size_.compare_exchange_weak(known, offset + size)) {
  }
  return system::write_at(descriptor_, offset, data, size);
}

int OutputFile::read_at(std::uint64_t offset, void* data, std::size_t size) const noexcept {
  return system::read_at(descriptor_, offset, data, size);
}

void OutputFile::put(const void* data, std::size_t size) {
  if (const int error = write(data, size)) fail(error);
}

void OutputFile::put_at(std::uint64_t offset, const void* data, std::size_t size) {
  if (const int error = write_at(offset, data, size)) fail(error);
}

void OutputFile::put_file(const fs::path& name, const void* data, std::size_t size) {
  write_file(name, system::Open::create, data, size);
}

void OutputFile::append_file(const fs::path& name, const void* data, std::size_t size) {
  write_file(name, system::Open::append, data, size);
}

void OutputFile::write_file(const fs::path& name, system::Open how, const void* data,
                            std::size_t size) {
  const auto open = [&] {
    const SignalsDeferred deferred;
    fs::path directory = temporary_;
    for (const fs::path& part : name.parent_path()) {
      directory /= part;
      const int error = system::make_directory(directory);
      if (error != 0 && error != EEXIST) fail(error);
    }
    return system::open(temporary_ / name, how);
  };
  const int descriptor = open();
  if (descriptor < 0) fail(errno);
  size_ += size;
  int failure = system::write(descriptor, data, size);
  if (const int error = system::close(descriptor); failure == 0) failure = error;
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
  if (const int error = system::close(std::exchange(descriptor_, -1))) fail(error);
}

void OutputFile::rename() {
  if (kind_ == Kind::stream) return;
  if (const int error = rename_file(temporary_, target_)) fail(error);
  registration_.reset();
}

fs::path OutputFile::move_aside() const {
  std::error_code ignored;
  const fs::file_status older = fs::symlink_status(target_, ignored);
  if (fs::is_directory(older)) fail(EISDIR);
  // No other run has this name as long as the directory is locked. What a killed run left there is
  // replaced, or removed.
  const fs::path aside = temporary_path(target_, -1);
  if (!fs::exists(older)) {
    fs::remove(aside, ignored);
    return {};
  }
  if (const int error = rename_file(target_, aside)) fail(error);
  return aside;
}

void OutputFile::publish(std::span<OutputFile* const> files) {
  for (OutputFile* file : files) {
    if (file != nullptr) file->close();
  }
  const auto of_another = [](const OutputFile* file) {
    return file != nullptr && file->kind_ == Kind::file;
  };
  const OutputFile& first = *files[0];
  const std::span<OutputFile* const> others = files.subspan(1);
  const bool is_directory = first.kind_ == Kind::directory;
  std::optional<system::DirectoryLock> lock;
  if (is_directory || std::ranges::any_of(others, of_another)) {  // the first may be a stream
    const OutputFile& named = is_directory ? first : **std::ranges::find_if(files, of_another);
    lock.emplace(named.target_.parent_path());
  }
  const SignalsDeferred deferred;  // signals end the wait for the lock
  // Another run may have made it meanwhile. Then its recipe stays as well.
  std::error_code ignored;
  const fs::file_status older = fs::symlink_status(first.target_, ignored);
  if (is_directory && fs::exists(older)) first.reject_older(fs::is_directory(older));
  // The recipe and the preview of an older file are moved away first: they must never be beside
  // this one. They come back if it cannot be replaced.
  std::vector<std::pair<const OutputFile*, fs::path>> moved;
  try {
    for (const OutputFile* file : others)
      if (of_another(file)) moved.emplace_back(file, file->move_aside());
    files[0]->rename();
  } catch (...) {
    for (const auto& [file, aside] : moved)
      if (!aside.empty()) fs::rename(aside, file->target_, ignored);
    throw;
  }
  for (const auto& [file, aside] : moved) fs::remove(aside, ignored);
  for (OutputFile* file : others) {
    if (file != nullptr) file->rename();
  }
}

const fs::path& OutputFile::finish() {
  close();
  return temporary_;
}

void OutputFile::publish_alone() {
  if (const int failure = temporaries_->move(temporary_, target_)) fail(failure);
}

bool same_file(const fs::path& a, const fs::path& b) {
  std::error_code error;
  return resolved(a) == resolved(b) || fs::equivalent(a, b, error);
}

}  // namespace perlane::cli::output
