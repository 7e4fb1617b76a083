#pragma once
// The cases that the benchmark measures. A case is data. Its name is a path that says all of it,
// and the report reads nothing else.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace perlane::bench {

enum class Element { float32, uint16, uint8, derivatives };

// The address of an array: a multiple of 64 bytes, or 16 bytes past one, as a large std::vector
// lies on most systems.
enum class Alignment { aligned, vector };

struct Case {
  std::string_view library{};  // "fastnoise2", or empty for perlane
  // "fill" for a grid, "sample" for an array of points, "single" for points in calls of their own,
  // "chunk" for the noise of chunks, "range" for bounds of a cube, "store" for an array that is
  // only written.
  std::string_view work;
  // One of graph::sources(), perhaps warped by noise of the same cells, or of composed(). For
  // "store" it is how: "memset" or "streaming". For "chunk" it is "path", or "published" for the
  // article's functions.
  std::string_view source;
  std::string_view fractal{};  // one of graph::fractals(), "erode", or empty
  int octaves = 1;
  std::vector<std::int64_t> shape{};  // of the grid; {points} for points
  int dimensions = 0;  // of the points
  double cell = 0;  // samples per cell of the lowest octave; 0 if it has none
  Element element = Element::float32;
  Alignment alignment = Alignment::aligned;
  bool is_double = false;  // whether points are in binary64
  std::string_view isa{};  // empty if none is involved
  int threads = 1;

  bool has_points() const;
  std::int64_t samples() const;
  std::int64_t bytes_per_sample() const;
  std::string name() const;
};

// The prefix in the name of a warped source, and the distance of the warp, in cells.
inline constexpr std::string_view warped = "warped-";
inline constexpr double warp_amplitude = 0.3;

// Chooses what `script/bench` runs, everything, or every kind of node at many widths.
enum class Choice { usual, full, cliffs };
std::vector<Case> cases(Choice choice);

}  // namespace perlane::bench
