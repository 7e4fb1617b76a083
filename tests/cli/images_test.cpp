// Tests that the images hold the field to the bit, whatever
// the instruction set, the threads and the piece of the map.

#include "graph/catalogue/catalogue.hpp"
#include "image.hpp"
#include "program.hpp"

#include <perlane/perlane.hpp>

#include <algorithm>
#include <cmath>

namespace perlane::testing {
namespace {

class Images : public Program {};

// As in docs/numerics.md: in binary32.
std::uint16_t nearest_code(float value, Range range, int bits) {
  const auto largest = static_cast<float>((1 << bits) - 1);
  const auto scale = static_cast<float>(double{largest} / (double{range.max} - double{range.min}));
  const float position = (value - range.min) * scale;
  return static_cast<std::uint16_t>(std::nearbyint(std::fmin(std::fmax(position, 0.0f), largest)));
}

// The range of codes unless a test gives another. A field of one value gets a range of 1 about it.
Range range_of_codes(const Field& field) {
  const Range proven = range(field, 2);
  return proven.min < proven.max ? proven : Range{proven.min - 0.5f, proven.max + 0.5f};
}

Picture heightmap_of(const Field& field, const Grid<2>& grid, Range range, int bits = 16) {
  std::vector<float> values(static_cast<std::size_t>(grid.shape[0] * grid.shape[1]));
  fill<2>(values, grid, field);
  Picture picture{grid.shape[0], grid.shape[1], bits, 1, {}};
  for (const float value : values) picture.samples.push_back(nearest_code(value, range, bits));
  return picture;
}

// By its file, by standard input and by the command line.
TEST_F(Images, FieldsAsText) {
  const Field field = fbm(perlin({.seed = 7, .frequency = 1.0 / 40}), {.octaves = 3}) * 3 + 1;
  const Grid<2> grid{.shape = {64, 48}, .first = {5, -9}};
  const Picture expected = heightmap_of(field, grid, range_of_codes(field));
  write_file("field.json", to_json(field));
  const Arguments place{"--size", "64x48", "--first", "5,-9"};
  for (const std::string& given : {std::string("field.json"), " \n" + to_json(field)}) {
    Arguments arguments{"render", "map.png", "--field", given};
    arguments.insert(arguments.end(), place.begin(), place.end());
    run_well(arguments);
    EXPECT_TRUE(read_png(file("map.png")) == expected);
  }
  EXPECT_EQ(run({"render", "map.png", "--field", "-", "--size", "64x48", "--first", "5,-9"},
                {.before = "exec < field.json"})
                .exit_code,
            0);
  EXPECT_TRUE(read_png(file("map.png")) == expected);
}

TEST_F(Images, HeightmapIsTheFieldInItsProvenRange) {
  for (const graph::Source& source : graph::sources()) {
    for (const graph::FractalKind& fractal : graph::fractals()) {
      if (fractal.is_product && source.name == "coordinate") continue;
      if (source.name == "constant") continue;  // it has no octaves
      SCOPED_TRACE(std::string(source.name) + " " + std::string(fractal.name));
      const bool is_of_32_bits = source.name.starts_with("fastnoise_");
      const std::uint64_t seed = is_of_32_bits ? 4294967295u : 18446744073709551615u;
      Arguments arguments{"render",       "map.png",
                          "--size",       "300x210",
                          "--noise",      std::string(source.name),
                          "--fractal",    std::string(fractal.name),
                          "--octaves",    "5",
                          "--lacunarity", "1.75",
                          "--gain",       "0.625",
                          "--first",      "-100,7",
                          "--origin",     "0.25,-1e6"};
      arguments.insert(arguments.end(), {"--cell", "40"});
      if (source.name != "coordinate")
        arguments.insert(arguments.end(), {"--seed", std::to_string(seed)});
      run_well(arguments);
      const Field field = fractal.make(source.make(seed, 1 / 40.0),
                                       {.octaves = 5, .lacunarity = 1.75, .gain = 0.625});
      const Grid<2> grid{.shape = {300, 210}, .origin = {0.25, -1e6}, .first = {-100, 7}};
      EXPECT_TRUE(read_png(file("map.png")) == heightmap_of(field, grid, range_of_codes(field)));
    }
  }
}

TEST_F(Images, NoiseWithoutASeedIsASingleOctave) {
  const std::pair<Arguments, Field> cases[] = {
      {{"--noise", "constant"}, constant(0.5f)},
      {{"--noise", "coordinate", "--cell", "40"}, coordinate({.axis = 0, .frequency = 1 / 40.0})}};
  for (const auto& [options, field] : cases) {
    Arguments arguments{"render", "map.r32", "--size", "50x4"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    run_well(arguments);
    std::vector<float> values(50 * 4);
    fill<2>(std::span(values), {.shape = {50, 4}}, field);
    EXPECT_EQ(read_file(file("map.r32")),
              std::string(reinterpret_cast<const char*>(values.data()), values.size() * 4));
  }
}

TEST_F(Images, ADefaultRenderHasTheDefaultsOfTheHelp) {
  run_well({"render", "map.png"});
  const Field field = fbm(perlin({.frequency = 1 / 256.0}), {.octaves = 8});
  EXPECT_TRUE(read_png(file("map.png")) ==
              heightmap_of(field, {.shape = {1024, 1024}}, range(field, 2)));
}

TEST_F(Images, EightBits) {
  run_well({"render", "map.png", "--depth", "8", "--size", "300x200", "--preview", "look.png"});
  const Field field = fbm(perlin({.frequency = 1 / 256.0}), {.octaves = 8});
  EXPECT_TRUE(read_png(file("map.png")) ==
              heightmap_of(field, {.shape = {300, 200}}, range(field, 2), 8));
}

TEST_F(Images, ValuesOutsideTheGivenRangeSaturate) {
  run_well(
      {"render", "map.png", "--size", "256", "--frequency", "0.03125", "--range", "-0.125,0.0625"});
  const Field field = fbm(perlin({.frequency = 1 / 32.0}), {.octaves = 8});
  const Picture picture = read_png(file("map.png"));
  EXPECT_TRUE(picture == heightmap_of(field, {.shape = {256, 256}}, {-0.125f, 0.0625f}));
  EXPECT_NE(std::find(picture.samples.begin(), picture.samples.end(), 0), picture.samples.end());
  EXPECT_NE(std::find(picture.samples.begin(), picture.samples.end(), 65535),
            picture.samples.end());
}

TEST_F(Images, PreviewIsSeaBelowZeroAndLandAbove) {
  run_well({"render", "map.png", "--preview", "look.png", "--size", "400x200", "--cell", "64"});
  const Picture preview = read_png(file("look.png"));
  ASSERT_EQ(preview.width, 400);
  ASSERT_EQ(preview.height, 200);
  ASSERT_EQ(preview.bits, 8);
  ASSERT_EQ(preview.channels, 3);
  const Picture map = read_png(file("map.png"));
  for (std::int64_t y = 0; y < map.height; ++y) {
    for (std::int64_t x = 0; x < map.width; ++x) {
      const bool is_sea = map.at(x, y) < 32700;
      const bool is_lowland = map.at(x, y) > 32900 && map.at(x, y) < 36000;
      if (is_sea) {
        ASSERT_GT(preview.at(x, y, 2), preview.at(x, y, 0)) << x << "," << y;
      }
      if (is_lowland) {
        ASSERT_GT(preview.at(x, y, 1), preview.at(x, y, 2)) << x << "," << y;
      }
    }
  }
}

// The places that choose the colours lie nearer to the origin then.
TEST_F(Images, MapsOfNarrowCellsHaveAPreview) {
  for (const char* frequency : {"1e10", "1e13", "1e14"}) {
    run_well({"render", "map.png", "--preview", "look.png", "--size", "16", "--fractal", "none",
              "--frequency", frequency});
    const Picture look = read_png(file("look.png"));
    EXPECT_EQ(look.width, 16);
    EXPECT_NE(std::ranges::max(look.samples), std::ranges::min(look.samples));
  }
}

TEST_F(Images, PiecesOfAMapMatch) {
  // The image has more rows than a band, so that the bands
  // of the whole and of the pieces have other borders.
  const std::int64_t width = 300;
  const std::int64_t height = 700;
  const std::int64_t left = 131;
  const std::int64_t top = 389;
  const auto render_piece = [&](std::int64_t x, std::int64_t y, std::int64_t columns,
                                std::int64_t rows) {
    // These pieces lie far from the origin.
    const std::string first =
        std::to_string(1'000'000'000'000 + x) + "," + std::to_string(-1'000'000'000 + y);
    run_well({"render", "map.png", "--preview", "look.png", "--size",
              std::to_string(columns) + "x" + std::to_string(rows), "--first", first, "--cell",
              "100"});
    return std::pair(read_png(file("map.png")), read_png(file("look.png")));
  };
  const auto [map, preview] = render_piece(0, 0, width, height);
  ASSERT_EQ(map.width, width);
  for (const std::int64_t x : {std::int64_t{0}, left}) {
    for (const std::int64_t y : {std::int64_t{0}, top}) {
      const std::int64_t columns = x == 0 ? left : width - left;
      const std::int64_t rows = y == 0 ? top : height - top;
      const auto [map_piece, preview_piece] = render_piece(x, y, columns, rows);
      EXPECT_TRUE(map_piece == map.cut(x, y, columns, rows)) << x << "," << y;
      EXPECT_TRUE(preview_piece == preview.cut(x, y, columns, rows)) << x << "," << y;
    }
  }
}

TEST_F(Images, APreviewOfAnotherSizeHasMeans) {
  const Arguments map{"render", "map.r16", "--size", "1301x700", "--cell", "90", "--preview"};
  const auto preview_of = [&](const Arguments& options) {
    Arguments arguments = map;
    arguments.push_back("look.png");
    arguments.insert(arguments.end(), options.begin(), options.end());
    run_well(arguments);
    return read_png(file("look.png"));
  };
  const Picture whole = preview_of({});
  EXPECT_TRUE(preview_of({"--preview-size", "1301"}) == whole);
  EXPECT_TRUE(preview_of({"--preview-size", "99999"}) == whole);
  for (const int size : {1, 2, 100, 650, 1300}) {
    SCOPED_TRACE(size);
    const Picture small = preview_of({"--preview-size", std::to_string(size)});
    ASSERT_EQ(small.width, size);
    ASSERT_EQ(small.height, std::max(std::lround(size * 700 / 1301.0), 1L));
    const auto columns = static_cast<std::size_t>(small.width),
               rows = static_cast<std::size_t>(small.height);
    std::vector<std::int64_t> sums(3 * columns * rows), counts(columns * rows);
    for (std::int64_t y = 0; y < 700; ++y) {
      for (std::int64_t x = 0; x < 1301; ++x) {
        const auto pixel =
            static_cast<std::size_t>(y * small.height / 700 * small.width + x * small.width / 1301);
        ++counts[pixel];
        for (int channel = 0; channel < 3; ++channel)
          sums[3 * pixel + static_cast<std::size_t>(channel)] += whole.at(x, y, channel);
      }
    }
    for (std::size_t i = 0; i < sums.size(); ++i) {
      const std::int64_t count = counts[i / 3];
      ASSERT_EQ(small.samples[i], (sums[i] + count / 2) / count) << i;
    }
  }
}

TEST_F(Images, FilesDependOnNeitherThreadsNorInstructionSet) {
  const Arguments render{"render", "map.png", "--preview", "look.png", "--size", "517x523"};
  const auto files_with = [&](const std::string& option, const std::string& value) {
    Arguments arguments = render;
    arguments.insert(arguments.end(), {option, value});
    run_well(arguments);
    return std::pair(read_file(file("map.png")), read_file(file("look.png")));
  };
  const auto expected = files_with("--threads", "1");
  ASSERT_FALSE(expected.first.empty());
  for (const char* threads : {"2", "7"})
    EXPECT_TRUE(files_with("--threads", threads) == expected) << threads;
  for (const std::string_view isa : isas())
    EXPECT_TRUE(files_with("--isa", std::string(isa)) == expected) << isa;
}

TEST_F(Images, AnyShape) {
  for (const auto& [width, height] :
       {std::pair(1, 1), std::pair(1, 600), std::pair(3, 2), std::pair(1'100'000, 1)}) {
    const std::string size = std::to_string(width) + "x" + std::to_string(height);
    run_well({"render", "map.png", "--preview", "look.png", "--size", size, "--origin", "0.5,0.5"});
    const Field field = fbm(perlin({.frequency = 1 / 256.0}), {.octaves = 8});
    const Grid<2> grid{.shape = {width, height}, .origin = {0.5, 0.5}};
    EXPECT_TRUE(read_png(file("map.png")) == heightmap_of(field, grid, range(field, 2))) << size;
    EXPECT_EQ(read_png(file("look.png")).width, width);
    EXPECT_EQ(read_png(file("look.png")).height, height);
  }
}

}  // namespace
}  // namespace perlane::testing
