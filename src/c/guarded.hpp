#pragma once
// Errors of the C interface: an exception becomes a status and a message.

#include <perlane/perlane.h>
#include <perlane/progress.hpp>

#include <exception>
#include <new>
#include <stdexcept>
#include <string_view>

namespace perlane::c {

// Writes the message, or as much of it as there is room for, unless `error` is null. Returns
// `status`.
perlane_status report(perlane_error* error, perlane_status status,
                      std::string_view message) noexcept;

// Writes a message that C++ functions have thrown, in the words of C: "grid->shape" in place of
// "Grid::shape".
perlane_status report_invalid(perlane_error* error, std::string_view message) noexcept;

inline constexpr std::string_view no_memory = "there is not enough memory";

// Nothing is thrown out of a function that C calls.
template <class Body>
perlane_status guarded(perlane_error* error, Body body) noexcept {
  try {
    body();
    return report(error, PERLANE_OK, {});
  } catch (const Cancelled&) {
    return report(error, PERLANE_CANCELLED, "cancelled by options->progress");
  } catch (const std::bad_alloc&) {
    return report(error, PERLANE_NO_MEMORY, no_memory);
  } catch (const std::length_error&) {  // more elements than any memory has
    return report(error, PERLANE_NO_MEMORY, no_memory);
  } catch (const std::exception& rejection) {
    return report_invalid(error, rejection.what());
  }
}

}  // namespace perlane::c
