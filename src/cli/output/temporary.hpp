#pragma once
// Names files that are not complete yet, and removes those that killed runs left.

#include <filesystem>

namespace perlane::cli::output {

// The name of such a file, or directory, in the directory of its target: It follows from the
// target, so that the next run finds it, but does not contain its name, which may be as long as
// names can be.
std::filesystem::path temporary_path(const std::filesystem::path& target, int attempt);

// Locks a file or a directory that was just made, as long as a descriptor of it is open. Returns
// whether it still has its name: another run may have taken it for one that was left.
bool lock_new(int descriptor, const std::filesystem::path& path);

// Removes the file or directory of this name if a run that has ended left it: it is not locked, and
// it belongs to this user.
void remove_left(const std::filesystem::path& path);

// Removes a file, or a directory with all that is in it, as far as that can be done. It takes one
// descriptor at a time, for it may be called because there are no more. Returns true if it is gone.
bool remove_tree(const std::filesystem::path& path);

}  // namespace perlane::cli::output
