#include "cli/system/system.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <poll.h>
#include <string_view>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace perlane::cli::system {
namespace {

constexpr int exit_interrupted = 128 + SIGINT;  // as shells have it

void wait_for(const sigset_t& signals, void (*clean_up)()) {
  int signal = 0;
  while (sigwait(&signals, &signal) != 0) {
  }
  clean_up();
  if (signal == SIGINT) {
    std::string_view message = "\r\x1b[Kperlane: interrupted\n";  // first it removes the bar
    if (!has_terminal()) message.remove_prefix(message.find('p'));
    (void)!::write(STDERR_FILENO, message.data(), message.size());  // the terminal may be gone
    ::_exit(exit_interrupted);
  }
  // This takes the default action, so that the parent sees which signal it was.
  std::signal(signal, SIG_DFL);
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  std::raise(signal);
}

// Calls move(done), which reads or writes more and returns how much, until `size` bytes are done.
template <class Move>
int move_all(std::size_t size, const Move& move) noexcept {
  for (std::size_t done = 0; done < size;) {
    const ssize_t moved = move(done);
    if (moved > 0) done += static_cast<std::size_t>(moved);
    if (moved < 0 && errno != EINTR) return errno;
    if (moved == 0) return EIO;  // a file that is shorter than it should be
  }
  return 0;
}

int error_of(int result) noexcept { return result == 0 ? 0 : errno; }

// A descriptor of the directory of a name.
int open_directory_of(int root, const std::filesystem::path& name) {
  constexpr int how = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  int directory = duplicate(root);
  for (const std::filesystem::path& part : name.parent_path()) {
    if (directory < 0) break;
    int next = -1;
    if (::mkdirat(directory, part.c_str(), 0777) == 0 || errno == EEXIST)
      next = ::openat(directory, part.c_str(), how);
    const int error = errno;
    close(directory);
    errno = error;
    directory = next;
  }
  return directory;
}

}  // namespace

// Standard output must not be lost in silence, so a closed one stays one that cannot be written.
void prepare_streams() {
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
    if (::fcntl(stream, F_GETFD) < 0)
      (void)::open("/dev/null", stream == STDOUT_FILENO ? O_RDONLY : O_RDWR);
  }
}

bool has_terminal() { return ::isatty(STDERR_FILENO) != 0; }

// A thread waits for the signals, which all others block.
void handle_signals(void (*clean_up)()) {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
    struct sigaction inherited{};
    sigaction(signal, nullptr, &inherited);
    if (inherited.sa_handler != SIG_IGN) sigaddset(&signals, signal);
  }
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  try {
    std::thread(wait_for, signals, clean_up).detach();
  } catch (const std::system_error&) {  // without the thread, signals end the program as they do
    pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  }
}

std::uint64_t memory_size() {
  auto size = static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
              static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  // A container's limit is in one of these files, depending on the version of Linux control groups.
  // It reads "max" if there is none.
  for (const char* path :
       {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
    std::uint64_t limit = 0;
    if (std::ifstream(path) >> limit) size = std::min(size, limit);
  }
  for (const int which : {RLIMIT_AS, RLIMIT_DATA}) {
    rlimit limit{};
    if (::getrlimit(which, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
      size = std::min(size, static_cast<std::uint64_t>(limit.rlim_cur));
  }
  return size;
}

int open(const std::filesystem::path& path, Open how) noexcept {
  constexpr int create = O_RDWR | O_CREAT | O_EXCL;
  constexpr int flags[] = {create, create, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW,
                           O_RDONLY | O_NOFOLLOW | O_NONBLOCK, O_RDONLY | O_DIRECTORY};
  return ::open(path.c_str(), flags[static_cast<int>(how)] | O_CLOEXEC,
                how == Open::create_private ? 0600 : 0666);
}

int duplicate(int descriptor) noexcept { return ::fcntl(descriptor, F_DUPFD_CLOEXEC, 0); }

int close(int descriptor) noexcept { return error_of(::close(descriptor)); }

int write(int descriptor, const void* data, std::size_t size) noexcept {
  return move_all(size, [=](std::size_t done) {
    for (;;) {
      const ssize_t moved = ::write(descriptor, static_cast<const char*>(data) + done, size - done);
      if (moved >= 0 || errno != EAGAIN) return moved;
      // Another program has made a pipe not wait, and it is full.
      pollfd room{descriptor, POLLOUT, 0};
      if (::poll(&room, 1, -1) < 0) return moved;
    }
  });
}

int write_at(int descriptor, std::uint64_t offset, const void* data, std::size_t size) noexcept {
  return move_all(size, [=](std::size_t done) {
    return ::pwrite(descriptor, static_cast<const char*>(data) + done, size - done,
                    static_cast<off_t>(offset + done));
  });
}

int read_at(int descriptor, std::uint64_t offset, void* data, std::size_t size) noexcept {
  return move_all(size, [=](std::size_t done) {
    return ::pread(descriptor, static_cast<char*>(data) + done, size - done,
                   static_cast<off_t>(offset + done));
  });
}

int resize(int descriptor, std::uint64_t size) noexcept {
  return error_of(::ftruncate(descriptor, static_cast<off_t>(size)));
}

int find_size(int descriptor, std::uint64_t& size) noexcept {
  struct stat state{};
  const int error = error_of(::fstat(descriptor, &state));
  size = static_cast<std::uint64_t>(state.st_size);
  return error;
}

Lock lock(int descriptor, bool is_shared) noexcept {
  if (::flock(descriptor, (is_shared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0) return Lock::locked;
  return errno == EWOULDBLOCK ? Lock::taken : Lock::none;
}

bool is_at(int descriptor, const std::filesystem::path& path) noexcept {
  struct stat open{}, named{};
  return ::fstat(descriptor, &open) == 0 && ::lstat(path.c_str(), &named) == 0 &&
         open.st_ino == named.st_ino && open.st_dev == named.st_dev;
}

bool is_own(int descriptor) noexcept {
  struct stat state{};
  return ::fstat(descriptor, &state) == 0 && state.st_uid == ::geteuid() &&
         (S_ISREG(state.st_mode) || S_ISDIR(state.st_mode));
}

int make_directory(const std::filesystem::path& path) noexcept {
  return error_of(::mkdir(path.c_str(), 0777));
}

DirectoryLock::DirectoryLock(const std::filesystem::path& directory)
    : handle_(open(directory, Open::directory)) {
  if (handle_ < 0) return;
  constexpr auto pause = std::chrono::milliseconds(10);
  for (auto left = longest_wait; lock(static_cast<int>(handle_)) == Lock::taken && left > pause;
       left -= pause)
    std::this_thread::sleep_for(pause);
}

DirectoryLock::~DirectoryLock() {
  if (handle_ >= 0) close(static_cast<int>(handle_));
}

int access_error(const std::filesystem::path& path) noexcept {
  return error_of(::access(path.c_str(), W_OK));
}

int move_within(int descriptor, const std::filesystem::path&, const std::filesystem::path& name,
                const std::filesystem::path& from) {
  const int directory = open_directory_of(descriptor, name);
  if (directory < 0) return errno;
  const int error =
      error_of(::renameat(AT_FDCWD, from.c_str(), directory, name.filename().c_str()));
  close(directory);
  return error;
}

}  // namespace perlane::cli::system
