#include "cli/output/temporary_directory.hpp"

#include "cli/output/message.hpp"
#include "cli/output/temporary.hpp"
#include "cli/system/system.hpp"

#include <cerrno>

namespace perlane::cli::output {

TemporaryDirectory::TemporaryDirectory(const std::filesystem::path& path) : path_(path) {
  std::filesystem::remove_all(path_);
  const std::filesystem::path parent = path.parent_path();
  root_ = system::open(parent.empty() ? "." : parent, system::Open::directory);
  int error = errno;
  const SignalsDeferred deferred;  // until it is registered
  if (root_ >= 0) error = system::make_directory(path_);
  if (error != 0) {
    if (root_ >= 0) system::close(root_);
    throw_errno("cannot write " + output::quoted(path_), error);
  }
  registration_.emplace(path_);
}

TemporaryDirectory::~TemporaryDirectory() {
  const SignalsDeferred deferred;  // until it is no longer registered
  system::close(root_);  // first: removing takes a descriptor, and there may be no other
  remove_tree(path_);
  registration_.reset();
}

std::filesystem::path TemporaryDirectory::new_path() { return path_ / std::to_string(number_++); }

int TemporaryDirectory::move(const std::filesystem::path& temporary,
                             const std::filesystem::path& target) {
  const SignalsDeferred deferred;
  const std::filesystem::path parent = path_.parent_path();
  return system::move_within(root_, parent, target.lexically_relative(parent), temporary);
}

}  // namespace perlane::cli::output
