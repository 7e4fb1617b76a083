// Tests that every format, read back by a program that is not perlane's, has the field to the bit,
// and that a file makes itself again.

#include "program.hpp"

#include <perlane/perlane.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace perlane::testing {
namespace {

struct File {
  std::string name;
  std::string type;
  std::vector<std::string> options{};
};

class Formats : public Program {
 protected:
  // The output of a shell command.
  static std::string output_of(const std::string& command) {
    std::FILE* pipe = ::popen(command.c_str(), "r");
    std::string output;
    std::array<char, 65536> part;
    while (const std::size_t size = std::fread(part.data(), 1, part.size(), pipe))
      output.append(part.data(), size);
    EXPECT_EQ(::pclose(pipe), 0) << command;
    return output;
  }

  static bool has_readers() {
    return std::system(PYTHON " -c 'import numpy, numcodecs, zarr, osgeo.gdal' 2>/dev/null") == 0;
  }

  std::string samples_of(const File& read, std::int64_t width) const {
    return output_of(std::string(PYTHON " " READERS "/read.py '") + file(read.name).string() +
                     "' " + read.type + " " + std::to_string(width));
  }
};

const Field field = fbm(perlin({.seed = 3, .frequency = 1 / 50.0}), {.octaves = 4});
constexpr std::int64_t width = 701;
constexpr std::int64_t height = 531;
const Grid<2> grid{.shape = {width, height}, .first = {-20, 7}};

const std::vector<std::string> place{"--size", "701x531", "--first", "-20,7",     "--seed",
                                     "3",      "--cell",  "50",      "--octaves", "4"};

// With rows and tiles that are cut off.
const File all_files[] = {
    {"map.png", "uint16"},
    {"map.png", "uint8", {"--depth", "8"}},
    {"map.tif", "uint16"},
    {"map.tif", "uint8", {"--type", "uint8"}},
    {"map.tif", "float32", {"--type", "float32"}},
    {"map.tif", "uint16", {"--compression", "zstd"}},
    {"map.tif", "float32", {"--type", "float32", "--compression", "zstd"}},
    {"map.exr", "float32"},
    {"map.exr", "float16", {"--type", "float16"}},
    {"map.r16", "uint16"},
    {"map.r32", "float32"},
    {"map.raw", "uint16"},
    {"map.raw", "uint8", {"--type", "uint8"}},
    {"map.raw", "float32", {"--type", "float32"}},
    {"map.npy", "float32"},
    {"map.npy", "uint16", {"--type", "uint16"}},
    {"map.npy", "uint8", {"--type", "uint8"}},
    {"map.pfm", "float32"},
    {"map.zarr", "float32"},
    {"map.zarr", "uint16", {"--type", "uint16"}},
    {"map.zarr", "uint8", {"--type", "uint8", "--zarr", "2"}},
    {"map.zarr", "float32", {"--zarr", "2"}},
};

template <class Sample>
std::string bytes_of(const std::vector<Sample>& samples) {
  return {reinterpret_cast<const char*>(samples.data()), samples.size() * sizeof(Sample)};
}

template <class Sample>
std::string expected_of() {
  std::vector<Sample> samples(static_cast<std::size_t>(width * height));
  fill<2>(samples, grid, field);
  return bytes_of(samples);
}

std::string expected(const std::string& type) {
  return type == "uint8"    ? expected_of<std::uint8_t>()
         : type == "uint16" ? expected_of<std::uint16_t>()
                            : expected_of<float>();
}

// The values of a volume with an odd number of everything.
TEST_F(Formats, OtherProgramsReadVolumes) {
  if (!has_readers()) GTEST_SKIP() << "no Python with NumPy, GDAL and zarr; see script/bootstrap";
  if (!has_format(".zarr")) GTEST_SKIP() << "perlane was built without .zarr";
  const Grid<3> box{.shape = {600, 71, 67}, .first = {-20, 7, 5}};
  std::vector<float> expected(600 * 71 * 67);
  fill<3>(expected, box, field);
  run_well({"render", "map.zarr", "-q", "--size", "600x71x67", "--first", "-20,7,5", "--seed", "3",
            "--cell", "50", "--octaves", "4"});
  EXPECT_TRUE(samples_of({"map.zarr", "float32"}, 600) == bytes_of(expected));
  run_well({"render", "again.zarr", "-q", "--field", "map.zarr"});
  for (const char* name : {"zarr.json", "c/0/0/0", "c/0/0/1"})
    EXPECT_TRUE(read_file(file("map.zarr") / name) == read_file(file("again.zarr") / name)) << name;
}

TEST_F(Formats, OtherProgramsReadTheField) {
  if (!has_readers()) GTEST_SKIP() << "no Python with NumPy, GDAL and zarr; see script/bootstrap";
  for (const File& written : all_files) {
    if (!has_formats_of({written.name})) continue;
    SCOPED_TRACE(written.name + " " + ::testing::PrintToString(written.options));
    std::filesystem::remove_all(file(written.name));
    Arguments arguments{"render", written.name, "-q"};
    arguments.insert(arguments.end(), place.begin(), place.end());
    arguments.insert(arguments.end(), written.options.begin(), written.options.end());
    run_well(arguments);
    const std::string samples = samples_of(written, width);
    if (written.type != "float16") {
      EXPECT_TRUE(samples == expected(written.type));
      continue;
    }
    // A half is the nearest one if it is within half a unit of its last place.
    const std::string floats = expected("float32");
    ASSERT_EQ(samples.size() * 2, floats.size());
    for (std::size_t i = 0; i < samples.size() / 2; ++i) {
      std::uint16_t half;
      float value;
      std::memcpy(&half, &samples[2 * i], 2);
      std::memcpy(&value, &floats[4 * i], 4);
      const int exponent = half >> 10 & 31;
      const double unit = std::ldexp(1, std::max(exponent, 1) - 25);
      const double read = (exponent > 0 ? 1024 + (half & 1023) : half & 1023) * unit;
      ASSERT_LE(std::abs((half >> 15 ? -read : read) - static_cast<double>(value)), unit / 2) << i;
    }
  }
}

TEST_F(Formats, OtherToolsAcceptTheFiles) {
  const std::pair<std::string, std::string> checks[] = {
      {"map.png", "identify -regard-warnings map.png"},
      {"map.pfm", "identify -regard-warnings map.pfm"},
      {"map.tif", "tiffinfo -D map.tif"},
      {"map.tif", "gdalinfo -checksum map.tif"},
      {"map.exr", "exrheader map.exr"},
  };
  for (const auto& [name, command] : checks) {
    if (!has_formats_of({name})) continue;
    const std::string tool = command.substr(0, command.find(' '));
    if (std::system(("command -v " + tool + " >/dev/null").c_str()) != 0) {
      GTEST_SKIP() << "no " << tool << "; see script/bootstrap --all";
    }
    run_well({"render", name, "--size", "300x600", "--preview", "look.png"});
    const std::string said = output_of("cd '" + file("").string() + "' && " + command + " 2>&1");
    EXPECT_EQ(said.find("arning"), std::string::npos) << said;
  }
}

// By the file alone, in whatever number of threads; and no path, time or thread is in it.
TEST_F(Formats, AFileReproducesItself) {
  const auto content = [this](const std::string& name) {
    if (!std::filesystem::is_directory(file(name))) return read_file(file(name));
    std::string all;
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(file(name)))
      if (entry.is_regular_file()) paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    for (const auto& path : paths)
      all += path.lexically_relative(file(name)).string() + read_file(path);
    return all;
  };
  for (const File& written : all_files) {
    if (!has_formats_of({written.name})) continue;
    SCOPED_TRACE(written.name + " " + ::testing::PrintToString(written.options));
    const std::string again = "again" + std::filesystem::path(written.name).extension().string();
    for (const std::string& name : {written.name, again}) std::filesystem::remove_all(file(name));
    Arguments arguments{"render", written.name, "-q",      "--threads", "1",      "--noise",
                        "value",  "--fade",     "linear",  "--fractal", "ridged", "--weight",
                        "0.5",    "--size",     "600x301", "--seed",    "1e3",    "--origin",
                        "0.5,-3", "--seamless", "600,0"};
    arguments[16] = "18446744073709551615";
    arguments.insert(arguments.end(), written.options.begin(), written.options.end());
    run_well(arguments);
    run_well({"render", again, "--field", written.name, "-q", "--threads", "7"});
    const std::string first = content(written.name);
    ASSERT_FALSE(first.empty());
    EXPECT_TRUE(content(again) == first);
    EXPECT_EQ(first.find("again"), std::string::npos);
    EXPECT_EQ(first.find("map."), std::string::npos);
    if (std::filesystem::exists(file(written.name + ".json"))) {
      EXPECT_EQ(read_file(file(again + ".json")), read_file(file(written.name + ".json")));
    }
  }
}

