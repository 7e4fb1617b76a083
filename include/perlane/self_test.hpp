#pragma once
/// \file
/// A test of the library on the machine that it runs on.

#include <perlane/detail/cxx20.hpp>

#include <string>
#include <vector>

namespace perlane {

/// The result of `self_test`.
struct SelfTest {
  int compared = 0;  ///< number of fields, each counted once for each of its dimensions
  std::vector<std::string> wrong;  ///< a message for each that has other values than it should have
};

/// Evaluates fields of every kind, with their derivatives, and compares hashes of the bits with
/// those that this version of perlane gives on every CPU. It takes about a second, and uses the
/// instruction set that `active_isa` returns.
///
///     if (const perlane::SelfTest test = perlane::self_test(); !test.wrong.empty())
///       std::puts(test.wrong[0].c_str());
SelfTest self_test();

}  // namespace perlane
