// The C interface: what the library says about itself.

#include "c/arguments.hpp"
#include "c/guarded.hpp"
#include "engine/dispatch.hpp"
#include "text/catalogue.hpp"

#include <iterator>
#include <string>

using namespace perlane;
using namespace perlane::c;

const char* perlane_version(void) { return version.data(); }

const char* perlane_status_name(perlane_status status) {
  constexpr const char* statuses[] = {"PERLANE_OK", "PERLANE_INVALID", "PERLANE_NO_MEMORY",
                                      "PERLANE_CANCELLED", "PERLANE_WRONG_VALUES"};
  const bool is_known = status >= 0 && static_cast<std::size_t>(status) < std::size(statuses);
  return is_known ? statuses[status] : "unknown status";
}

const char* perlane_isa(int32_t index) {
  try {
    const auto& sets = engine::runnable_kernels();
    const bool is_there = index >= 0 && static_cast<std::size_t>(index) < sets.size();
    return is_there ? sets[static_cast<std::size_t>(index)]->name : nullptr;
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

perlane_status perlane_active_isa(const char** name, perlane_error* error) {
  return guarded(error, [&] {
    require(name, "name");
    *name = engine::active_kernels().name;
  });
}

const char* perlane_catalogue(void) {
  try {
    static const std::string& text = *new std::string(text::catalogue());  // never deleted
    return text.c_str();
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}
