#pragma once
// Members of parameters, read from JSON. These throw std::invalid_argument if the value is not what
// such a member may be.

#include "graph/catalogue/factories.hpp"
#include "text/json_path.hpp"

#include <stdexcept>

namespace perlane::text {

void read_member(const Json& value, const JsonPath& path, const graph::Member& member,
                 const graph::Slot& slot);

Lattice read_lattice(const Json& value, const JsonPath& path);
Gradients read_gradients(const Json& value, const JsonPath& path);

// Calls a public function, and rewrites its errors in terms of the text.
template <class Make>
auto checked(const JsonPath& path, std::span<const std::string_view> members, Make make) {
  try {
    return make();
  } catch (const std::invalid_argument& error) {
    base::throw_invalid(std::string_view(in_terms_of_text(path, error.what(), members)));
  }
}

}  // namespace perlane::text
