#include "cases.hpp"

#include <perlane/isa.hpp>

#include "engine/parallel.hpp"
#include "field/catalogue.hpp"

#include <algorithm>
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

// The rows of the report's table: what people do with noise, in the sizes in which they do it.
struct Work {
  std::vector<std::int64_t> shape;
  double cell;
  int octaves;
};
const std::vector<Work> works = {
    {{4096, 4096}, 100, 1},    {{512, 512}, 100, 1},  {{2048, 2048}, 1024, 8},
    {{2048, 2048}, 100, 8},    {{16, 16}, 100, 1},    {{256, 256, 256}, 100, 1},
    {{128, 128, 128}, 128, 8}, {{32, 32, 32}, 32, 1}, {{64, 64, 64, 64}, 32, 1},
};

class List {
 public:
  explicit List(bool full) : full_(full) {
    for (const Work& work : works) {
      add_stores(work.shape, 1);
      for (const std::string_view isa : isas()) add_fills(work, isa);
    }
    for (const std::string_view isa : isas()) add_points(isa);
    add_chunks();
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

  void add_stores(const std::vector<std::int64_t>& shape, int threads) {
    for (const std::string_view how : {"memset", "streaming"})
      add({.work = "store", .source = how, .shape = shape, .threads = threads});
  }

  void add_fills(const Work& work, std::string_view isa) {
    for (const field::Source& source : field::sources()) {
      if (!full_ && source.name != "perlin") continue;
      Case measured{.work = "fill",
                    .source = source.name,
                    .shape = work.shape,
                    .cell = work.cell,
                    .isa = isa};
      if (work.octaves == 1) {
        add(measured);
        const bool is_large =
            measured.samples() == std::int64_t{4096} * 4096 && work.shape.size() == 2;
        for (const Element element : {Element::uint16, Element::uint8, Element::derivatives}) {
          if (!is_large || (!full_ && element != Element::uint16)) continue;
          measured.element = element;
          add(measured);
        }
        continue;
      }
      for (const field::FractalKind& fractal : field::fractals()) {
        if (!full_ && fractal.name != "fbm") continue;
        measured.fractal = fractal.name;
        measured.octaves = work.octaves;
        add(measured);
      }
    }
  }

  void add_points(std::string_view isa) {
    for (const field::Source& source : field::sources()) {
      if (!full_ && source.name != "perlin" && source.name != "perlin2002") continue;
      for (const int dimensions : {2, 3}) {
        for (const bool is_double : {false, true}) {
          if (!full_ && is_double) continue;
          add({.work = "sample",
               .source = source.name,
               .shape = {1 << 20},
               .dimensions = dimensions,
               .is_double = is_double,
               .isa = isa});
        }
      }
    }
  }

  void add_chunks() {
    for (const std::vector<std::int64_t>& shape :
         {std::vector<std::int64_t>{16, 16}, {16, 16, 16}}) {
      for (const std::string_view isa : isas())
        add({.work = "chunk", .source = "path", .shape = shape, .isa = isa});
      add({.work = "chunk", .source = "published", .shape = shape});
    }
  }

  // The cells of one octave become ever finer. 0.78125 is
  // the eighth octave over cells of 100 samples.
  void add_sweep() {
    add_stores({1024, 1024}, 1);
    for (const double cell : {1024.0, 256.0, 64.0, 32.0, 16.0, 12.5, 8.0, 6.25, 4.0, 3.125, 2.0,
                              1.5625, 1.0, 0.78125, 0.5}) {
      for (const std::string_view isa : isas()) {
        if (!full_ && isa == "scalar") continue;
        add({.work = "fill", .source = "perlin", .shape = {1024, 1024}, .cell = cell, .isa = isa});
      }
    }
  }

  void add_sizes() {
    for (std::int64_t size = 64; size <= (full_ ? 32768 : 8192); size *= 2) {
      add_stores({size, size}, 1);
      add({.work = "fill",
           .source = "perlin",
           .shape = {size, size},
           .cell = 100,
           .isa = isas().front()});
      if (size <= 4096 || full_) {
        add({.work = "fill",
             .source = "perlin",
             .fractal = "fbm",
             .octaves = 8,
             .shape = {size, size},
             .cell = 1024,
             .isa = isas().front()});
      }
    }
  }

  void add_threads() {
    for (const int threads : thread_counts()) {
      add_stores({4096, 4096}, threads);
      add({.work = "fill",
           .source = "perlin",
           .shape = {4096, 4096},
           .cell = 100,
           .isa = isas().front(),
           .threads = threads});
      add({.work = "fill",
           .source = "perlin",
           .fractal = "fbm",
           .octaves = 8,
           .shape = {4096, 4096},
           .cell = 1024,
           .isa = isas().front(),
           .threads = threads});
    }
  }

  bool full_;
  std::vector<std::string> names_;
  std::vector<Case> list_;
};

}  // namespace

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
  std::string path(work);
  const auto append = [&](std::string_view part) {
    if (!part.empty()) path.append("/").append(part);
  };
  append(source);
  if (!fractal.empty()) append(std::string(fractal).append(std::to_string(octaves)));
  append(
      std::to_string(work == "sample" ? dimensions : static_cast<int>(shape.size())).append("d"));
  append(joined(shape));
  if (cell != 0) {
    char text[32];
    std::snprintf(text, sizeof text, "cell%g", cell);
    append(text);
  }
  if (work == "sample") append(is_double ? "double" : "float");
  append(name_of(element));
  append(isa);
  append(std::to_string(threads).append(threads == 1 ? "thread" : "threads"));
  return path;
}

std::vector<Case> cases(bool full) { return List(full).take(); }

}  // namespace perlane::bench