// Several threads write blocks of these at a time, in any order.
TEST_F(Formats, BlocksInAnyOrderMakeTheSameFile) {
  for (const std::string& size : {std::string("1600x1300"), std::string("1000000x3")}) {
    for (const char* extension : {".r16", ".r32", ".raw", ".npy", ".pfm"}) {
      SCOPED_TRACE(size + extension);
      const std::string one = "one" + std::string(extension),
                        many = "many" + std::string(extension);
      run_well({"render", one, "--size", size, "--octaves", "2", "--threads", "1", "-q"});
      run_well({"render", many, "--size", size, "--octaves", "2", "-q"});
      EXPECT_TRUE(read_file(file(one)) == read_file(file(many)));
    }
  }
  run_well({"render", "piped.npy", "--size", "1600x1300", "--octaves", "2", "-q"});
  EXPECT_EQ(run({"render", "-", "--format", "npy", "--size", "1600x1300", "--octaves", "2", "-q"},
                {.standard_output = "stream"})
                .exit_code,
            0);
  EXPECT_TRUE(read_file(file("stream")) == read_file(file("piped.npy")));
}

TEST_F(Formats, OptionsChangeARecipe) {
  run_well({"render", "map.png", "--size", "64x32", "--range", "-0.5,0.5", "--first", "9,9"});
  run_well({"render", "map.npy", "--field", "map.png", "--size", "40"});
  const std::string recipe = read_file(file("map.npy.json"));
  EXPECT_NE(recipe.find("\"size\":[40,40],\"first\":[9,9]"), std::string::npos) << recipe;
  EXPECT_NE(recipe.find("\"type\":\"uint16\",\"range\":[-0.5,0.5]"), std::string::npos) << recipe;
}

TEST_F(Formats, StandardOutputGetsTheBytesOfAFile) {
  for (const std::string format : {"png", "r16", "r32", "raw", "npy"}) {
    SCOPED_TRACE(format);
    run_well({"render", "map." + format, "--size", "300x200"});
    const Finished finished =
        run({"render", "-", "--format", format, "--size", "300x200"}, {.standard_output = "piped"});
    EXPECT_EQ(finished.exit_code, 0);
    EXPECT_TRUE(read_file(file("piped")) == read_file(file("map." + format)));
    EXPECT_NE(finished.error.find("heightmap  standard output"), std::string::npos);
    if (!std::filesystem::exists("/dev/full")) continue;
    const Finished full = run({"render", "-", "--format", format, "--size", "300x200"},
                              {.standard_output = "/dev/full"});
    EXPECT_EQ(full.exit_code, 1);
    EXPECT_NE(full.error.find("cannot write 'standard output': No space left on device"),
              std::string::npos)
        << full.error;
  }
}

TEST_F(Formats, NoFileIsLeftWhereNoneFits) {
  for (const std::string extension :
       {"png", "tif", "exr", "r16", "r32", "raw", "npy", "pfm", "zarr"}) {
    SCOPED_TRACE(extension);
    const std::string name = "map." + extension;
    if (!has_formats_of({name})) continue;
    const Finished finished = run({"render", name, "--size", "900"}, {.before = "ulimit -f 100"});
    EXPECT_EQ(finished.exit_code, 1);
    EXPECT_NE(finished.error.find("cannot write '" + name + "': File too large"), std::string::npos)
        << finished.error;
    EXPECT_EQ(files(), std::vector<std::string>());
  }
}

TEST_F(Formats, DirectoriesAreNotReplaced) {
  if (!has_format(".zarr")) GTEST_SKIP() << "perlane was built without .zarr";
  run_well({"render", "map.zarr", "--size", "64"});
  const Finished finished = run({"render", "map.zarr", "--size", "64", "--seed", "2"});
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_NE(finished.error.find("cannot write 'map.zarr': it exists"), std::string::npos)
      << finished.error;
  EXPECT_EQ(files(), std::vector<std::string>{"map.zarr"});
  write_file("file.zarr", "");
  EXPECT_NE(run({"render", "file.zarr", "--size", "64"})
                .error.find("cannot write 'file.zarr': a file of that name is there"),
            std::string::npos);
  EXPECT_TRUE(std::filesystem::is_regular_file(file("file.zarr")));
}

