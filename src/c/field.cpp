// The C interface: fields.

#include <perlane/derivatives.hpp>
#include <perlane/text.hpp>

#include "c/arguments.hpp"
#include "c/guarded.hpp"
#include "graph/node.hpp"
#include "text/call.hpp"

#include <cstring>
#include <string>
#include <vector>

using namespace perlane;
using namespace perlane::c;

perlane_status perlane_field_from_json(const char* text, size_t length, perlane_field** field,
                                       perlane_error* error) {
  return guarded(error, [&] {
    require(text, "text");
    require(field, "field");
    *field = new perlane_field{from_json({text, length})};
  });
}

perlane_status perlane_field_call(const char* function, const char* members, size_t length,
                                  const perlane_field* const* fields, size_t count,
                                  perlane_field** field, perlane_error* error) {
  return guarded(error, [&] {
    require(function, "function");
    if (length > 0) require(members, "members");
    if (count > 0) require(fields, "fields");
    require(field, "field");
    std::vector<Field> given;
    for (std::size_t i = 0; i < count; ++i) {
      if (fields[i] == nullptr) base::throw_invalid("fields[", i, "] is NULL; use a field");
      given.push_back(fields[i]->field);
    }
    *field = new perlane_field{text::call(function, {members, length}, given)};
  });
}

void perlane_field_destroy(perlane_field* field) { delete field; }

perlane_status perlane_field_to_json(const perlane_field* field, char** text,
                                     perlane_error* error) {
  return guarded(error, [&] {
    require(text, "text");
    const std::string written = to_json(field_of(field));
    char* copy = new char[written.size() + 1];
    std::memcpy(copy, written.c_str(), written.size() + 1);
    *text = copy;
  });
}

// NOLINTNEXTLINE(readability-non-const-parameter): what a caller owns is not const
void perlane_text_destroy(char* text) { delete[] text; }

perlane_status perlane_field_reseed(const perlane_field* field, uint64_t seed,
                                    perlane_field** reseeded, perlane_error* error) {
  return guarded(error, [&] {
    require(reseeded, "reseeded");
    *reseeded = new perlane_field{reseed(field_of(field), seed)};
  });
}

perlane_status perlane_field_with_footprint(const perlane_field* field, double width,
                                            perlane_field** made, perlane_error* error) {
  return guarded(error, [&] {
    require(made, "made");
    *made = new perlane_field{with_footprint(field_of(field), width)};
  });
}

perlane_status perlane_field_dimensions(const perlane_field* field, int32_t* least, int32_t* most,
                                        perlane_error* error) {
  return guarded(error, [&] {
    require(least, "least");
    require(most, "most");
    const graph::Dimensions dimensions = graph::node_of(field_of(field)).dimensions();
    *least = dimensions.least;
    *most = dimensions.most;
  });
}

perlane_status perlane_field_range(const perlane_field* field, int32_t dimensions, float* range,
                                   perlane_error* error) {
  return guarded(error, [&] {
    require(range, "range");
    write_range(perlane::range(field_of(field), dimensions), range);
  });
}

perlane_status perlane_field_has_derivatives(const perlane_field* field, int32_t* has,
                                             perlane_error* error) {
  return guarded(error, [&] {
    require(has, "has_derivatives");
    *has = has_derivatives(field_of(field)) ? 1 : 0;
  });
}
