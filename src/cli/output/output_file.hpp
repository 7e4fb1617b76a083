#pragma once
// A file, or a directory of files, that appears under its name only when it is complete.

#include "cli/output/signals.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace perlane::cli::output {

// A directory for temporary files, which goes with all that is in it when this is destroyed or a
// signal ends the program. It lets any thread write files.
class Workshop {
 public:
  // Removes an older one, which a run that was killed has left.
  explicit Workshop(const std::filesystem::path& path);
  ~Workshop();
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;

  std::filesystem::path new_path();

  // Moves what is complete out of here, to a place in the directory that this is in, whose
  // directories it makes, and whatever has the new name in here. Returns 0 or the error number:
  // symbolic links in that directory are not followed. Once a signal removes what is in here, this
  // never returns.
  int move(const std::string& temporary, const std::filesystem::path& target);

 private:
  // A descriptor of the directory of a file in root_; below 0, and an error number, if there is
  // none.
  int open_directory_of(const std::filesystem::path& name) const;

  std::string path_;
  int root_ = -1;  // a descriptor of the directory that this is in
  std::atomic<std::uint64_t> number_ = 0;
  std::mutex mutex_;  // only one thread can hold signals back
  std::optional<RemovedBySignals> removed_by_signals_;
};

// Writes to a temporary file in the directory of `path`, which `publish` renames. An older file of
// that name stays as it is until then. It stays for good if this object is destroyed, or a signal
// ends the program, before `publish`.
class OutputFile {
 public:
  // A directory replaces no older one, and a stream, standard output, has its name for messages.
  enum class Kind { file, directory, stream };

  // Throws std::system_error, with the path and the reason,
  // if the file could not be written in the end.
  explicit OutputFile(std::filesystem::path path, Kind kind = Kind::file);
  // The same in a workshop. `publish_alone` replaces whatever has that name.
  OutputFile(std::filesystem::path path, Kind kind, Workshop& workshop);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  // Return 0 or the error number, for C code. The first writes at the end, the second anywhere,
  // from any thread.
  int write(const void* data, std::size_t size) noexcept;
  int write_at(std::uint64_t offset, const void* data, std::size_t size) noexcept;
  int read_at(std::uint64_t offset, void* data, std::size_t size) const noexcept;
  // Throw instead.
  void put(const void* data, std::size_t size);
  void put_at(std::uint64_t offset, const void* data, std::size_t size);
  // Writes a whole file, and its directory, into a directory. Any thread may.
  void put_file(const std::filesystem::path& name, const void* data, std::size_t size);

  const std::filesystem::path& path() const noexcept { return path_; }
  Kind kind() const noexcept { return kind_; }
  // Of a file, or of all files of a directory.
  std::uint64_t size() const noexcept { return size_; }
  [[noreturn]] void fail(int error) const;

  // Closes all files, then renames all, so that one name does not appear without the others. Those
  // after the first tell of it: older ones go before it appears, and other runs wait. It skips null
  // pointers.
  static void publish(std::span<OutputFile* const> files);

  // For files of a workshop: `finish` closes one, which can then be read at the path that it
  // returns; `publish_alone` makes its directory and renames it.
  const std::string& finish();
  void publish_alone();

 private:
  void create(bool replaces, unsigned mode);
  [[noreturn]] void refuse_older(bool is_directory) const;
  void close();
  void close_all() noexcept;
  void rename();

  std::filesystem::path path_;  // as given, for messages
  Kind kind_;
  std::filesystem::path target_;  // with symbolic links followed
  std::string temporary_;
  Workshop* workshop_ = nullptr;
  std::optional<RemovedBySignals> removed_by_signals_;
  int descriptor_ = -1;
  int lock_ = -1;  // another one of the same file, or of the directory, until it is published
  std::atomic<std::uint64_t> size_ = 0;
};

// Returns 0 or the error number.
int write_all(int descriptor, const void* data, std::size_t size) noexcept;

// Appends to a file that is open for appending, all of the text or nothing. Returns 0 or the error
// number.
int append_whole(int descriptor, std::string_view text) noexcept;

// Returns whether both paths name the same file, which need not exist.
bool same_file(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace perlane::cli::output