// Shells complete the name of a directory with a slash, which files do not have.
TEST_F(Formats, DirectoriesMayEndWithASlash) {
  if (!has_format(".zarr")) GTEST_SKIP() << "perlane was built without .zarr";
  run_well({"render", "map.zarr/", "--size", "64"});
  run_well({"render", "other//", "--format", "zarr", "--size", "64"});
  EXPECT_TRUE(read_file(file("map.zarr/zarr.json")) == read_file(file("other/zarr.json")));
  EXPECT_NE(
      run({"render", "map.zarr/", "--size", "64"}).error.find("cannot write 'map.zarr': it exists"),
      std::string::npos);
  for (const char* name : {"map.png/", "/"}) {
    EXPECT_NE(run({"render", name, "--size", "64"}).error.find("has no extension of a format"),
              std::string::npos)
        << name;
  }
  EXPECT_NE(run({"render", "/", "--format", "zarr"}).exit_code, 0);
  EXPECT_EQ(files(), (std::vector<std::string>{"map.zarr", "other"}));
}

TEST_F(Formats, ExtensionsInCapitalsAndTheOtherOfTiff) {
  const std::pair<std::string, std::string> names[] = {{"map.png", "OTHER.PNG"},
                                                       {"map.npy", "other.Npy"},
                                                       {"map.tif", "other.tiff"},
                                                       {"map.tif", "OTHER.TIFF"}};
  for (const auto& [name, other] : names) {
    SCOPED_TRACE(other);
    if (!has_formats_of({name})) continue;
    run_well({"render", name, "--size", "50"});
    run_well({"render", other, "--size", "50", "--preview", "LOOK.PNG"});
    EXPECT_TRUE(read_file(file(name)) == read_file(file(other)));
    run_well({"render", name, "--field", other});
    EXPECT_TRUE(read_file(file(name)) == read_file(file(other)));
  }
}

// A format that this build was made without is rejected as that, and no help mentions it.
TEST_F(Formats, FormatsThatTheBuildLacksAreRejected) {
  const std::string help = run_well({"render", "--help"}) + run_well({"export", "--help"});
  const std::string info = run_well({"info"});
  const std::pair<std::string, std::string> options[] = {
      {".tif", "--compression"}, {".exr", "float16"}, {".zarr", "--zarr"}};
  for (const auto& [extension, option] : options) {
    SCOPED_TRACE(extension);
    const bool is_there = has_format(extension);
    EXPECT_EQ(help.find(option) != std::string::npos, is_there);
    EXPECT_EQ(help.find(extension.substr(1) + ":") != std::string::npos, is_there);
    EXPECT_EQ(info.find("built without     " + extension + "\n") == std::string::npos, is_there);
    if (is_there) continue;
    const Finished finished = run({"render", "map" + extension, "--size", "8"});
    EXPECT_EQ(finished.exit_code, 2);
    EXPECT_NE(
        finished.error.find("this perlane was built without " + extension + "; use one of .png, "),
        std::string::npos)
        << finished.error;
    EXPECT_EQ(run({"export", "world", "--size", "8", "--format", extension.substr(1)}).exit_code,
              2);
    EXPECT_EQ(files(), std::vector<std::string>());
  }
}

// The content of a file decides, and then the file beside it, whatever its name says: every file
// that perlane writes can make itself again.
TEST_F(Formats, FilesUnderOtherNames) {
  const char* const all[] = {"png", "tif", "exr", "r16", "raw", "npy", "zarr"};
  for (const std::string format : all) {
    for (const std::string named : all) {
      if (!has_formats_of({"map." + format, "map." + named})) continue;
      SCOPED_TRACE(format + " under the name of " + named);
      const std::string name = "map." + named, again = "again." + named;
      run_well({"render", name, "--format", format, "--size", "30x20", "--seed", "7", "-q"});
      run_well({"render", again, "--format", format, "--field", name, "-q"});
      if (format == "zarr") {
        EXPECT_EQ(read_file(file(name) / "c/0/0"), read_file(file(again) / "c/0/0"));
        EXPECT_EQ(read_file(file(name) / "zarr.json"), read_file(file(again) / "zarr.json"));
      } else {
        EXPECT_TRUE(read_file(file(name)) == read_file(file(again)));
      }
      for (const std::string& left : files()) std::filesystem::remove_all(file(left));
    }
  }
  // A picture has its own recipe, whatever lies beside it.
  run_well({"render", "map.r16", "--size", "30x20", "--seed", "8", "-q"});
  run_well({"render", "map.r16", "--format", "png", "--size", "30x20", "--seed", "7", "-q"});
  run_well({"render", "again.png", "--field", "map.r16", "-q"});
  EXPECT_TRUE(read_file(file("map.r16")) == read_file(file("again.png")));
}

TEST_F(Formats, RecipesBesideFilesWithoutAnExtension) {
  run_well({"render", "map.png", "--size", "30x20", "--seed", "7", "-q"});
  for (const std::string format : {"r16", "npy", "pfm"}) {
    SCOPED_TRACE(format);
    run_well({"render", "bare", "--format", format, "--size", "30x20", "--seed", "7", "-q"});
    run_well({"render", "again", "--format", format, "--field", "bare", "-q"});
    EXPECT_TRUE(read_file(file("bare")) == read_file(file("again")));
    run_well({"render", "new.png", "--field", "bare", "--range", "-1,1", "-q"});
  }
  // Codes from 85 on look like text.
  run_well({"render", "letters", "--format", "raw", "--type", "uint8", "--range", "-2,1", "--size",
            "30x20", "-q"});
  run_well({"render", "again", "--format", "raw", "--field", "letters", "-q"});
  EXPECT_TRUE(read_file(file("letters")) == read_file(file("again")));
  write_file("bare", read_file(file("bare")) + "x");
  const Finished finished = run({"render", "new.png", "--field", "bare"});
  EXPECT_EQ(finished.exit_code, 2);
  EXPECT_NE(finished.error.find("'bare' has "), std::string::npos) << finished.error;
  // A picture has its own recipe, whatever lies beside it.
  write_file("bare", read_file(file("map.png")));
  run_well({"render", "new.png", "--field", "bare", "-q"});
  EXPECT_TRUE(read_file(file("new.png")) == read_file(file("map.png")));
}

TEST_F(Formats, EndlessInputIsRejected) {
  const auto rejected = [&](const std::string& given, const std::string& message,
                            const std::string& before) {
    const Finished finished = run({"render", "new.png", "--field", given}, {.before = before});
    EXPECT_EQ(finished.exit_code, 2);
    EXPECT_NE(finished.error.find(message), std::string::npos) << finished.error;
  };
  if (std::filesystem::exists("/dev/zero")) {
    rejected("/dev/zero", "'/dev/zero' is neither JSON nor a file that has a recipe in it", "true");
    rejected("-", "standard input is neither JSON nor a file", "exec </dev/zero");
  }
  const std::string endless = "mkfifo pipe\n{ cat start; yes; } >pipe 2>/dev/null &\ntrue";
  write_file("start", "{");
  const std::string too_long = ": it has more than 268439552 bytes; use a shorter text";
  rejected("pipe", "cannot read 'pipe'" + too_long, endless);
  std::filesystem::remove(file("pipe"));
  rejected("-", "cannot read standard input" + too_long, endless + "\nexec <pipe\nrm pipe");
  run_well({"render", "start", "--format", "png", "--size", "30x20", "-q"});
  rejected("-",
           "cannot read standard input: it has more than 268439552 bytes; use the name of a file",
           endless + "\nexec <pipe\nrm pipe");
}

