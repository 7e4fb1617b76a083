#pragma once
// A file, or a directory of files, that appears under its name only when it is complete.

#include "cli/output/signals.hpp"
#include "cli/output/temporary_directory.hpp"
#include "cli/system/system.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace perlane::cli::output {

// Returns the path that symbolic links lead to, also to a file that is not there yet; or `path`
// itself, if it is not a link.
std::filesystem::path target_of(std::filesystem::path path);

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
  // A file among temporaries. `publish_alone` replaces the file of that name.
  OutputFile(std::filesystem::path path, TemporaryDirectory& temporaries);
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
  // Writes a whole file, and its directory, into a directory; or appends to one that this has
  // written. Any thread may.
  void put_file(const std::filesystem::path& name, const void* data, std::size_t size);
  void append_file(const std::filesystem::path& name, const void* data, std::size_t size);

  const std::filesystem::path& path() const noexcept { return path_; }
  Kind kind() const noexcept { return kind_; }
  // The bytes of a file, or of all files of a directory.
  std::uint64_t size() const noexcept { return size_; }
  [[noreturn]] void fail(int error) const;

  // Closes all files, then renames all, so that one name does not appear without the others. Those
  // after the first describe it: older ones are moved away before it appears, and other runs wait.
  // All older ones stay if one of them, or the first, cannot be replaced. It skips null pointers.
  static void publish(std::span<OutputFile* const> files);
  void publish() {
    OutputFile* const files[] = {this};
    publish(files);
  }

  // For files of a temporaries: `finish` closes one, which can then be read at the path that it
  // returns; `publish_alone` makes its directory and renames it.
  const std::filesystem::path& finish();
  void publish_alone();

 private:
  void create();
  void write_file(const std::filesystem::path& name, system::Open how, const void* data,
                  std::size_t size);
  [[noreturn]] void reject_older(bool is_directory) const;
  void close();
  void close_all() noexcept;
  void rename();
  // Gives an older file the name of a temporary one, and returns that; empty if there is none.
  std::filesystem::path move_aside() const;

  std::filesystem::path path_;  // as given, for messages
  Kind kind_;
  std::filesystem::path target_;  // with symbolic links followed
  std::filesystem::path temporary_;
  TemporaryDirectory* temporaries_ = nullptr;
  std::optional<RemovedBySignals> registration_;
  int descriptor_ = -1;
  int lock_ = -1;  // another one of the same file, or of the directory, until it is published
  std::atomic<std::uint64_t> size_ = 0;
};

// Appends to a file that is open for appending, all of the text or nothing. Returns 0 or the error
// number.
int append_whole(int descriptor, std::string_view text) noexcept;

// Returns whether both paths name the same file, which need not exist.
bool same_file(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace perlane::cli::output
