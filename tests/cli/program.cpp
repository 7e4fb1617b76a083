#include "program.hpp"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <spawn.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __APPLE__
extern char** environ;
#endif

namespace perlane::testing {

Program::Program() {
  std::string name = (std::filesystem::temp_directory_path() / "perlane-cli-test.XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr)
    throw std::runtime_error("cannot make a directory like " + name);
  directory_ = name;
  std::filesystem::create_directory(directory_ / "maps");
}

Program::~Program() {
  std::error_code ignored;
  std::filesystem::remove_all(directory_, ignored);
}

pid_t Program::start(const Arguments& arguments, const Setting& setting) {
  const std::string output =
      setting.standard_output.empty() ? "\"$0/output\"" : setting.standard_output;
  const std::string error =
      setting.standard_error.empty() ? "\"$0/error\"" : setting.standard_error;
  const std::string script = "cd \"$0/maps\" && unset PERLANE_ISA && " +
                             (setting.before.empty() ? "true" : setting.before) +
                             " && exec \"$@\" >" + output + " 2>" + error;
  std::vector<std::string> words{"sh", "-c", script, directory_.string(), PERLANE_CLI};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);

  // The caller of the tests may ignore signals, and the tool would inherit that.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t signals;
  sigemptyset(&signals);
  posix_spawnattr_setsigmask(&attributes, &signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE}) sigaddset(&signals, signal);
  posix_spawnattr_setsigdefault(&attributes, &signals);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  pid_t process = 0;
  const int failure =
      ::posix_spawn(&process, "/bin/sh", nullptr, &attributes, pointers.data(), environ);
  posix_spawnattr_destroy(&attributes);
  if (failure != 0) throw std::runtime_error("cannot start a shell");
  return process;
}

Finished Program::finish(pid_t process) {
  int status = 0;
  ::waitpid(process, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, WIFSIGNALED(status) ? WTERMSIG(status) : 0,
          read_file(directory_ / "output"), read_file(directory_ / "error")};
}

Finished Program::run(const Arguments& arguments, const Setting& setting) {
  return finish(start(arguments, setting));
}

bool Program::has_format(const std::string& extension) {
  static const std::string help = run_well({"render", "--help"});
  return help.find("  " + extension + ": ") != std::string::npos;
}

bool Program::has_formats_of(const Arguments& arguments) {
  for (const std::string& word : arguments) {
    std::string extension = std::filesystem::path(word).extension().string();
    if (word == "--compression") extension = ".tif";
    if (word == "float16") extension = ".exr";
    if (word == "--zarr") extension = ".zarr";
    if (word == "tif") extension = ".tif";
    const bool may_be_left_out = extension == ".tif" || extension == ".exr" || extension == ".zarr";
    if (may_be_left_out && !has_format(extension)) return false;
  }
  return true;
}

std::string Program::run_well(const Arguments& arguments) {
  const Finished finished = run(arguments);
  EXPECT_EQ(finished.exit_code, 0) << finished.error;
  return finished.output;
}

void Program::write_file(const std::string& name, const std::string& content) const {
  std::ofstream(file(name), std::ios::binary) << content;
}

std::string Program::read_file(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<std::string> Program::files() const {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(directory_ / "maps")) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace perlane::testing