TEST_F(Formats, PipesAreReadLikeFiles) {
  run_well({"render", "map.png", "--size", "30x20", "-q"});
  write_file("field.json", R"({"perlane":1,"field":{"perlin":{"seed":7}}})");
  for (const std::string name : {"map.png", "field.json"}) {
    run_well({"render", "one.png", "--field", name, "-q"});
    const std::string before = "mkfifo pipe\ncat " + name + " >pipe &\ntrue";
    EXPECT_EQ(run({"render", "new.png", "--field", "pipe", "-q"}, {.before = before}).error, "");
    EXPECT_TRUE(read_file(file("new.png")) == read_file(file("one.png")));
    std::filesystem::remove(file("pipe"));
  }
}

TEST_F(Formats, StandardInputIsReadAsFilesAre) {
  const Arguments options{"--size", "70x33", "--seed", "3", "--fractal", "ridged"};
  const auto read = [&](const std::string& name, const std::string& to) {
    return run({"render", to, "--field", "-"}, {.before = "exec <" + name});
  };
  for (const char* extension : {".png", ".tif", ".exr"}) {
    if (!has_format(extension)) continue;
    SCOPED_TRACE(extension);
    const std::string name = "map" + std::string(extension),
                      again = "again" + std::string(extension);
    Arguments arguments{"render", name};
    arguments.insert(arguments.end(), options.begin(), options.end());
    run_well(arguments);
    EXPECT_EQ(read(name, again).error.find("perlane: rendering"), 0u);
    EXPECT_TRUE(read_file(file(name)) == read_file(file(again)));
    // Through a pipe, which cannot be read twice.
    EXPECT_EQ(run({"render", again, "--field", "-"},
                  {.before = "mkfifo pipe\ncat " + name + " >pipe &\nexec <pipe\nrm pipe"})
                  .exit_code,
              0);
    EXPECT_TRUE(read_file(file(name)) == read_file(file(again)));
  }
  run_well({"render", "map.r16", "--size", "8"});
  EXPECT_EQ(read("map.r16.json", "again.r16").exit_code, 0);
  EXPECT_TRUE(read_file(file("map.r16")) == read_file(file("again.r16")));
  write_file("marked.json",
             "\xef\xbb\xbf\n{\"perlane\": 1, \"field\": {\"perlin\": {}}}");  // a byte order mark
  EXPECT_EQ(read("marked.json", "marked.r16").exit_code, 0);
  write_file("list.json", "[1, 2]");
  EXPECT_EQ(read("list.json", "other.r16").error.find("neither JSON"), std::string::npos);
  const Finished samples = read("map.r16", "other.r16");
  EXPECT_EQ(samples.exit_code, 2);
  EXPECT_NE(samples.error.find("standard input is neither JSON nor a file that has a recipe in it; "
                               "use a field as JSON, a recipe, or one of .png"),
            std::string::npos)
      << samples.error;
  write_file("cut.png", read_file(file("map.png")).substr(0, 1000));
  const Finished cut = read("cut.png", "other.r16");
  EXPECT_EQ(cut.exit_code, 2);
  EXPECT_NE(cut.error.find("standard input "), std::string::npos) << cut.error;
  EXPECT_EQ(cut.error.find("/perlane-"), std::string::npos) << cut.error;
}

TEST_F(Formats, WrongRecipes) {
  run_well({"render", "map.r16", "--size", "8"});
  run_well({"render", "map.png", "--size", "8"});
  std::string recipe = read_file(file("map.r16.json"));
  const auto changed = [&](const std::string& what, const std::string& by) {
    std::string text = recipe;
    const std::size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return text.replace(at, what.size(), by);
  };
  write_file("later.json", changed("\"recipe\":1", "\"recipe\":2"));
  write_file("older.json", changed("\"recipe\":1", "\"recipe\":-1"));
  write_file("version.json", changed(std::string(version), "zz"));
  write_file("version2.json", changed(std::string(version), std::string(version) + ".1"));
  write_file("twice.json", changed("\"type\"", "\"size\":[9,9],\"type\""));
  write_file("twice2.json", changed("\"octaves\"", "\"octaves\":1,\"octaves\""));
  write_file("checksum.json", changed("\"checksum\":\"", "\"checksum\":\"3"));
  write_file("size.json", changed("[8,8]", "[8,0]"));
  write_file("slices.json", changed("[8,8]", "[8,8,-5]"));
  write_file("numbers.json", changed("[8,8]", "[8,1e400]"));
  write_file("type.json", changed("uint16", "uint12"));
  write_file("step.json", changed("\"origin\"", "\"step\":0,\"origin\""));
  write_file("compression.json", changed("\"origin\"", "\"compression\":\"lzw\",\"origin\""));
  write_file("map.json",
             changed("\"origin\"", R"("map":{"origin":[1,2],"pixel_size":[1,0]},"origin")"));
  write_file(
      "epsg.json",
      changed("\"origin\"", R"("map":{"origin":[1,2],"pixel_size":[1,1],"epsg":-1},"origin")"));
  write_file("first.json", changed("\"first\":[0,0],", ""));
  write_file("first2.json", changed("\"first\":[0,0]", "\"first\":[0,9223372036854775807]"));
  const std::size_t range = recipe.find("\"range\":["), end = recipe.find(']', range);
  ASSERT_LT(end, recipe.size());
  const std::string old_range = recipe.substr(range, end - range);
  write_file("range.json", changed(old_range, "\"range\":[1000,-1"));
  write_file("range2.json", changed(old_range, "\"range\":[-1e39,1"));
  write_file("range3.json", changed(old_range, "\"range\":[-1,0,1"));
  write_file("empty.json", changed("\"origin\"", "\"organ\""));
  write_file("field.json", changed("\"octaves\":8", "\"octaves\":80"));
  write_file("text.png", "no picture");
  write_file("text.tif", "II*");
  write_file("text.exr", std::string("\x76\x2f\x31\x01\2\0\0\0cut", 11));
  write_file("lonely.npy", "");
  for (const char* name : {"other.zarr", "list.zarr", "deep.zarr"})
    std::filesystem::create_directory(file(name));
  write_file("list.zarr/zarr.json", "[]");
  constexpr std::size_t depth = 200000;
  write_file("deep.zarr/zarr.json", R"({"attributes":{"perlane":)" + std::string(depth, '[') +
                                        std::string(depth, ']') + "}}");
  std::string damaged = read_file(file("map.png"));
  damaged[damaged.find("recipe") + 12] ^= 1;
  write_file("damaged.png", damaged);
  run_well({"render", "map.png", "--size", "8", "--preview", "look.png"});
  const std::vector<std::string> before = files();
  const std::pair<std::string, std::string> cases[] = {
      {"later.json", "the recipe is of version 2, and this perlane reads version 1"},
      {"older.json", "the recipe is of version -1, and this perlane reads version 1"},
      {"version.json", "recipe.version is not right; use one such as 0.2.0"},
      {"version2.json", "recipe.version is not right; use one such as 0.2.0"},
      {"twice.json", "the text has an object with two members \"size\"; use one"},
      {"twice2.json", "the text has an object with two members \"octaves\"; use one"},
      {"checksum.json", "recipe.checksum is not right; use eight hexadecimal digits"},
      {"size.json", "recipe.size is not right; use two or three integers from 1 to 2147483647"},
      {"slices.json", "recipe.size is not right; use two or three integers from 1 to 2147483647"},
      {"numbers.json", ""},
      {"type.json", "recipe.type is not right; use uint8, uint16, float16 or float32"},
      {"range.json", "recipe.range is not right; use two finite binary32 numbers, the lower one"},
      {"range2.json", "recipe.range is not right; use two finite binary32 numbers, the lower one"},
      {"range3.json", "recipe.range is not right; use two finite numbers"},
      {"step.json", "recipe.step is not right; use an integer from 1 to 2147483647"},
      {"compression.json", "recipe.compression is not right; use deflate or zstd"},
      {"map.json", "recipe.map is not right; use origin, a pixel_size above 0 and perhaps an epsg"},
      {"epsg.json", "recipe.map is not right; use origin, a pixel_size above 0"},
      {"first.json", "recipe.first is missing"},
      {"first2.json", "recipe.first is not right; use integers from -2^62 to 2^62"},
      {"empty.json", "recipe.organ is unknown"},
      {"field.json", "field.fbm.octaves is 80"},
      {"text.png", "'text.png' is not what its name says"},
      {"text.tif", "'text.tif' is damaged"},
      {"text.exr", "'text.exr' is damaged"},
      {"lonely.npy", "cannot read lonely.npy.json"},
      {"other.zarr", "'other.zarr' is a directory, but not an array"},
      {"list.zarr", "'list.zarr' is damaged"},
      {"deep.zarr", "'deep.zarr' is damaged"},
      {"damaged.png", "'damaged.png' is damaged"},
      {"look.png", "'look.png' has no recipe of perlane's"},
      {"missing.png", "cannot read missing.png"},
  };
  for (const auto& [name, message] : cases) {
    SCOPED_TRACE(name);
    if (!has_formats_of({name})) continue;
    const Finished finished = run({"render", "new.png", "--field", name});
    EXPECT_GT(finished.exit_code, 0);
    EXPECT_NE(finished.error.find(message), std::string::npos) << finished.error;
    EXPECT_EQ(files(), before);
  }
}

