#pragma once
// A file that appears under its name only when it is complete.

#include "cli/signals.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace perlane::cli {

// Writes to a temporary file in the directory of `path`, which `publish` renames. An older file of
// that name stays as it is until then. It stays for good if this object is destroyed, or a signal
// ends the program, before `publish`.
class OutputFile {
 public:
  // Throws std::system_error, with the path and the reason,
  // if the file could not be written in the end.
  explicit OutputFile(std::filesystem::path path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  // Returns 0 or the error number. It does not throw, because C code calls it.
  int write(const void* data, std::size_t size) noexcept;

  const std::filesystem::path& path() const noexcept { return path_; }
  std::uint64_t size() const noexcept { return size_; }
  [[noreturn]] void fail(int error) const;

  // Closes all files, then renames all, so that one name does
  // not appear without the others. It skips null pointers.
  static void publish(std::initializer_list<OutputFile*> files);

 private:
  void close();
  void rename();

  std::filesystem::path path_;  // as given, for messages
  std::filesystem::path target_;  // with symbolic links followed
  std::string temporary_;
  std::optional<RemovedBySignals> removed_by_signals_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
};

// Returns whether both paths name the same file, which need not exist.
bool same_file(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace perlane::cli
