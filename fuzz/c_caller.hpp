#pragma once
// A call of a function of the C interface: its field, and what every call must keep to.

#include "c_memory.hpp"

#include <perlane/perlane.h>

namespace perlane::fuzz {

class Caller {
 public:
  // No field stands for a null pointer.
  Caller(Bytes& given, const perlane_field* evaluated) : bytes(given), field(evaluated) {}

 protected:
  // Runs the call, and checks its error. Returns its status.
  template <class Function>
  perlane_status status_of(Function function) {
    Error error(bytes);
    const perlane_status status = function(error.get());
    error.require_of(status);
    return status;
  }

  // The array may be half-written only if the callback has cancelled the call.
  static void require_untouched(perlane_status status, bool is_untouched) {
    require(status == PERLANE_OK || status == PERLANE_CANCELLED || is_untouched,
            "a call that failed has written");
  }
  static void require_pair(perlane_status status, const Result<float>& range) {
    require(status == PERLANE_OK || range.written() == 0, "a call that failed has written a range");
  }
  // For calls that reject a null result.
  static void require_result(perlane_status status, const Result<float>& result) {
    require((status == PERLANE_OK) == (result.written() > 0), "no result, or one beside an error");
  }

  Bytes& bytes;
  const perlane_field* field;
};

}  // namespace perlane::fuzz