// The checksum of some samples tells, or else the version.
TEST_F(Formats, RecipesWithOtherValuesInThisVersionAreNoticed) {
  const std::string minor = std::to_string(version_major) + "." + std::to_string(version_minor);
  const std::string other = version_major == 0 ? "0." + std::to_string(version_minor - 1) + ".9"
                                               : std::to_string(version_major - 1) + ".9.9";
  const std::string later = std::to_string(version_major) + ".1000.0";
  for (const std::string name : {"map.r16", "map.r32", "map.raw", "map.npy"}) {
    SCOPED_TRACE(name);
    run_well({"render", name, "--size", "70x40", "--seed", "18446744073709551615", "--first",
              "-1000000000000000,5", "--frequency", "1e-5", "-q"});
    const std::string extension = std::filesystem::path(name).extension().string();
    const std::string recipe = read_file(file(name + ".json")), content = read_file(file(name));
    const std::string checksum = recipe.substr(recipe.find(",\"checksum\":\""), 22);
    ASSERT_EQ(checksum.back(), '"') << recipe;
    const auto render = [&](const std::string& by, bool has_checksum, const std::string& seed,
                            const Arguments& more = {}) {
      std::string text = recipe;
      const auto replace = [&](const std::string& what, const std::string& with) {
        text.replace(text.find(what), what.size(), with);
      };
      replace("\"version\":\"" + std::string(version), "\"version\":\"" + by);
      if (!has_checksum) replace(checksum, "");
      replace("\"18446744073709551615\"", seed);
      write_file("changed.json", text);
      std::filesystem::remove(file("again" + extension));
      Arguments arguments{"render", "again" + extension, "--field", "changed.json", "-q"};
      arguments.insert(arguments.end(), more.begin(), more.end());
      return run(arguments);
    };
    const std::string same = "\"18446744073709551615\"", another = "\"18446744073709551614\"";
    const auto accepted = [&](const Finished& finished) {
      EXPECT_EQ(finished.exit_code, 0);
      EXPECT_EQ(finished.error, "");
      EXPECT_TRUE(read_file(file("again" + extension)) == content);
    };
    const auto rejected = [&](const Finished& finished, const std::string& by,
                              const std::string& message) {
      EXPECT_EQ(finished.exit_code, 2);
      const std::string start = "perlane: 'changed.json': the recipe is by perlane " + by +
                                ", and this is " + std::string(version) + message;
      EXPECT_EQ(finished.error.substr(0, start.size()), start);
      EXPECT_TRUE(finished.error.ends_with("use --other-values\n")) << finished.error;
      EXPECT_FALSE(std::filesystem::exists(file("again" + extension)));
    };
    const std::string patch = minor + ".1000";
    accepted(render(patch, true, same));
    accepted(render(patch, false, same));
    accepted(render(other, true, same));
    accepted(render(later, true, same));
    rejected(render(patch, true, another), patch, ": its samples have the checksum ");
    rejected(render(other, true, another), other, ": its samples have the checksum ");
    rejected(render(other, false, same), other, ", which gives other values; use that version");
    if (version_major == 0)
      rejected(render(later, false, same), later, ", which gives other values");
    accepted(render(other, false, same, {"--other-values"}));
    accepted(render(patch, true, same));
    const std::string warned =
        run({"render", "new" + extension, "--field", "changed.json", "--other-values"}).error;
    EXPECT_TRUE(
        warned.starts_with("perlane: warning: --other-values has no effect, since the "
                           "recipe gives the same samples here\n"))
        << warned;
    EXPECT_EQ(render(patch, true, another, {"--other-values"}).exit_code, 0);
    EXPECT_FALSE(read_file(file("again" + extension)) == content);
  }
  // Members that a later version may have and this one does not.
  std::string recipe = read_file(file("map.r16.json"));
  recipe.replace(recipe.find(version), version.size(), later);
  recipe.replace(recipe.find("octaves"), 7, "octaver");
  write_file("changed.json", recipe);
  const Finished finished = run({"render", "new.png", "--field", "changed.json"});
  EXPECT_EQ(finished.exit_code, 2);
  EXPECT_EQ(finished.error.find("perlane: 'changed.json': the recipe is by perlane " + later +
                                ", and this is " + std::string(version) +
                                ": field.fbm.octaver is not known"),
            0u)
      << finished.error;
}

