// Fills grids after the thread's variables have gone, and then after those of the program.
// Destructors of what was made before the first call of perlane do so.

#include <perlane/perlane.hpp>

#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

namespace {

std::vector<float> evaluate() {
  const perlane::Field field = perlane::fbm(perlane::perlin()) + perlane::perlin2002();
  std::vector<float> out(300 * 300);
  perlane::fill<2>(out, {.shape = {300, 300}, .step = {0.3, 0.3}}, field);
  out.push_back(static_cast<float>(perlane::isas().size()));
  return out;
}

struct Late {
  const char* when;
  std::vector<float> expected{};

  ~Late() {
    if (evaluate() == expected) return;
    std::fprintf(stderr, "other values at the end of %s\n", when);
    std::_Exit(1);
  }
};

Late of_the_program{"the program"};
thread_local Late of_the_thread{"a thread"};

}  // namespace

int main() {
  // This is touched first, so that it goes last.
  of_the_thread.when = "the main thread";
  of_the_thread.expected = of_the_program.expected = evaluate();
  std::thread([] {
    of_the_thread.when = "another thread";
    of_the_thread.expected = evaluate();
  }).join();
}
