// Tests a signal in the middle of a render: no file appears, none is lost, and the parent sees that
// it was interrupted, or which signal it was.

#include "image.hpp"
#include "program.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <string>
#include <sys/file.h>
#include <thread>
#include <unistd.h>
#include <vector>

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
        if (std::filesystem::exists(file(name) / "c" / "1")) return true;
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

// The next render to the same name, and no other, removes what kill -9 left, and keeps what a
// running render writes.
TEST_F(Signals, TheNextRunRemovesWhatAKilledOneLeft) {
  const auto left = [this] {
    return std::ranges::count_if(
        files(), [](const std::string& name) { return name.starts_with(".perlane-"); });
  };
  const Arguments both{"render", "map.png", "--preview", "look.png", "--size"};
  const auto with = [](Arguments arguments, const std::string& size) {
    arguments.push_back(size);
    return arguments;
  };
  const pid_t process = start_writing(with(both, "30000"));
  run_well({"render", "map.png", "--size", "16", "-q"});
  EXPECT_EQ(left(), 2);
  ::kill(process, SIGKILL);
  EXPECT_EQ(finish(process).signal, SIGKILL);
  EXPECT_EQ(left(), 2);
  run_well({"render", "other.png", "--size", "16", "-q"});
  EXPECT_EQ(left(), 2);
  run_well({"render", "map.png", "--size", "16", "-q"});
  EXPECT_EQ(left(), 1);
  run_well(with(both, "16"));
  EXPECT_EQ(files(), (std::vector<std::string>{"look.png", "map.png", "other.png"}));
  if (!has_format(".zarr")) return;
  const pid_t another = start({"render", "map.zarr", "--size", "30000"});
  while (left() == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  ::kill(another, SIGKILL);
  finish(another);
  EXPECT_EQ(left(), 1);
  run_well({"render", "map.zarr", "--size", "16", "-q"});
  EXPECT_EQ(left(), 0);
}

TEST_F(Signals, TheNextRunRemovesWhatSeveralHaveLeft) {
  std::vector<pid_t> processes;
  for (int run = 0; run < 3; ++run) {
    processes.push_back(start_writing({"render", "map.png", "--size", "30000"}));
    while (files().size() <= static_cast<std::size_t>(run))
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  for (const pid_t process : processes) {
    ::kill(process, SIGKILL);
    finish(process);
  }
  EXPECT_EQ(files().size(), 3u);
  run_well({"render", "map.png", "--size", "16", "-q"});
  EXPECT_EQ(files(), std::vector<std::string>{"map.png"});
}

// Runs that begin at the same moment take nothing from each other: one makes the directory, and the
// others say that it is there.
TEST_F(Signals, RunsToOneNameDoNotDisturbEachOther) {
  if (!has_format(".zarr")) GTEST_SKIP() << "perlane was built without .zarr";
  constexpr int runs = 6;
  for (int round = 0; round < 20; ++round) {
    for (const char* name : {"map.zarr", "look.png"}) std::filesystem::remove_all(file(name));
    std::vector<pid_t> processes;
    for (int run = 0; run < runs; ++run) {
      processes.push_back(
          start({"render", "map.zarr", "--preview", "look.png", "--size", "8", "-q"},
                {.standard_error = "\"$0/error-" + std::to_string(run) + "\""}));
    }
    int succeeded = 0;
    for (const pid_t process : processes) succeeded += finish(process).exit_code == 0 ? 1 : 0;
    EXPECT_EQ(succeeded, 1);
    EXPECT_EQ(files(), (std::vector<std::string>{"look.png", "map.zarr"}));
    for (int run = 0; run < runs; ++run) {
      const std::string error = read_file(file("../error-" + std::to_string(run)));
      EXPECT_TRUE(error.empty() ||
                  error.find("it exists, and directories are not replaced") != std::string::npos)
          << error;
    }
  }
}

// The recipe beside a file is the recipe of that file, whichever run comes last.
TEST_F(Signals, RunsToOneNameKeepFilesAndRecipesTogether) {
  for (int round = 0; round < 30; ++round) {
    std::vector<pid_t> processes;
    for (const char* seed : {"1", "2", "3"})
      processes.push_back(start({"render", "map.r16", "--size", "64", "--seed", seed, "-q"}));
    for (const pid_t process : processes) EXPECT_EQ(finish(process).exit_code, 0);
    const Finished again = finish(start({"render", "again.r16", "--field", "map.r16", "-q"}));
    ASSERT_EQ(again.exit_code, 0) << again.error;
    ASSERT_EQ(read_file(file("again.r16")), read_file(file("map.r16")));
  }
}

// Another program may hold a lock on the directory for as long as it likes.
TEST_F(Signals, ALockOnTheDirectoryDelaysRunsAndTheirSignalsNotForGood) {
  const int directory = ::open(file("").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  ASSERT_EQ(::flock(directory, LOCK_EX), 0);
  std::vector<pid_t> processes;
  for (const Arguments& arguments : {Arguments{"render", "map.r16"},
                                     {"render", "map.png", "--preview", "look.png"},
                                     {"render", has_format(".zarr") ? "map.zarr" : "other.r32"}}) {
    Arguments all = arguments;
    all.insert(all.end(), {"--size", "16", "-q"});
    processes.push_back(start(all));
  }
  for (const pid_t process : processes) EXPECT_EQ(finish(process).exit_code, 0);
  for (const char* name : {"map.r16", "map.r16.json", "map.png", "look.png"})
    EXPECT_TRUE(std::filesystem::exists(file(name))) << name;

  for (const std::string& name : files()) std::filesystem::remove_all(file(name));
  const pid_t process = start({"render", "map.r16", "--size", "16", "-q"});
  while (files().empty()) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  ::kill(process, SIGINT);
  if (finish(process).exit_code != 0) {  // else it was over before the signal came
    EXPECT_EQ(files(), std::vector<std::string>());
  }
  ::close(directory);
}

// Before anything is written.
TEST_F(Signals, LongBandsAreInterruptedAtOnce) {
  const pid_t process = start({"render", "map.png", "--size", "2000000x100", "--octaves", "32",
                               "--noise", "simplex2012", "--threads", "1"});
  while (!read_file(file("../error")).ends_with(" samples\n"))
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  ::kill(process, SIGINT);
  const Finished finished = finish(process);
  EXPECT_EQ(finished.exit_code, 130);
  EXPECT_TRUE(finished.error.ends_with(" samples\nperlane: interrupted\n")) << finished.error;
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