// Samples that all lie on corners of cells would be 0 for any seed.
TEST_F(Formats, ChecksumsOfWholeCells) {
  for (const char* size : {"3", "64", "1024", "4096"}) {
    SCOPED_TRACE(size);
    std::vector<std::string> checksums;
    for (const char* seed : {"1", "2"}) {
      run_well({"render", "map.r32", "--size", size, "--cell", "64", "--fractal", "none", "--seed",
                seed, "-q"});
      const std::string recipe = read_file(file("map.r32.json"));
      checksums.push_back(recipe.substr(recipe.find("\"checksum\":\""), 22));
    }
    EXPECT_NE(checksums[0], checksums[1]);
  }
}

TEST_F(Formats, RecipesOfFilesThatAreNotWhole) {
  for (const std::string name : {"map.r16", "map.r32", "map.raw", "map.npy", "map.pfm"}) {
    SCOPED_TRACE(name);
    run_well({"render", name, "--size", "30x20", "-q"});
    const std::string whole = read_file(file(name));
    const auto rejected = [&](const std::string& message) {
      const Finished finished = run({"render", "new.png", "--field", name});
      EXPECT_GT(finished.exit_code, 0);
      EXPECT_NE(finished.error.find(message), std::string::npos) << finished.error;
      EXPECT_FALSE(std::filesystem::exists(file("new.png")));
    };
    for (const std::string& content :
         {std::string(), whole.substr(0, whole.size() - 1), whole + "x"}) {
      write_file(name, content);
      rejected("'" + name + "' has " + std::to_string(content.size()) +
               " bytes, and by its recipe it has " + std::to_string(whole.size()));
    }
    std::filesystem::remove(file(name));
    rejected("cannot read " + name + ": No such file");
  }
  run_well({"render", "map.png", "--size", "30x20", "-q"});
  const std::string whole = read_file(file("map.png"));
  write_file("map.png", whole.substr(0, whole.size() - 1));
  const Finished finished = run({"render", "new.png", "--field", "map.png"});
  EXPECT_EQ(finished.exit_code, 2);
  EXPECT_NE(finished.error.find("'map.png' is cut off"), std::string::npos) << finished.error;
}

TEST_F(Formats, AGivenRangeScalesTheCodes) {
  const auto values = expected_of<float>();
  std::vector<float> floats(values.size() / 4);
  std::memcpy(floats.data(), values.data(), values.size());
  const auto [least, most] = std::minmax_element(floats.begin(), floats.end());
  std::vector<std::uint16_t> codes(floats.size());
  fill<2>(codes, grid, field, Range{*least, *most});
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{}, {"--preview", "look.png"}, {"--stats"}}) {
    Arguments arguments{"render", "map.r16", "-q", "--range", "auto"};
    arguments.insert(arguments.end(), place.begin(), place.end());
    arguments.insert(arguments.end(), more.begin(), more.end());
    run_well(arguments);
    EXPECT_TRUE(read_file(file("map.r16")) == bytes_of(codes));
  }
}

TEST_F(Formats, ASingleValueHasARangeThatCanBeReadAgain) {
  for (const char* value : {"0", "-3.5", "16777216", "-2e7", "3e38"}) {
    SCOPED_TRACE(value);
    const std::string flat = R"({"perlane":1,"field":)" + std::string(value) + "}";
    run_well({"render", "map.png", "--size", "4", "--field", flat, "--range", "auto"});
    run_well({"info", "map.png"});
    run_well({"render", "again.png", "--field", "map.png"});
    EXPECT_TRUE(read_file(file("again.png")) == read_file(file("map.png")));
  }
}

TEST_F(Formats, StatisticsAreThoseOfTheSamples) {
  Arguments arguments{"render", "map.r32", "-q", "--stats"};
  arguments.insert(arguments.end(), place.begin(), place.end());
  const Finished finished = run(arguments);
  std::vector<float> values(static_cast<std::size_t>(width * height));
  fill<2>(values, grid, field);
  std::sort(values.begin(), values.end());
  const std::size_t at = finished.error.find(" 50% ");
  ASSERT_NE(at, std::string::npos) << finished.error;
  const double median = std::strtod(finished.error.c_str() + at + 5, nullptr);
  EXPECT_NEAR(median, static_cast<double>(values[values.size() / 2]), 2.0 / 65536);
  EXPECT_EQ(std::count(finished.error.begin(), finished.error.end(), '\n'), 18);
  const Range bounds = range(field, grid);
  float least = 0, most = 0;
  ASSERT_EQ(std::sscanf(finished.error.c_str(), "bounds %f to %f, proven", &least, &most), 2)
      << finished.error;
  EXPECT_EQ(least, bounds.min);
  EXPECT_EQ(most, bounds.max);
}

// Proven ranges may be far wider than what occurs.
TEST_F(Formats, StatisticsAreOfTheValuesSeen) {
  const Finished finished =
      run({"render", "map.npy", "-q", "--size", "8", "--stats", "--field",
           R"({"perlane":1,"field":{"damped":{"source":{"coordinate":{}},"octaves":5}}})"});
  EXPECT_EQ(finished.exit_code, 0) << finished.error;
  const std::string map = read_file(file("map.npy"));
  std::vector<float> values(64);
  std::memcpy(values.data(), map.data() + map.size() - 256, 256);
  std::sort(values.begin(), values.end());
  for (const auto& [name, number] : {std::pair{" 1% ", 0}, {" 25% ", 15}, {" 99% ", 63}}) {
    SCOPED_TRACE(name);
    const std::size_t at = finished.error.find(name);
    ASSERT_NE(at, std::string::npos) << finished.error;
    const double quantile = std::strtod(finished.error.c_str() + at + std::strlen(name), nullptr);
    EXPECT_NEAR(quantile, static_cast<double>(values[static_cast<std::size_t>(number)]), 1e-3);
  }
}

