#pragma once
// Runs the command-line tool in an empty directory of its own.

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include <sys/types.h>

namespace perlane::testing {

// The results of a run.
struct Finished {
  int exit_code;  // -1 if a signal ended it
  int signal;     // 0 if none did
  std::string output;
  std::string error;
};

struct Setting {
  // Shell commands that run before the tool starts, such as "ulimit -f 8".
  std::string before{};
  // The shell sends the streams there, such as "/dev/full".
  // By default `Finished::output` and `error` get them.
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
  // These do the same in two steps. There may be only one run at a time.
  pid_t start(const Arguments& arguments, const Setting& setting = {});
  Finished finish(pid_t process);

  // Runs the tool, expects success, and returns what it printed.
  std::string run_well(const Arguments& arguments);

  // Returns true if this build has the format of an extension, ".tif", or those that arguments
  // need.
  bool has_format(const std::string& extension);
  bool has_formats_of(const Arguments& arguments);

  std::filesystem::path file(const std::string& name) const { return directory_ / "maps" / name; }
  void write_file(const std::string& name, const std::string& content) const;
  static std::string read_file(const std::filesystem::path& path);
  // Returns the names of all files in the directory of the tool, hidden ones too, sorted.
  std::vector<std::string> files() const;

 private:
  std::filesystem::path directory_;
};

// Sanitizers reserve more address space than `ulimit -v`
// can leave them, and macOS has no such limit.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || defined(__APPLE__)
inline constexpr bool limits_of_memory_work = false;
#elif defined(__has_feature)
inline constexpr bool limits_of_memory_work =
    !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer);
#else
inline constexpr bool limits_of_memory_work = true;
#endif

}  // namespace perlane::testing
