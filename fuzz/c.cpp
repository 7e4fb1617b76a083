// Calls the functions of the C interface with any structures: of any size and with any members,
// with pointers that are null, not aligned, or shared. Only two things are as they must be: memory
// that a pointer and a count stand for is there, and structures are aligned. A status and a message
// must come back, and nothing may be written beside the results, nor at all by a call that fails.
// A call that succeeds must have the result of the C++ function, each sample at its stride.

#include "c_evaluation.hpp"
#include "c_fields.hpp"
#include "fields.hpp"
#include "reference.hpp"

#include "c/arguments.hpp"

#include <stdexcept>

namespace {

using namespace perlane;
using namespace perlane::fuzz;

void call_any(Bytes& bytes, const perlane_field* field) {
  if (bytes.choice(64) == 63) field = nullptr;
  EvaluationCalls evaluation(bytes, field);
  FieldCalls fields(bytes, field);
  switch (bytes.choice(16)) {
    case 0:
    case 1:
    case 2:
      return evaluation.fill();
    case 3:
    case 4:
      return evaluation.fill_derivatives();
    case 5:
    case 6:
      return evaluation.fill_fields();
    case 7:
      return evaluation.sample();
    case 8:
      return evaluation.sample_derivatives();
    case 9:
      return evaluation.sample_point();
    case 10:
      return evaluation.ranges();
    case 11:
      return fields.world();
    case 12:
      return fields.text();
    case 13:
      return fields.made();
    default:
      return fields.properties();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(data, size);
  try {
    const perlane_field field{fuzz::field(bytes)};
    const auto [least, most] = graph::node_of(field.field).dimensions();
    for (int dimensions = least; dimensions <= most; ++dimensions) {
      if (is_too_long(field.field, dimensions)) return 0;
    }
    call_any(bytes, &field);
  } catch (const std::invalid_argument&) {
  }
  return 0;
}
