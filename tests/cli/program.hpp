#pragma once
// Runs the command-line tool in an empty directory of its own.

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include <sys/types.h>

namespace perlane::testing {

// What a run left behind.
struct Finished {
  int exit_code;  // or -1 if a signal ended it
  int signal;     // or 0
  std::string output;
  std::string error;
};

struct Setting {
  // Shell commands before the tool starts, such as "ulimit -f 8".
  std::string before{};
  // Instead of files, for `Finished::output` and `error`.
  std::string standard_output{};
  std::string standard_error{};
};

// A test with a directory for the tool to run in; it is removed afterwards.
class Program : public ::testing::Test {
 protected:
  Program();
  ~Program() override;

  using Arguments = std::vector<std::string>;

  Finished run(const Arguments& arguments, const Setting& setting = {});
  // The same in two steps. At most one run at a time.
  pid_t start(const Arguments& arguments, const Setting& setting = {});
  Finished finish(pid_t process);

  // Of a run that must succeed: what it printed.
  std::string run_well(const Arguments& arguments);

  std::filesystem::path file(const std::string& name) const { return directory_ / "maps" / name; }
  void write_file(const std::string& name, const std::string& content) const;
  static std::string read_file(const std::filesystem::path& path);
  // Names of all files in the directory of the tool, hidden ones too, sorted.
  std::vector<std::string> files() const;

 private:
  std::filesystem::path directory_;
};

// Sanitizers reserve more address space than `ulimit -v` can leave them, and macOS does not know
// it.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || defined(__APPLE__)
inline constexpr bool limits_of_memory_work = false;
#elif defined(__has_feature)
inline constexpr bool limits_of_memory_work =
    !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer);
#else
inline constexpr bool limits_of_memory_work = true;
#endif

}  // namespace perlane::testing
