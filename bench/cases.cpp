#include "cases.hpp"

#include <perlane/isa.hpp>

#include "composed.hpp"
#include "engine/parallel.hpp"
#include "graph/catalogue/catalogue.hpp"
#include "graph/node.hpp"
#ifdef PERLANE_BENCH_FASTNOISE2
#include "fastnoise2.hpp"
#endif

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace perlane::bench {
namespace {

std::string joined(const std::vector<std::int64_t>& shape) {
  std::string text;
  for (const std::int64_t extent : shape)
    text.append(text.empty() ? "" : "x").append(std::to_string(extent));
  return text;
}

std::string_view name_of(Element element) {
  switch (element) {
    case Element::float32:
      return "";
    case Element::uint16:
      return "uint16";
    case Element::uint8:
      return "uint8";
    case Element::derivatives:
      return "derivatives";
  }
  return "";
}

// Returns 1, 2, 4 ... and then all threads of this machine.
std::vector<int> thread_counts() {
  std::vector<int> counts;
  const int most = engine::thread_count();
  for (int threads = 1; threads < most; threads *= 2) counts.push_back(threads);
  counts.push_back(most);
  return counts;
}

// The grids of the report's table: what people do with noise, in the sizes in which they do it.
// Rows of odd length and small grids are what libraries are slow at.
struct Work {
  std::vector<std::int64_t> shape;
  double cell;
  int octaves = 1;
  bool only_full = false;
};
const std::vector<Work> works = {
    {{4096, 4096}, 100},
    {{4095, 4095}, 100},
    {{1000, 1000}, 100},
    {{512, 512}, 100},
    {{512, 512}, 32},
    {{512, 512}, 16},
    {{512, 512}, 8},
    {{64, 64}, 100},
    {{100, 100}, 100},
    {{32, 32}, 100},
    {{16, 16}, 100},
    {{2048, 2048}, 1024, 8},
    {{2048, 2048}, 100, 8, true},
    {{512, 512}, 100, 8},
    {{256, 256, 256}, 100},
    {{255, 255, 255}, 100},
    {{128, 128, 128}, 100},
    {{100, 100, 100}, 100},
    {{128, 128, 128}, 16},
    {{128, 128, 128}, 8, 1, true},
    {{64, 64, 64}, 100},
    {{32, 32, 32}, 32},
    {{16, 16, 16}, 32},
    {{128, 128, 128}, 128, 8},
    {{64, 64, 64, 64}, 32, 1, true},
    {{63, 63, 63, 63}, 32},
    {{16, 16, 16, 16}, 32, 1, true},
};

// The widths of squares and cubes, on and off what vectors, steps and tiles are multiples of. The
// time of a sample should hardly depend on them.
constexpr std::int64_t squares[] = {16,  17,  24,  31,  32,  33,   48,  63,  64,
                                    65,  100, 127, 128, 129, 200,  255, 256, 257,
                                    300, 400, 511, 512, 513, 1000, 1024};
constexpr std::int64_t cubes[] = {16, 17, 24, 31, 32, 33, 48, 63, 64, 65, 100, 127, 128, 129};

// Many points, and so many that each may have a call of its own.
constexpr std::int64_t many_points = 1 << 18, few_points = 1 << 10;

// True for a source that looks up a table, which avx512vbmi does in a way of its own.
bool has_table(std::string_view source) {
  return source.ends_with("_table") || source == "perlin2002";
}

class List {
 public:
  explicit List(Choice choice) : full_(choice == Choice::full) {
    if (choice != Choice::usual) add_cliffs();
    if (choice == Choice::cliffs) return;
    for (const Work& work : works) {
      if (work.only_full && !full_) continue;
      add_stores(work.shape, 1);
      add_fills(work);
    }
    add_warps();
    add_points();
    add_chunks();
    add_maps();
    add_ranges();
    add_erosion();
    add_sweep();
    add_sizes();
    add_threads();
  }

  std::vector<Case> take() { return std::move(list_); }

 private:
  // Adds a case. One that several tables share is measured only once.
  void add(Case measured) {
    const std::string name = measured.name();
    if (std::ranges::find(names_, name) != names_.end()) return;
    names_.push_back(name);
    list_.push_back(std::move(measured));
  }

  // Adds a case with the instruction sets in which `script/bench` measures it. It is with all of
  // them for examples, and where everything is measured.
  void add_isas(Case measured, bool is_example = false) {
    for (const std::string_view isa : isas()) {
      const bool is_rare = isa == "scalar" || (isa == "avx512vbmi" && !has_table(measured.source));
      if (is_rare && !is_example && !full_) continue;
      measured.isa = isa;
      add(measured);
    }
  }

  // Adds what FastNoise2 does, with all of its instruction sets or with the best.
  void add_fastnoise2([[maybe_unused]] Case measured, [[maybe_unused]] bool only_best = false) {
#ifdef PERLANE_BENCH_FASTNOISE2
    if (!fastnoise2_has(measured)) return;
    measured.library = "fastnoise2";
    for (const std::string_view isa : fastnoise2_isas()) {
      measured.isa = isa;
      add(measured);
      if (only_best) return;
    }
#endif
  }

  void add_stores(const std::vector<std::int64_t>& shape, int threads) {
    for (const std::string_view how : {"memset", "streaming"})
      add({.work = "store", .source = how, .shape = shape, .threads = threads});
  }

  void add_fills(const Work& work) {
    const bool is_example = work.shape == std::vector<std::int64_t>{512, 512} && work.cell == 100;
    const bool is_large = work.shape == std::vector<std::int64_t>{4096, 4096};
    for (const graph::Source& source : graph::sources()) {
      const bool is_perlin = source.name == "perlin";
      const bool is_other =
          is_example && work.octaves == 1 &&
          (source.name == "value" || source.name == "perlin2002" || source.name == "cellular" ||
           source.name == "cellular_borders" || source.name == "fastnoise_perlin");
      const auto [least, most] = graph::node_of(source.make(0, 1)).dimensions();
      const int dimensions = static_cast<int>(work.shape.size());
      if (dimensions < least || dimensions > most) continue;
      if (!full_ && !is_perlin && !is_other) continue;
      Case measured{.work = "fill",
                    .source = source.name,
                    .shape = work.shape,
                    .cell = work.cell,
                    .alignment = Alignment::vector};
      if (work.octaves > 1) {
        for (const graph::FractalKind& fractal : graph::fractals()) {
          if (!full_ && fractal.name != "fbm") continue;
          measured.fractal = fractal.name;
          measured.octaves = work.octaves;
          add_isas(measured, is_example);
          add_fastnoise2(measured);
        }
        continue;
      }
      add_isas(measured, is_example);
      add_fastnoise2(measured);
      measured.alignment = Alignment::aligned;
      if (full_ || (is_perlin && (is_example || is_large))) add_isas(measured);
      if (!is_example && !is_large) continue;
      for (const Element element : {Element::uint16, Element::uint8, Element::derivatives}) {
        if (!full_ && (!is_perlin || (element == Element::derivatives && !is_example))) continue;
        measured.element = element;
        measured.alignment = Alignment::vector;
        add_isas(measured);
      }
    }
  }

  // Every kind of node, by the best instruction set.
  void add_cliffs() {
    for (const graph::Source& source : graph::sources()) {
      const auto [least, most] = graph::node_of(source.make(0, 1)).dimensions();
      add_widths({.work = "fill", .source = source.name}, least, most);
    }
    for (const graph::FractalKind& fractal : graph::fractals())
      add_widths({.work = "fill", .source = "perlin", .fractal = fractal.name, .octaves = 3}, 1, 4);
    for (const Composed& node : composed()) {
      add_widths({.work = "fill", .source = node.name}, node.least_dimensions,
                 node.most_dimensions);
    }
  }

  void add_widths(Case measured, int least, int most) {
    measured.cell = 100;
    measured.alignment = Alignment::vector;
    measured.isa = best();
    const auto add_all = [&](int dimensions, std::span<const std::int64_t> widths) {
      if (dimensions < least || dimensions > most) return;
      for (const std::int64_t width : widths) {
        measured.shape.assign(static_cast<std::size_t>(dimensions), width);
        add(measured);
      }
    };
    add_all(2, squares);
    add_all(3, cubes);
  }

  void add_warps() {
    for (const std::vector<std::int64_t>& shape :
         {std::vector<std::int64_t>{512, 512}, {128, 128, 128}, {100, 100, 100}}) {
      for (const int octaves : {1, 6}) {
        const Case measured{.work = "fill",
                            .source = "warped-perlin",
                            .fractal = octaves == 1 ? "" : "fbm",
                            .octaves = octaves,
                            .shape = shape,
                            .cell = 100,
                            .alignment = Alignment::vector};
        add_isas(measured);
        add_fastnoise2(measured);
      }
    }
  }

  void add_points() {
    for (const graph::Source& source : graph::sources()) {
      for (const int octaves : {1, 8}) {
        for (const int dimensions : {2, 3}) {
          for (const bool is_double : {false, true})
            add_points(source.name, octaves, dimensions, is_double);
        }
      }
    }
  }

  void add_points(std::string_view source, int octaves, int dimensions, bool is_double) {
    const bool is_perlin = source == "perlin";
    const bool is_short = is_perlin || (source == "value" && octaves == 1) ||
                          (source == "perlin2002" && octaves == 1 && !is_double);
    if (!full_ && !is_short) return;
    Case measured{.work = "sample",
                  .source = source,
                  .fractal = octaves == 1 ? "" : "fbm",
                  .octaves = octaves,
                  .shape = {many_points},
                  .dimensions = dimensions,
                  .alignment = Alignment::vector,
                  .is_double = is_double};
    add_isas(measured, is_perlin && octaves == 1 && !is_double);
    add_fastnoise2(measured);
    if (full_ || (is_perlin && octaves == 1)) add_single(measured);
  }

  // A call for one point takes it in double precision, and looks at no instruction set. That of
  // FastNoise2 does neither.
  void add_single(Case measured) {
    measured.work = "single";
    measured.shape = {few_points};
    if (measured.is_double)
      add(measured);
    else
      add_fastnoise2(measured);
  }

  void add_chunks() {
    for (const std::vector<std::int64_t>& shape :
         {std::vector<std::int64_t>{16, 16}, {16, 16, 16}}) {
      add_isas({.work = "chunk", .source = "path", .shape = shape});
      add({.work = "chunk", .source = "published", .shape = shape});
    }
  }

  // Five maps in one call, and in five.
  void add_maps() {
    for (const std::int64_t size : {64, 512}) {
      for (const std::string_view how : {"together", "apart"})
        add_isas({.work = "maps", .source = how, .shape = {size, size}, .cell = 100});
    }
  }

  // Bounds of cubes, which look at no instruction set.
  void add_ranges() {
    for (const double cell : {64.0, 256.0, 1024.0}) {
      for (const std::int64_t size : {16, 32, 64}) {
        add({.work = "range",
             .source = "perlin",
             .fractal = "fbm",
             .octaves = 8,
             .shape = {size, size, size},
             .cell = cell});
      }
    }
  }

  // Five widths of gullies on smooth hills.
  void add_erosion() {
    add_isas({.work = "fill",
              .source = "perlin",
              .fractal = "erode",
              .octaves = 5,
              .shape = {4096, 4096},
              .cell = 512,
              .alignment = Alignment::vector});
  }

  // The cells of one octave become ever finer. 0.78125 is the eighth octave over cells of 100
  // samples.
  void add_sweep() {
    add_stores({1024, 1024}, 1);
    for (const double cell : {1024.0, 256.0, 64.0, 32.0, 16.0, 12.5, 8.0, 6.25, 4.0, 3.125, 2.0,
                              1.5625, 1.0, 0.78125, 0.5}) {
      if (!full_ && std::floor(std::log2(cell)) != std::log2(cell)) continue;
      const Case measured{.work = "fill",
                          .source = "perlin",
                          .shape = {1024, 1024},
                          .cell = cell,
                          .alignment = Alignment::vector};
      add_isas(measured);
      add_fastnoise2(measured, true);
    }
  }

  // One octave and eight, by the best instruction set.
  void add_two(const std::vector<std::int64_t>& shape, Alignment alignment, int threads) {
    Case measured{.work = "fill",
                  .source = "perlin",
                  .shape = shape,
                  .cell = 100,
                  .alignment = alignment,
                  .isa = best(),
                  .threads = threads};
    for (const int octaves : {1, 8}) {
      if (octaves == 8) {
        measured.fractal = "fbm";
        measured.octaves = octaves;
        measured.cell = 1024;
      }
      add(measured);
      if (threads == 1 && alignment == Alignment::vector) add_fastnoise2(measured, true);
    }
  }

  void add_sizes() {
    for (std::int64_t size = 16; size <= (full_ ? 32768 : 4096); size *= 2) {
      add_stores({size, size}, 1);
      add_two({size, size}, Alignment::vector, 1);
    }
  }

  void add_threads() {
    for (const int threads : thread_counts()) {
      add_stores({4096, 4096}, threads);
      add_two({4096, 4096}, Alignment::vector, threads);
    }
  }

  // The best instruction set for noise without a table.
  static std::string_view best() {
    for (const std::string_view isa : isas()) {
      if (isa != "avx512vbmi") return isa;
    }
    return isas().front();
  }

  bool full_;
  std::vector<std::string> names_;
  std::vector<Case> list_;
};

}  // namespace

bool Case::has_points() const { return work == "sample" || work == "single"; }

std::int64_t Case::samples() const {
  std::int64_t product = 1;
  for (const std::int64_t extent : shape) product *= extent;
  return product;
}

std::int64_t Case::bytes_per_sample() const {
  switch (element) {
    case Element::float32:
      return 4;
    case Element::uint16:
      return 2;
    case Element::uint8:
      return 1;
    case Element::derivatives:
      return 4 * static_cast<std::int64_t>(shape.size() + 1);
  }
  return 0;
}

std::string Case::name() const {
  std::string path(library);
  const auto append = [&](std::string_view part) {
    if (!part.empty()) path.append(path.empty() ? "" : "/").append(part);
  };
  append(work);
  append(source);
  if (!fractal.empty()) append(std::string(fractal).append(std::to_string(octaves)));
  append(std::to_string(has_points() ? dimensions : static_cast<int>(shape.size())).append("d"));
  append(joined(shape));
  if (cell != 0) {
    char text[32];
    std::snprintf(text, sizeof text, "cell%g", cell);
    append(text);
  }
  if (has_points()) append(is_double ? "double" : "float");
  append(name_of(element));
  if (alignment == Alignment::vector) append("vector");
  append(isa);
  append(std::to_string(threads).append(threads == 1 ? "thread" : "threads"));
  return path;
}

std::vector<Case> cases(Choice choice) { return List(choice).take(); }

}  // namespace perlane::bench
