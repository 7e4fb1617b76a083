// Tests a signal in the middle of a render: no file appears, none is lost, and the parent sees that
// it was interrupted, or which signal it was.

#include "image.hpp"
#include "program.hpp"

#include <chrono>
#include <csignal>
#include <thread>

namespace perlane::testing {
namespace {

class Signals : public Program {
 protected:
  // Starts a render, and returns when it is in the middle of a file.
  pid_t start_writing(const Arguments& arguments, const Setting& setting = {}) {
    const pid_t process = start(arguments, setting);
    const auto is_writing = [this] {
      for (const std::string& name : files()) {
        std::error_code error;  // the file may be gone already
        const auto size = std::filesystem::file_size(file(name), error);
        if (name.starts_with(".perlane-") && !error && size > 300'000) return true;
      }
      return false;
    };
    for (int attempt = 0; attempt < 30000 && !is_writing(); ++attempt) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    EXPECT_TRUE(is_writing()) << "the render was over before it could be interrupted";
    return process;
  }
};

TEST_F(Signals, LeaveNothingAndDestroyNothing) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
    write_file("map.png", "older");
    const pid_t process =
        start_writing({"render", "map.png", "--preview", "look.png", "--size", "30000"},
                      {.before = "ulimit -c 0"});
    ::kill(process, signal);
    const Finished finished = finish(process);
    if (signal == SIGINT) {
      EXPECT_EQ(finished.exit_code, 130);
      EXPECT_TRUE(finished.error.ends_with(" samples\nperlane: interrupted\n")) << finished.error;
    } else {
      EXPECT_EQ(finished.signal, signal) << finished.error;
    }
    EXPECT_EQ(files(), std::vector<std::string>{"map.png"});
    EXPECT_EQ(read_file(file("map.png")), "older");
  }
}

TEST_F(Signals, LeaveNoDirectory) {
  if (!has_format(".zarr")) GTEST_SKIP() << "perlane was built without .zarr";
  for (const int signal : {SIGINT, SIGTERM}) {
    const pid_t process = start({"render", "map.zarr", "--size", "30000"});
    const auto has_chunks = [this] {
      for (const std::string& name : files())
        if (std::filesystem::exists(file(name) / "c" / "3")) return true;
      return false;
    };
    for (int attempt = 0; attempt < 30000 && !has_chunks(); ++attempt)
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    EXPECT_TRUE(has_chunks());
    ::kill(process, signal);
    const Finished finished = finish(process);
    EXPECT_EQ(finished.exit_code, signal == SIGINT ? 130 : -1) << finished.error;
    EXPECT_EQ(files(), std::vector<std::string>());
  }
}

// Before anything is written.
TEST_F(Signals, EndLongBandsAtOnce) {
  const pid_t process = start({"render", "map.png", "--size", "2000000x100", "--octaves", "32",
                               "--noise", "simplex2012", "--threads", "1"});
  while (files().empty()) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  ::kill(process, SIGINT);
  const Finished finished = finish(process);
  EXPECT_EQ(finished.exit_code, 130);
  EXPECT_TRUE(finished.error.ends_with("perlane: interrupted\n")) << finished.error;
  EXPECT_EQ(files(), std::vector<std::string>());
}

TEST_F(Signals, IgnoredOnesStayIgnored) {
  const pid_t process =
      start_writing({"render", "map.png", "--size", "4000"}, {.before = "trap '' HUP"});
  ::kill(process, SIGHUP);
  const Finished finished = finish(process);
  EXPECT_EQ(finished.exit_code, 0) << finished.error;
  EXPECT_EQ(files(), std::vector<std::string>{"map.png"});
  EXPECT_EQ(read_png(file("map.png")).height, 4000);
}

}  // namespace
}  // namespace perlane::testing
