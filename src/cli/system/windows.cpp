#include "cli/system/system.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <io.h>
#include <string>
#include <string_view>
#include <system_error>
#define NOMINMAX
#include <windows.h>

namespace perlane::cli::system {
namespace {

constexpr int standard_error = 2;
constexpr unsigned exit_interrupted = 130;  // as on other systems
constexpr std::size_t most_moved = std::size_t{1} << 30;  // bytes at a time
constexpr DWORD share_all = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

void (*clean_up_files)() = nullptr;

int last_error() noexcept {
  switch (GetLastError()) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_BAD_NETPATH:
    case ERROR_INVALID_NAME:
      return ENOENT;
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS:
      return EEXIST;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION:
    case ERROR_WRITE_PROTECT:
      return EACCES;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL:
      return ENOSPC;
    case ERROR_FILENAME_EXCED_RANGE:
      return ENAMETOOLONG;
    case ERROR_TOO_MANY_OPEN_FILES:
      return EMFILE;
    default:
      return EIO;
  }
}

HANDLE handle_of(int descriptor) noexcept {
  return reinterpret_cast<HANDLE>(::_get_osfhandle(descriptor));
}

// Tells files apart, as inodes do.
bool identify(HANDLE handle, BY_HANDLE_FILE_INFORMATION& file) noexcept {
  return handle != INVALID_HANDLE_VALUE && GetFileInformationByHandle(handle, &file) != 0;
}

bool identify(const std::filesystem::path& path, DWORD flags,
              BY_HANDLE_FILE_INFORMATION& file) noexcept {
  const HANDLE handle = CreateFileW(path.c_str(), 0, share_all, nullptr, OPEN_EXISTING,
                                    FILE_FLAG_BACKUP_SEMANTICS | flags, nullptr);
  const bool is_identified = identify(handle, file);
  if (handle != INVALID_HANDLE_VALUE) CloseHandle(handle);
  return is_identified;
}

OVERLAPPED at(std::uint64_t offset) noexcept {
  OVERLAPPED place{};
  place.Offset = static_cast<DWORD>(offset);
  place.OffsetHigh = static_cast<DWORD>(offset >> 32);
  return place;
}

// Calls move(part, bytes, &moved, &place) for one part after another.
template <class Byte, class Move>
int move_all(std::uint64_t offset, Byte* data, std::size_t size, const Move& move) noexcept {
  for (std::size_t done = 0; done < size;) {
    OVERLAPPED place = at(offset + done);
    DWORD moved = 0;
    if (!move(data + done, static_cast<DWORD>(std::min(size - done, most_moved)), &moved, &place))
      return last_error();
    if (moved == 0) return EIO;
    done += moved;
  }
  return 0;
}

// Runs in a thread that the system starts for it.
BOOL WINAPI on_event(DWORD event) {
  clean_up_files();
  if (event != CTRL_C_EVENT && event != CTRL_BREAK_EVENT) return FALSE;  // the system handles it
  std::string_view message = "\r\x1b[Kperlane: interrupted\n";  // first it removes the bar
  if (!has_terminal()) message.remove_prefix(message.find('p'));
  (void)write(standard_error, message.data(), message.size());
  TerminateProcess(GetCurrentProcess(), exit_interrupted);
  return TRUE;
}

}  // namespace

// The manifest of the program makes UTF-8 the encoding of arguments and paths.
void prepare_streams() {
  for (const int stream : {0, standard_output, standard_error}) ::_setmode(stream, _O_BINARY);
  SetConsoleOutputCP(CP_UTF8);
}

