#pragma once
// What is measured. A case is data; its name is a path that says all of it, and is all that the
// report has to go by.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace perlane::bench {

enum class Element { float32, uint16, uint8, derivatives };

struct Case {
  std::string_view work;     // "fill", "sample", "chunk", "store"
  std::string_view source;   // of field::sources(); for "store" how: "memset", "streaming"; for
                            // "chunk" "path", or "published": as the article has it
  std::string_view fractal{};  // of field::fractals(), or empty
  int octaves = 1;
  std::vector<std::int64_t> shape{};  // of the grid, or {points}
  int dimensions = 0;  // of points
  double cell = 0;  // samples per cell of the lowest octave; 0 if it has none
  Element element = Element::float32;
  bool is_double = false;  // coordinates of points
  std::string_view isa{};  // empty: none is involved
  int threads = 1;

  std::int64_t samples() const;
  std::int64_t bytes_per_sample() const;
  std::string name() const;
};

// What `script/bench` runs, or everything.
std::vector<Case> cases(bool full);

}  // namespace perlane::bench
