// Prints the instruction set in use, or why there is none. A process reads the environment only
// once, so this test has a process of its own.

#include <perlane/isa.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

int main() {
  const char* given = std::getenv("PERLANE_ISA");
  const std::string name = given != nullptr ? given : "";
  const auto runnable = perlane::isas();
  const bool runs_here = std::ranges::find(runnable, name) != runnable.end();
  try {
    const std::string active(perlane::active_isa());
    if (name.empty()) {
      std::printf("not set: %s\n", active == runnable.front() ? "the best" : "another");
    } else {
      std::printf("%s: %s\n", name.c_str(), active == name && runs_here ? "obeyed" : "ignored");
    }
  } catch (const std::invalid_argument& error) {
    std::printf("%s: %s\n", runs_here ? "rejected though it runs here" : "rejected", error.what());
  }
}
