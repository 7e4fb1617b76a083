#pragma once
// The part of main that all examples share.

#include <cstdio>
#include <exception>

// Calls `draw` with the path of the picture, which is the first argument or else `standard`.
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
