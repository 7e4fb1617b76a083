// The C interface: the test of the library where it runs.

#include "c/guarded.hpp"

#include <perlane/self_test.hpp>

using namespace perlane;
using namespace perlane::c;

perlane_status perlane_self_test(perlane_error* error) {
  SelfTest result;
  const perlane_status status = guarded(error, [&] { result = self_test(); });
  if (status != PERLANE_OK || result.wrong.empty()) return status;
  return report(error, PERLANE_WRONG_VALUES, result.wrong[0]);
}