bool has_terminal() {
  const HANDLE terminal = GetStdHandle(STD_ERROR_HANDLE);
  DWORD mode = 0;
  return GetConsoleMode(terminal, &mode) != 0 &&
         SetConsoleMode(terminal, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}

void handle_signals(void (*clean_up)()) {
  clean_up_files = clean_up;
  SetConsoleCtrlHandler(on_event, TRUE);
}

std::uint64_t memory_size() {
  MEMORYSTATUSEX memory{};
  memory.dwLength = sizeof(memory);
  GlobalMemoryStatusEx(&memory);
  return memory.ullTotalPhys;
}

int open(const std::filesystem::path& path, Open how) noexcept {
  const bool is_read = how == Open::read || how == Open::directory;
  const DWORD flags = (is_read ? FILE_FLAG_BACKUP_SEMANTICS : FILE_ATTRIBUTE_NORMAL) |
                      (how == Open::directory ? 0 : FILE_FLAG_OPEN_REPARSE_POINT);
  const HANDLE handle = CreateFileW(
      path.c_str(), is_read ? GENERIC_READ : GENERIC_READ | GENERIC_WRITE, share_all, nullptr,
      is_read               ? OPEN_EXISTING
      : how == Open::append ? OPEN_ALWAYS
                            : CREATE_NEW,
      flags, nullptr);
  BY_HANDLE_FILE_INFORMATION file{};
  if (!identify(handle, file)) {
    errno = last_error();
    return -1;
  }
  const bool is_directory = (file.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
  const bool is_link = (file.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0;
  const int wrong = is_link && how != Open::directory         ? ELOOP
                    : !is_directory && how == Open::directory ? ENOTDIR
                                                              : 0;
  const int descriptor = wrong != 0
                             ? -1
                             : ::_open_osfhandle(reinterpret_cast<std::intptr_t>(handle),
                                                 _O_BINARY | (how == Open::append ? _O_APPEND : 0));
  if (descriptor < 0) {
    CloseHandle(handle);
    errno = wrong != 0 ? wrong : EMFILE;
  }
  return descriptor;
}

int duplicate(int descriptor) noexcept { return ::_dup(descriptor); }

int close(int descriptor) noexcept { return ::_close(descriptor) == 0 ? 0 : errno; }

int write(int descriptor, const void* data, std::size_t size) noexcept {
  for (std::size_t done = 0; done < size;) {
    const int moved = ::_write(descriptor, static_cast<const char*>(data) + done,
                               static_cast<unsigned>(std::min(size - done, most_moved)));
    if (moved < 0) return errno;
    if (moved == 0) return ENOSPC;
    done += static_cast<std::size_t>(moved);
  }
  return 0;
}

int write_at(int descriptor, std::uint64_t offset, const void* data, std::size_t size) noexcept {
  return move_all(offset, static_cast<const char*>(data), size,
                  [=](const char* part, DWORD bytes, DWORD* moved, OVERLAPPED* place) {
                    return WriteFile(handle_of(descriptor), part, bytes, moved, place) != 0;
                  });
}

int read_at(int descriptor, std::uint64_t offset, void* data, std::size_t size) noexcept {
  return move_all(offset, static_cast<char*>(data), size,
                  [=](char* part, DWORD bytes, DWORD* moved, OVERLAPPED* place) {
                    return ReadFile(handle_of(descriptor), part, bytes, moved, place) != 0;
                  });
}

int resize(int descriptor, std::uint64_t size) noexcept {
  return ::_chsize_s(descriptor, static_cast<std::int64_t>(size));
}

int find_size(int descriptor, std::uint64_t& size) noexcept {
  const std::int64_t length = ::_filelengthi64(descriptor);
  size = static_cast<std::uint64_t>(length);
  return length < 0 ? errno : 0;
}

// Locks keep others from reading, too, so this one is of a byte that no file has.
Lock lock(int descriptor, bool is_shared) noexcept {
  OVERLAPPED place = at(std::uint64_t{1} << 62);
  const DWORD flags = LOCKFILE_FAIL_IMMEDIATELY | (is_shared ? 0 : LOCKFILE_EXCLUSIVE_LOCK);
  if (LockFileEx(handle_of(descriptor), flags, 0, 1, 0, &place)) return Lock::locked;
  return GetLastError() == ERROR_LOCK_VIOLATION ? Lock::taken : Lock::none;
}

bool is_at(int descriptor, const std::filesystem::path& path) noexcept {
  BY_HANDLE_FILE_INFORMATION open{}, named{};
  return identify(handle_of(descriptor), open) &&
         identify(path, FILE_FLAG_OPEN_REPARSE_POINT, named) &&
         open.dwVolumeSerialNumber == named.dwVolumeSerialNumber &&
         open.nFileIndexHigh == named.nFileIndexHigh && open.nFileIndexLow == named.nFileIndexLow;
}

bool is_own(int) noexcept { return true; }  // others' files are protected by the system

int make_directory(const std::filesystem::path& path) noexcept {
  return CreateDirectoryW(path.c_str(), nullptr) ? 0 : last_error();
}

// Directories have no locks, so a mutex is named by the directory.
DirectoryLock::DirectoryLock(const std::filesystem::path& directory) : handle_(0) {
  BY_HANDLE_FILE_INFORMATION file{};
  if (!identify(directory, 0, file)) return;
  const std::string name =
      fmt::format("Global\\perlane-{:08x}-{:08x}{:08x}", file.dwVolumeSerialNumber,
                  file.nFileIndexHigh, file.nFileIndexLow);
  const HANDLE mutex = CreateMutexA(nullptr, FALSE, name.c_str());
  if (mutex == nullptr) return;
  const DWORD waited = WaitForSingleObject(mutex, static_cast<DWORD>(longest_wait.count()));
  if (waited == WAIT_OBJECT_0 || waited == WAIT_ABANDONED) {
    handle_ = reinterpret_cast<std::intptr_t>(mutex);
  } else {
    CloseHandle(mutex);
  }
}

DirectoryLock::~DirectoryLock() {
  if (handle_ == 0) return;
  const auto mutex = reinterpret_cast<HANDLE>(handle_);
  ReleaseMutex(mutex);
  CloseHandle(mutex);
}

int access_error(const std::filesystem::path& path) noexcept {
  constexpr int for_writing = 2;
  return ::_waccess(path.c_str(), for_writing) == 0 ? 0 : errno;
}

int move_within(int, const std::filesystem::path& root, const std::filesystem::path& name,
                const std::filesystem::path& from) {
  std::error_code error;
  std::filesystem::path directory = root;
  for (const std::filesystem::path& part : name.parent_path()) {
    directory /= part;
    const int failure = make_directory(directory);
    if (failure != 0 && failure != EEXIST) return failure;
    if (!std::filesystem::is_directory(std::filesystem::symlink_status(directory, error)))
      return ENOTDIR;
  }
  error.clear();
  std::filesystem::rename(from, root / name, error);
  return error.default_error_condition().value();
}

}  // namespace perlane::cli::system
