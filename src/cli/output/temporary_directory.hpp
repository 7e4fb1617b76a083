#pragma once

#include "cli/output/signals.hpp"

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>

namespace perlane::cli::output {

// A directory for temporary files. It is removed with all that is in it when this is destroyed or a
// signal ends the program. Any thread may write files into it.
class TemporaryDirectory {
 public:
  // Removes an older one, which a run that was killed has left.
  explicit TemporaryDirectory(const std::filesystem::path& path);
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  std::filesystem::path new_path();

  // Moves a file that is complete out of here, to a place in the directory that this is in, whose
  // directories it makes, onto a file that has the new name. Returns 0 or the error number:
  // symbolic links in that directory are not followed. Once a signal removes what is in here, this
  // never returns.
  int move(const std::filesystem::path& temporary, const std::filesystem::path& target);

 private:
  std::filesystem::path path_;
  int root_ = -1;  // a descriptor of the directory that this is in
  std::atomic<std::uint64_t> number_ = 0;
  std::optional<RemovedBySignals> registration_;
};

}  // namespace perlane::cli::output