// Three quarters of this are 0, and an eighth is 1.
TEST_F(Formats, QuantilesOfAMask) {
  const auto quantiles = [&](const std::string& text) {
    const Finished finished = run({"render", "map.npy", "-q", "--size", "64", "--stats", "--field",
                                   R"({"perlane":1,"field":)" + text + "}"});
    EXPECT_EQ(finished.exit_code, 0) << finished.error;
    const std::size_t at = finished.error.find("quantiles");
    return finished.error.substr(at, finished.error.find('\n', at) - at);
  };
  const std::string ramp = R"({"coordinate":{"frequency":0.015625}})";
  EXPECT_EQ(quantiles(R"({"clamp":{"a":{"multiply":{"a":8,"b":{"subtract":{"a":)" + ramp +
                      R"(,"b":0.75}}}},"low":0,"high":1}})"),
            "quantiles  1% 0, 5% 0, 25% 0, 50% 0, 75% 0, 95% 1, 99% 1");
  EXPECT_EQ(quantiles("3"), "quantiles  1% 3, 5% 3, 25% 3, 50% 3, 75% 3, 95% 3, 99% 3");
}

TEST_F(Formats, Warnings) {
  const auto warning = [this](const Arguments& options) {
    Arguments arguments{"render", "map.png", "-q", "--size", "256"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return run(arguments).error;
  };
  EXPECT_EQ(warning({}), "");
  EXPECT_NE(warning({"--octaves", "9"}).find("the finest cells span 1.00 samples"),
            std::string::npos);
  // Only noise has cells.
  const auto has_cells = [&](const std::string& text) {
    return warning({"--field", R"({"perlane":1,"field":)" + text + "}"})
               .find("the finest cells span 1.00 samples") != std::string::npos;
  };
  EXPECT_FALSE(has_cells(R"({"coordinate":{"frequency":1}})"));
  EXPECT_FALSE(
      has_cells(R"({"scale":{"field":{"coordinate":{"frequency":0.125}},"factor":0.125}})"));
  EXPECT_FALSE(has_cells(R"({"add":{"a":{"perlin":{}},"b":{"coordinate":{"frequency":1}}}})"));
  EXPECT_TRUE(has_cells(R"({"scale":{"field":{"perlin":{"frequency":0.125}},"factor":0.125}})"));
  // Their cells are 0.7 of their width.
  const auto of_gullies = [&](const std::string& scale) {
    return warning({"--range", "-1,1", "--field",
                    R"({"perlane":1,"field":{"erode":{"height":{"coordinate":)"
                    R"({"frequency":0.001}},"octaves":4,"scale":)" +
                        scale + "}}}"});
  };
  EXPECT_NE(of_gullies("8").find("the finest cells span 0.70 samples"), std::string::npos);
  EXPECT_EQ(of_gullies("64"), "");
  EXPECT_NE(warning({"--range", "-0.01,0.01"}).find("of the samples are black or white"),
            std::string::npos);
}

// Maps that are to repeat but do not fit next to themselves.
TEST_F(Formats, WarnsOfMapsThatDoNotRepeat) {
  const auto warning = [this](Arguments options, const std::string& size) {
    options.insert(options.begin(), {"render", "map.png", "-q", "--octaves", "3", "--size", size});
    return run(options).error;
  };
  const Arguments cells{"--cell", "64", "--period", "16,16"};
  EXPECT_EQ(warning(cells, "1000"),
            "perlane: warning: the map does not tile: it repeats after 1024 samples along x and "
            "1024 samples along y, and its size is 1000 x 1000. Use --size 1024x1024.\n");
  EXPECT_EQ(warning(cells, "1024"), "");
  EXPECT_EQ(warning(cells, "2048x1024"), "");
  EXPECT_NE(warning(cells, "1024x1023").find("Use --size 1024x1024."), std::string::npos);
  EXPECT_EQ(warning({"--cell", "62.5", "--period", "16,16"}, "1000"), "");
  EXPECT_EQ(warning({"--frequency", "0.003", "--period", "3,0"}, "1000x17"), "");
  EXPECT_NE(warning({"--cell", "62.45", "--period", "16,0"}, "1000x17")
                .find("it repeats after 999.2 samples along x, and its size is 1000 x 17. Use a "
                      "--cell that makes these numbers whole."),
            std::string::npos);
  EXPECT_EQ(warning({"--seamless", "50,100"}, "100"), "");
  EXPECT_NE(warning({"--seamless", "64,0"}, "100").find("Use --size 128x100."), std::string::npos);
  EXPECT_NE(warning({"--seamless", "64.5,0"}, "100").find("Use --size 129x100."),
            std::string::npos);
  EXPECT_NE(warning({"--seamless", "99.5,0"}, "100").find("Use whole numbers for --seamless."),
            std::string::npos);
  // A part of a larger map is no mistake.
  Arguments part = cells;
  part.insert(part.end(), {"--first", "0,0"});
  EXPECT_EQ(warning(part, "100"), "");
  const Finished finished = run({"export", "world", "-q", "--size", "100", "--cell", "64",
                                 "--octaves", "3", "--period", "2,0"});
  EXPECT_NE(
      finished.error.find("warning: the map does not tile: it repeats after 128 samples along "
                          "x, and its size is 100 x 100. Use --size 128x100."),
      std::string::npos)
      << finished.error;
}

// Heights in metres, and gullies that are half a metre deep.
TEST_F(Formats, WarnsOfGulliesTooShallowForTheirHeight) {
  const auto warning = [this](const std::string& factor, const std::string& strength) {
    const std::string hills =
        R"({"multiply":{"a":)" + factor + R"(,"b":{"perlin":{"frequency":0.01}}}})";
    return run({"render", "map.png", "-q", "--size", "64", "--field",
                R"({"perlane":1,"field":{"add":{"a":1,"b":{"erode":{"height":)" + hills +
                    R"(,"strength":)" + strength + R"(,"octaves":1,"scale":64}}}}})"})
        .error;
  };
  EXPECT_EQ(warning("1", "0.5"), "");
  EXPECT_EQ(warning("1000", "500"), "");
  EXPECT_EQ(warning("1000", "0"), "");
  const std::string shallow = warning("1000", "0.5");
  EXPECT_EQ(shallow.find("perlane: warning: the gullies of erode are 0.5 deep, in units of the "
                         "height, which may be -1000.0 to 1000.0"),
            0u)
      << shallow;
  EXPECT_NE(shallow.find("Use a strength of 500.0, or erode the height before it is multiplied."),
            std::string::npos)
      << shallow;
}

TEST_F(Formats, ValuesBeyondFloat16) {
  if (!has_format(".exr")) GTEST_SKIP() << "perlane was built without .exr";
  const auto warning = [this](const std::string& value, const std::string& type) {
    return run({"render", "map.exr", "-q", "--size", "8", "--type", type, "--field",
                R"({"perlane":1,"field":{"constant":{"value":)" + value + "}}}"})
        .error;
  };
  const std::string message = "leave what float16 holds, -65504 to 65504, and became infinity";
  EXPECT_NE(warning("65520", "float16").find(message), std::string::npos);
  EXPECT_NE(warning("-1e9", "float16").find(message), std::string::npos);
  EXPECT_EQ(warning("65519", "float16").find(message), std::string::npos);
  EXPECT_EQ(warning("1e9", "float32").find(message), std::string::npos);
}

TEST_F(Formats, OptionsOfFields) {
  const auto rendered = [this](const Arguments& options) {
    Arguments arguments{"render", "map.r32", "-q", "--size", "256", "--cell", "64"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    run_well(arguments);
    return read_file(file("map.r32"));
  };
  const auto filled = [](const Field& of) {
    std::vector<float> values(256 * 256);
    fill<2>(values, {.shape = {256, 256}}, of);
    return bytes_of(values);
  };
  const Perlin noise{.frequency = 1 / 64.0};
  EXPECT_TRUE(rendered({"--fractal", "none"}) == filled(perlin(noise)));
  Perlin other = noise;
  other.fade = Fade::cubic;
  other.period = {4, 2, 0, 0};
  EXPECT_TRUE(rendered({"--fade", "cubic", "--period", "4,2", "--octaves", "3", "--weight", "0.25",
                        "--fraction", "0.5"}) ==
              filled(fbm(perlin(other), {.octaves = 3, .weight = 0.25, .fraction = 0.5})));
  EXPECT_TRUE(rendered({"--octaves", "3", "--seamless", "256,100"}) ==
              filled(tile(fbm(perlin(noise), {.octaves = 3}), {256, 100, 0, 0})));
}

TEST_F(Formats, WrongOptions) {
  const std::pair<Arguments, std::string> cases[] = {
      {{"map.jpg"}, "'map.jpg' has no extension of a format; use one of .png"},
      {{"map"}, "use one of .png"},
      {{"map.png", "--format", "jpg"}, "--format is \"jpg\"; use one of .png"},
      {{"-"}, "standard output needs --format; use one of .png"},
      {{"-", "--format", "pfm"}, "--format pfm cannot go to standard output; use one of .png"},
      {{"map.png", "--type", "float32"}, "use --type uint16, uint8"},
      {{"map.r16", "--depth", "8"}, "use --type uint16"},
      {{"map.raw", "--type", "int8"},
       "--type is \"int8\" (did you mean uint8?); use uint8, uint16"},
      {{"map.raw", "--type", "uint8", "--depth", "8"}, "excludes"},
      {{"map.r32", "--range", "0,1"}, "--range is for codes"},
      {{"map.r32", "--compression", "zstd"}, "--compression is for .tif"},
      {{"map.tif", "--compression", "lzw"}, "--compression is \"lzw\"; use deflate or zstd"},
      {{"map.tif", "--zarr", "3"}, "--zarr is for .zarr"},
      {{"map.zarr", "--zarr", "4"}, "--zarr is \"4\"; use 2 or 3"},
      {{"map.png", "--preview", "look.jpg"}, "--preview is 'look.jpg'; use a name with .png"},
      {{"map.png", "--palette", "mars"}, "--palette is \"mars\"; use earth, desert or grey"},
      {{"map.png", "--sea-level", "high"}, "--sea-level is \"high\"; use a finite"},
      {{"map.png", "--fade", "quick"}, "--fade is \"quick\"; use quintic, cubic or linear"},
      {{"map.png", "--noise", "white", "--fade", "cubic"}, "--fade does not go with --noise white"},
      {{"map.png", "--noise", "simplex", "--period", "4,4"},
       "--period does not go with --noise simplex; use one of perlin"},
      {{"map.png", "--period", "4"}, "--period is \"4\"; use two integers"},
      {{"map.png", "--seamless", "-1,4"}, "--seamless is \"-1,4\"; use two numbers"},
      {{"map.png", "--weight", "2"}, "--weight is 2; use"},
      {{"map.png", "--fraction", "-1"}, "--fraction is -1; use"},
      {{"map.png", "--field", "{}", "--period", "4,4"}, "--period excludes --field"},
  };
  for (const auto& [options, message] : cases) {
    SCOPED_TRACE(::testing::PrintToString(options));
    if (!has_formats_of(options)) continue;
    Arguments arguments{"render"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Finished finished = run(arguments);
    EXPECT_EQ(finished.exit_code, 2);
    EXPECT_NE(finished.error.find(message), std::string::npos) << finished.error;
    EXPECT_EQ(files(), std::vector<std::string>());
  }
}

TEST_F(Formats, DirectoriesInPlaceOfTheFilesOfAnArray) {
  if (!has_format(".zarr")) GTEST_SKIP() << "perlane was built without .zarr";
  for (const char* name : {".zattrs", "zarr.json"}) {
    std::filesystem::create_directories(file("map.zarr") / name);
    const Finished finished = run({"info", "map.zarr"});
    EXPECT_EQ(finished.exit_code, 2);
    EXPECT_TRUE(finished.error.starts_with("perlane: 'map.zarr' is damaged;")) << finished.error;
    std::filesystem::remove_all(file("map.zarr"));
  }
}

// Any size takes less than 256 MiB, which the samples of this one alone would be as floats.
TEST_F(Formats, AnySizeFitsInto256MiB) {
  if (!limits_of_memory_work)
    GTEST_SKIP() << "address space has no limit, or a sanitizer needs it all";
  for (const Arguments& options :
       {Arguments{"map.tif", "--type", "float32", "--size", "131072x512"},
        {"map.tif", "--preview", "look.png", "--size", "131072x512"},
        {"map.npy", "--size", "131072x512"},
        {"map.png", "--range", "auto", "--size", "131072x512"},
        {"map.zarr", "--type", "uint16", "--size", "131072x512"},
        {"map.r16", "--size", "100000000x2"},
        {"map.pfm", "--size", "50000000x2"}}) {
    SCOPED_TRACE(::testing::PrintToString(options));
    if (!has_formats_of(options)) continue;
    Arguments arguments{"render", "--octaves", "1", "-q"};
    arguments.insert(arguments.begin() + 1, options.begin(), options.end());
    const Finished finished = run(arguments, {.before = "ulimit -d 262144"});
    EXPECT_EQ(finished.exit_code, 0) << finished.error;
    for (const std::string& name : files()) std::filesystem::remove_all(file(name));
  }
  for (const Arguments& options :
       {Arguments{"--size", "70000000x1", "--range", "auto"}, {"--size", "1x20000000"}}) {
    SCOPED_TRACE(::testing::PrintToString(options));
    Arguments arguments{"export",    "world", "--tile",    "70000000", "--format", "r16",
                        "--octaves", "1",     "--threads", "2",        "-q"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Finished finished = run(arguments, {.before = "ulimit -d 262144"});
    EXPECT_EQ(finished.exit_code, 0) << finished.error;
    std::filesystem::remove_all(file("world"));
  }
}

}  // namespace
}  // namespace perlane::testing
