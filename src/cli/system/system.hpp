#pragma once
// The functions that the command line calls and the C++ library lacks, for POSIX and for Windows.
// Those that return an int return 0 or an error number, unless they say otherwise.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>

namespace perlane::cli::system {

// Puts the standard streams in order: none of them is closed, lest a file get its number, and they
// are binary, in UTF-8.
void prepare_streams();
inline constexpr int standard_output = 1;
// Returns true if standard error is a terminal that knows escape sequences.
bool has_terminal();

// From this call on, what ends the program from outside, Ctrl-C for one, first calls `clean_up`, at
// once, in a thread of its own. Ctrl-C then ends it with exit code 130 and a line that says so, the
// others as the system does. Signals that the caller had ignored stay so (nohup). Writing to a
// closed pipe or past a file size limit becomes an ordinary error. This must be called before any
// other thread starts.
void handle_signals(void (*clean_up)());

// Returns the bytes of memory that this machine, or the container around this process, has, or that
// its limits leave it. An allocation beyond it can succeed, and the system then ends the process by
// a signal that it cannot handle.
std::uint64_t memory_size();

// Files that are open have a descriptor, which is below 0 if there is none. Files may be renamed
// and removed meanwhile.
enum class Open {
  create,  // a new file, for reading and writing
  create_private,  // the same, but only this user may read it
  append,  // the same, or an older file; what is written goes to its end
  read,  // a file or a directory
  directory,  // a directory, or a symbolic link to one; all others follow no link
};
// Returns a descriptor; else below 0, with the error number in errno.
int open(const std::filesystem::path& path, Open how) noexcept;
int duplicate(int descriptor) noexcept;  // likewise
int close(int descriptor) noexcept;

int write(int descriptor, const void* data, std::size_t size) noexcept;
int write_at(int descriptor, std::uint64_t offset, const void* data, std::size_t size) noexcept;
int read_at(int descriptor, std::uint64_t offset, void* data, std::size_t size) noexcept;
int resize(int descriptor, std::uint64_t size) noexcept;
// Stores the size of an open file.
int find_size(int descriptor, std::uint64_t& size) noexcept;

// Locks an open file as long as it has a descriptor. Some file systems have no locks, and Windows
// has none for directories.
enum class Lock { locked, taken, none };
Lock lock(int descriptor, bool is_shared = false) noexcept;
// Returns true if a descriptor and a name are those of one file or directory.
bool is_at(int descriptor, const std::filesystem::path& path) noexcept;
// Returns true for files and directories of the user who runs the program.
bool is_own(int descriptor) noexcept;

// Returns EEXIST if something has this name.
int make_directory(const std::filesystem::path& path) noexcept;

// Keeps other runs out of a directory as long as it lives, if the file system has locks: waits for
// those that are in it, which is for as long as they rename files. Another program may hold the
// lock for good, so after the longest wait this continues without it.
class DirectoryLock {
 public:
  static constexpr std::chrono::milliseconds longest_wait{3000};
  explicit DirectoryLock(const std::filesystem::path& directory);
  ~DirectoryLock();
  DirectoryLock(const DirectoryLock&) = delete;
  DirectoryLock& operator=(const DirectoryLock&) = delete;

 private:
  std::intptr_t handle_;
};

// Returns the error of writing a file of this name, which need not exist: ENOENT, then.
int access_error(const std::filesystem::path& path) noexcept;

// Renames a file to a name within the directory `root`, which has the descriptor, onto a file that
// has the name, and makes the directories of the name. It follows no symbolic links there.
int move_within(int descriptor, const std::filesystem::path& root,
                const std::filesystem::path& name, const std::filesystem::path& from);

}  // namespace perlane::cli::system
