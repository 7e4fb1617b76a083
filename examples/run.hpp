#pragma once
// What every example does around its own work.

#include <cstdio>
#include <exception>

// Calls draw(path of the picture): the first argument, or `standard`.
template <class Draw>
int run(int argc, char** argv, const char* standard, Draw draw) {
  try {
    const char* path = argc > 1 ? argv[1] : standard;
    draw(path);
    std::printf("wrote %s\n", path);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
