#include "cli/output/temporary.hpp"

#include "base/fnv.hpp"
#include "cli/output/message.hpp"
#include "cli/system/system.hpp"

#include <cstdint>
#include <system_error>
#include <vector>

namespace perlane::cli::output {

std::filesystem::path temporary_path(const std::filesystem::path& target, int attempt) {
  std::uint64_t hash = base::fnv_of_nothing;
  for (const char letter : target.filename().string())
    hash = base::fnv(hash, static_cast<unsigned char>(letter));
  return target.parent_path() / fmt::format(".perlane-{:016x}-{}.tmp", hash, attempt);
}

bool lock_new(int descriptor, const std::filesystem::path& path) {
  return system::lock(descriptor) != system::Lock::taken && system::is_at(descriptor, path);
}

void remove_left(const std::filesystem::path& path) {
  const int descriptor = system::open(path, system::Open::read);
  if (descriptor < 0) return;
  // Other runs lock it before they remove it, so it stays what it is. Where there are no locks,
  // nothing is ever removed.
  if (system::lock(descriptor) == system::Lock::locked && system::is_at(descriptor, path) &&
      system::is_own(descriptor))
    remove_tree(path);
  system::close(descriptor);
}

bool remove_tree(const std::filesystem::path& path) {
  std::error_code ignored;
  std::vector<std::filesystem::path> inside;
  if (std::filesystem::symlink_status(path, ignored).type() ==
      std::filesystem::file_type::directory) {
    for (auto entry = std::filesystem::directory_iterator(path, ignored);
         entry != std::filesystem::directory_iterator(); entry.increment(ignored))
      inside.push_back(entry->path());
  }
  for (const std::filesystem::path& one : inside) remove_tree(one);
  std::filesystem::remove(path, ignored);
  return !ignored;
}

}  // namespace perlane::cli::output
