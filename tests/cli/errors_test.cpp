// Tests bad requests. The tool rejects them with a message
// that names the option, and writes nothing.

#include "graph/catalogue/catalogue.hpp"
#include "program.hpp"

#include <unistd.h>

namespace perlane::testing {
namespace {

class Errors : public Program {
 protected:
  // Expects that the request is rejected, as one that cannot be met anywhere.
  void expect_rejection(const Arguments& arguments, const std::string& message,
                        const Setting& setting = {}) {
    expect_end(2, arguments, message, setting);
  }
  // Expects that what was asked for goes wrong here.
  void expect_failure(const Arguments& arguments, const std::string& message,
                      const Setting& setting = {}) {
    expect_end(1, arguments, message, setting);
  }

 private:
  // The program says why, and leaves no file.
  void expect_end(int exit_code, const Arguments& arguments, const std::string& message,
                  const Setting& setting) {
    SCOPED_TRACE(::testing::PrintToString(arguments));
    const Finished finished = run(arguments, setting);
    EXPECT_EQ(finished.exit_code, exit_code) << finished.error;
    EXPECT_EQ(finished.output, "");
    EXPECT_NE(finished.error.find(message), std::string::npos) << finished.error;
    EXPECT_EQ(files(), std::vector<std::string>());
  }
};

TEST_F(Errors, OptionsOutOfRange) {
  const std::pair<Arguments, std::string> cases[] = {
      {{"--size", "0"}, "--size is \"0\"; use N or WIDTHxHEIGHT"},
      {{"--size", "8x8x0"}, "--size is \"8x8x0\"; use N or WIDTHxHEIGHT"},
      {{"--size", "8x8x8x8"}, "--size is \"8x8x8x8\"; use N or WIDTHxHEIGHT"},
      {{"--size", "2147483647x2147483647x3"}, "; use N or WIDTHxHEIGHT"},
      {{"--seed", "+-4"}, "--seed is \"+-4\"; use an integer"},
      {{"--cell", "+-4"}, "--cell is \"+-4\"; use"},
      {{"--size", "8x8x8"}, "--size has three numbers, and .png holds no volumes; use .zarr"},
      {{"--first", "1,2,3"}, "--first has three numbers, and this is a map; use two, or a volume"},
      {{"--origin", "1,2,0.5"}, "--origin has three numbers, and this is a map; use two, or"},
      {{"--size", "-4"}, "--size is \"-4\"; use"},
      {{"--size", "12x0"}, "--size is \"12x0\"; use"},
      {{"--size", "12x"}, "--size is \"12x\"; use"},
      {{"--size", "x12"}, "--size is \"x12\"; use"},
      {{"--size", "1.5"}, "--size is \"1.5\"; use"},
      {{"--size", "2147483648"}, "from 1 to 2147483647"},
      {{"--size", "99999999999999999999x1"}, "from 1 to 2147483647"},
      {{"--size", "many"}, "--size is \"many\"; use"},
      {{"--size", ""}, "--size is \"\"; use"},
      {{"--range", "1"}, "--range is \"1\"; use two"},
      {{"--range", "1,1"}, "LOW below HIGH"},
      {{"--depth", "12"}, "--depth is \"12\"; use 8 or 16"},
      {{"--noise", "white", "--cell", "1e-320"}, "1 / --cell is inf; use a finite number above 0"},
      {{"--range", "2,1"}, "LOW below HIGH"},
      {{"--range", "nan,1"}, "--range is \"nan,1\"; use two"},
      {{"--range", "0,1e39"}, "--range is \"0,1e39\"; use two"},
      {{"--noise", "perlin1985"}, "--noise is \"perlin1985\"; use one of perlin"},
      {{"--fractal", "sum"}, "--fractal is \"sum\"; use one of fbm"},
      {{"--seed", "-9223372036854775809"}, "use an integer from -9223372036854775808 to 184467"},
      {{"--seed", "-"}, "--seed is \"-\"; use an integer"},
      {{"--seed", "18446744073709551616"}, "--seed is \"18446744073709551616\"; use"},
      {{"--seed", "0x"}, "--seed is \"0x\"; use"},
      {{"--cell", "0"}, "--cell is \"0\"; use a finite number above 0"},
      {{"--cell", "-3"}, "--cell is \"-3\"; use"},
      {{"--cell", "inf"}, "--cell is \"inf\"; use"},
      {{"--cell", "1e-310"}, "--cell"},
      {{"--frequency", "nan"}, "--frequency is \"nan\"; use"},
      {{"--frequency", "1e400"}, "--frequency is \"1e400\"; use"},
      {{"--frequency", "1", "--cell", "1"}, "--cell excludes --frequency"},
      {{"--octaves", "0"}, "--octaves is 0; use 1 to 32"},
      {{"--octaves", "100"}, "--octaves is 100; use 1 to 32"},
      {{"--octaves", "99999999999"}, "--octaves is \"99999999999\"; use an integer"},
      {{"--octaves", "2.5"}, "--octaves is \"2.5\"; use an integer"},
      {{"--lacunarity", "0"}, "--lacunarity is 0; use a finite number above 0"},
      {{"--lacunarity", "1e300"}, "--lacunarity is"},
      {{"--gain", "inf"}, "--gain is \"inf\"; use a finite number"},
      {{"--gain", "1e300"}, "--gain is"},
      {{"--first", "1"}, "--first is \"1\"; use two integers"},
      {{"--first", "0.5,0"}, "--first is \"0.5,0\"; use two integers"},
      {{"--first", "9223372036854775807,0"}, "--first is \"9223372036854775807,0\"; use"},
      {{"--first", "0,4611686018427387904"}, "--first[1] is 4611686018427387904; keep"},
      {{"--first", "9007199254740992,0"}, "--first and --size put sample"},
      {{"--origin", "1e300,0"}, "--origin, --first and --size put sample"},
      {{"--origin", "nan,0"}, "--origin is \"nan,0\"; use two finite numbers"},
      {{"--threads", "0"}, "--threads is \"0\"; use an integer from 1 to 2147483647"},
      {{"--threads", "many"}, "--threads is \"many\"; use"},
      {{"--isa", "avx1024"}, "--isa is \"avx1024\"; this CPU runs"},
      {{"--sizes", "1"}, "--sizes"},
      {{"--size"}, "--size"},
      {{"--size", "1", "--size", "2"}, "--size"},
      {{"another.png"}, "another.png"},
      {{"--field", "{\"perlane\":1}"}, "field is missing"},
      {{"--field", ""}, "the field is \"\"; use a file, - for standard input, or a field as JSON"},
      {{"--name", "steep"}, "--name requires --field"},
      {{"--field", R"({"perlane":1,"fields":{"steep":1,"flat":0}})", "--name", "stepe"},
       R"("fields" has no stepe (did you mean steep?); it has flat, steep)"},
      {{"--field", R"({"perlane":1,"field":1})", "--name", "steep"},
       R"("fields" has no steep; it names nothing)"},
      {{"--field", R"({"perlane":1,"fields":{"a":1}})"}, "field is missing"},
      {{"--preview-size", "64"}, "--preview-size requires --preview"},
      {{"--preview", "look.png", "--preview-size", "0"}, "--preview-size is \"0\"; use an integer"},
      {{"--threads", "99999999999"},
       "--threads is \"99999999999\"; use an integer from 1 to 2147483647"},
      {{"--field",
        "{\"perlane\":1,\"field\":{\"fbm\":{\"source\":{\"perlin\":{\"frequency\":-1}}}}}"},
       "field.fbm.source.perlin.frequency is -1; use a finite number above 0"},
      {{"--field", "{\"perlane\":1,\"field\":{\"coordinate\":{\"axis\":2}}}"}, "dimensions"},
      {{"--field", "{}", "--noise", "value"}, "--noise excludes --field"},
      {{"--field", "{}", "--octaves", "2"}, "--octaves excludes --field"},
      {{"--sea-level", "0.2"}, "--sea-level requires --preview"},
      {{"--palette", "desert"}, "--palette requires --preview"},
      {{"--fractal", "none", "--octaves", "3"},
       "--octaves does not go with --fractal none; use one of fbm, ridged, billow, ping_pong, "
       "multifractal, hybrid_multifractal, ridged_multifractal, hetero_terrain"},
      {{"--gain", "0.5", "--fractal", "none"}, "--gain does not go with --fractal none"},
      {{"--lacunarity", "2", "--fractal", "none"}, "--lacunarity does not go with --fractal none"},
      {{"--weight", "0", "--fractal", "none"}, "--weight does not go with --fractal none"},
      {{"--fraction", "1", "--fractal", "none"}, "--fraction does not go with --fractal none"},
      {{"--aligned", "--fractal", "none"}, "--aligned does not go with --fractal none"},
      {{"--weight", "0.5", "--fractal", "multifractal"},
       "--weight does not go with --fractal multifractal; use one of fbm, ridged, billow, "
       "ping_pong\n"},
      {{"--fraction", "0.5", "--fractal", "hetero_terrain"},
       "--fraction does not go with --fractal hetero_terrain; use one of fbm,"},
      {{"--seed", "1", "--noise", "constant"}, "--seed does not go with --noise constant; use one"},
      {{"--seed", "1", "--noise", "coordinate"}, "--seed does not go with --noise coordinate"},
      {{"--cell", "9", "--noise", "constant"}, "--cell does not go with --noise constant; use one"},
      {{"--frequency", "9", "--noise", "constant"},
       "--frequency does not go with --noise constant; use one"},
      {{"--fractal", "ridged", "--noise", "constant"},
       "--fractal does not go with --noise constant; use one of perlin,"},
      {{"--octaves", "3", "--noise", "constant"}, "--octaves does not go with --noise constant"},
      {{"--gain", "0.4", "--noise", "constant"}, "--gain does not go with --noise constant"},
      {{"--aligned", "--noise", "coordinate", "--fractal", "fbm"},
       "--aligned does not go with --noise coordinate; use one of perlin,"},
      {{"--octaves", "3", "--noise", "coordinate"}, "--octaves does not go with --fractal none"},
      {{"--period", "5000000000,3"}, "perlane: --period[0] is 5000000000; use 1 to 2^32 cells"},
      {{"--noise", "value", "--period", "3,-1"}, "perlane: --period[1] is -1; use 1 to 2^32 cells"},
      {{"--seamless", "1e31,0"}, "perlane: --seamless[0] is "},
      {{"--", "--size", "8"}, "there are too many arguments; after -- nothing is an option"},
      {{"--sizes", "8", "--"}, "--sizes is not known (did you mean --size?)"},
      {{"--seamless", "8,8", "--noise", "constant"},
       "--seamless does not go with --noise constant; use one of perlin,"},
      {{"--first", "5,5", "--noise", "constant"},
       "--first does not go with --noise constant; use one of perlin,"},
      {{"--origin", "5,5", "--noise", "constant"},
       "--origin does not go with --noise constant; use one of perlin,"},
      {{"--footprint", "2", "--noise", "coordinate", "--fractal", "ridged"},
       "--footprint does not go with --noise coordinate; use one of perlin,"},
      {{"--format", "tif", "--pixel-size", "1e308", "--first", "10,0", "--size", "8"},
       "--map-origin, --pixel-size, --first and --size put the map too far east or west, beyond "
       "binary64; use smaller numbers"},
      {{"--format", "tif", "--pixel-size", "1,1e307", "--size", "8x100"},
       "put the map too far north or south, beyond binary64"},
      {{"--period", "0,0"}, "--period is 0,0, which repeats nothing; use a number above 0"},
      {{"--seamless", "0,0"}, "--seamless is 0,0, which repeats nothing; use"},
      {{"--seed", "4294967296", "--noise", "fastnoise_perlin"},
       "--seed is 4294967296, and the seeds of FastNoiseLite have 32 bits; use -2147483648 to "
       "4294967295"},
      {{"--seed", "-2147483649", "--noise", "fastnoise_perlin"},
       "--seed is -2147483649, and the seeds of FastNoiseLite have 32 bits"},
      {{"--noise", "mx_noise", "--cell", "1e-310"},
       "perlane: 1 / --cell is inf; use a finite number above 0\n"},
      {{"--fade", "cubic", "--noise", "white"},
       "--fade does not go with --noise white; use one of perlin, perlin_table, value, "
       "value_table\n"},
      {{"--fade", "Cubic"},
       "--fade is \"Cubic\" (did you mean cubic?); use quintic, cubic or linear"},
      {{"--type", "float64"}, "--type is \"float64\" (did you mean float"},
      {{"--compression", "zst", "--format", "tif"},
       "--compression is \"zst\" (did you mean zstd?); use deflate or zstd"},
      {{"--zarr", "1", "--format", "zarr"}, "--zarr is \"1\"; use 2 or 3"},
      {{"--preview", "map.png"}, "--preview and OUTPUT are both 'map.png'"},
      {{"--preview", "./../maps/map.png"}, "--preview and OUTPUT are both 'map.png'"},
  };
  for (const auto& [options, message] : cases) {
    if (!has_formats_of(options)) continue;
    Arguments arguments{"render", "map.png"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    expect_rejection(arguments, message);
  }
  const std::string value = R"({"perlane":1,"field":{"abs":{"a":{"value":{}}}}})";
  for (const Arguments& choice :
       {Arguments{"--fractal", "none"}, {"--noise", "constant"}, {"--field", value}}) {
    Arguments arguments{"export", "world", "--size", "8", "--levels", "2", "--fade-octaves"};
    arguments.insert(arguments.end(), choice.begin(), choice.end());
    expect_rejection(
        arguments,
        "--fade-octaves has no effect, since no fractal in this field fades; leave it out");
  }
  if (has_format(".tif")) {  // its second level is beyond
    expect_rejection({"export", "world", "--format", "tif", "--size", "9", "--levels", "2",
                      "--pixel-size", "1.9e307"},
                     "put the map too far east or west, beyond binary64");
  }
  if (has_format(".exr")) {
    for (const std::string size : {"1x1073741824", "1073741824x1"}) {
      expect_rejection({"render", "map.exr", "--size", size},
                       ", and .exr has at most 1073741823 samples along an axis; use fewer\n");
    }
    expect_rejection(
        {"export", "world", "--format", "exr", "--size", "1x1073741824", "--tile", "1073741824"},
        "--tile and --overlap make a tile of 1 x 1073741824 samples, and .exr has at");
  }
  if (has_format(".zarr")) {
    expect_rejection({"render", "volume.zarr", "--size", "4x4x4", "--preview", "look.png"},
                     "--preview is for maps, and this is a volume; leave it out");
  }
}

// Every option of noise has an effect, or is rejected, or perlane warns that the value of another
// leaves it none: for all noises and fractals.
TEST_F(Errors, NoOptionIsIgnored) {
  const auto finished_of = [&](const Arguments& choice, const Arguments& option) {
    Arguments arguments{"render", "map.r32", "--size", "16"};
    arguments.insert(arguments.end(), choice.begin(), choice.end());
    arguments.insert(arguments.end(), option.begin(), option.end());
    return run(arguments);
  };
  const auto expect_effect = [&](const Arguments& choice, const Arguments& option) {
    SCOPED_TRACE(::testing::PrintToString(choice) + ::testing::PrintToString(option));
    const Finished with = finished_of(choice, option);
    if (with.exit_code != 0) {
      EXPECT_EQ(with.exit_code, 2) << with.error;
      EXPECT_NE(with.error.find(option.front() + " "), std::string::npos) << with.error;
      return;
    }
    const std::string file_with = read_file(file("map.r32"));
    const bool is_told = with.error.find("perlane: warning: " + option.front() +
                                         " has no effect with ") != std::string::npos;
    EXPECT_EQ(finished_of(choice, {}).exit_code, 0);
    EXPECT_NE(file_with == read_file(file("map.r32")), !is_told);
  };
  const Arguments of_octaves[] = {{"--octaves", "3"},      {"--gain", "0.3"},
                                  {"--lacunarity", "2.2"}, {"--weight", "0.5"},
                                  {"--fraction", "0.5"},   {"--aligned"}};
  for (const graph::Source& source : graph::sources()) {
    Arguments choice{"--noise", std::string(source.name)};
    for (const Arguments& option : {Arguments{"--fractal", "billow"},
                                    {"--octaves", "3"},
                                    {"--lacunarity", "3"},
                                    {"--gain", "0.3"},
                                    {"--aligned"}})
      expect_effect(choice, option);
    choice.insert(choice.end(), {"--fractal", "none"});
    for (const Arguments& option : {Arguments{"--cell", "7.3"}, {"--frequency", "0.17"}})
      expect_effect(choice, option);
    if (source.name != "constant") choice.insert(choice.end(), {"--cell", "5.3"});
    for (const Arguments& option : {Arguments{"--seed", "5"},
                                    {"--fade", "linear"},
                                    {"--period", "1,1"},
                                    {"--seamless", "8,8"}})
      expect_effect(choice, option);
  }
  for (const graph::FractalKind& fractal : graph::fractals()) {
    const Arguments choice{"--fractal", std::string(fractal.name), "--cell", "7.3"};
    for (const Arguments& option : of_octaves) expect_effect(choice, option);
    for (const Arguments& given : {Arguments{"--octaves", "1"}, {"--gain", "0"}}) {
      Arguments beside = choice;
      beside.insert(beside.end(), given.begin(), given.end());
      for (const Arguments& option : of_octaves) {
        if (option.front() != given.front()) expect_effect(beside, option);
      }
    }
  }
  for (const std::string& name : files()) std::filesystem::remove(file(name));
}

// Messages name the options that people typed, and no member of the library, for all noises and
// fractals.
TEST_F(Errors, MessagesNameOptions) {
  const auto expect_option = [&](const Arguments& choice, const Arguments& option) {
    SCOPED_TRACE(::testing::PrintToString(choice) + ::testing::PrintToString(option));
    Arguments arguments{"render", "map.r32", "--size", "4", "-q"};
    arguments.insert(arguments.end(), choice.begin(), choice.end());
    arguments.insert(arguments.end(), option.begin(), option.end());
    const std::string error = run(arguments).error;
    EXPECT_TRUE(error.starts_with("perlane: " + option.front()) ||
                (option.front() == "--cell" && error.starts_with("perlane: 1 / --cell")))
        << error;
    EXPECT_EQ(error.find("::"), std::string::npos) << error;
  };
  for (const graph::FractalKind& fractal : graph::fractals()) {
    const Arguments choice{"--fractal", std::string(fractal.name)};
    for (const Arguments& option : {Arguments{"--octaves", "0"},
                                    {"--octaves", "33"},
                                    {"--lacunarity", "0"},
                                    {"--lacunarity", "1e300"},
                                    {"--gain", "1e300"},
                                    {"--footprint", "-1"},
                                    {"--weight", "2"},
                                    {"--fraction", "-1"}})
      expect_option(choice, option);
  }
  for (const graph::Source& source : graph::sources()) {
    const std::string noise(source.name);
    for (const Arguments& choice :
         {Arguments{"--noise", noise}, {"--noise", noise, "--fractal", "none"}}) {
      for (const Arguments& option : {Arguments{"--cell", "1e-310"},
                                      {"--frequency", "0"},
                                      {"--period", "-1,0"},
                                      {"--seamless", "1e31,0"}})
        expect_option(choice, option);
    }
  }
  EXPECT_EQ(files(), std::vector<std::string>());
  expect_rejection({"export", "world", "--size", "64", "--first", "4611686018427387900,0"},
                   "perlane: --first[0] is 4611686018427387900; keep all indices between");
}

// One of many values that are tried may leave another option without effect.
TEST_F(Errors, OptionsWithoutEffectInOneOfManyRunsAreAllowed) {
  for (const std::string octaves : {"1", "2"}) {
    const Arguments arguments{"render",    "map.r32", "--size", "8",
                              "--octaves", octaves,   "--gain", "0.3"};
    const Finished finished = run(arguments);
    EXPECT_EQ(finished.exit_code, 0);
    const bool is_told = finished.error.starts_with(
        "perlane: warning: --gain has no effect with --octaves 1\nperlane: rendering");
    EXPECT_EQ(is_told, octaves == "1") << finished.error;
    Arguments quiet = arguments;
    quiet.push_back("-q");
    EXPECT_EQ(run(quiet).error, "");
  }
  for (const std::string& name : files()) std::filesystem::remove(file(name));
}

// A text that begins like JSON is no name, unless there is such a file.
TEST_F(Errors, TextsThatAreNoFields) {
  expect_rejection({"render", "map.png", "--field", "[]"}, "perlane: the text is a list of 0; use");
  expect_rejection({"render", "map.png", "--field", " [1"}, "perlane: the text is not JSON");
  expect_rejection({"render", "map.png", "--field", "\xef\xbb\xbf{"},
                   "perlane: the text is not JSON");
  const std::string field = R"({"perlane":1,"field":{"perlin":{}}})";
  write_file("[1].json", field);
  for (const std::string& given : {"\xef\xbb\xbf" + field, std::string("[1].json")})
    EXPECT_EQ(run({"render", "map.png", "--size", "8", "-q", "--field", given}).error, "");
  for (const std::string& name : files()) std::filesystem::remove(file(name));
}

TEST_F(Errors, NoFileOfThatName) {
  expect_failure({"render", "map.png", "--field", "5"},
                 "cannot read 5: No such file or directory; use a file, - for standard input, or a "
                 "field as JSON\n");
}

TEST_F(Errors, FilesThatCannotBeFound) {
  const std::string long_name(300, 'x');
  const auto expect = [&](const std::string& given, const std::string& problem) {
    for (const Arguments& arguments :
         {Arguments{"info", given}, {"render", "map.png", "--field", given}}) {
      const Finished finished = run(arguments);
      EXPECT_EQ(finished.exit_code, 1);
      EXPECT_EQ(finished.error, "perlane: cannot read " + given + ": " + problem + "\n");
    }
  };
  expect(long_name, "File name too long");
  std::filesystem::create_symlink("b", file("a"));
  std::filesystem::create_symlink("a", file("b"));
  expect("a", "Too many levels of symbolic links");
  expect("a/map.png", "Too many levels of symbolic links");
  std::filesystem::create_directory(file("locked"));
  std::filesystem::permissions(file("locked"), std::filesystem::perms::none);
  if (::geteuid() != 0) expect("locked/map.png", "Permission denied");
  for (const std::string& name : files()) std::filesystem::remove(file(name));
  // A text may be longer than names.
  run_well({"info", R"({"perlane":1,"field":)" + std::string(5000, ' ') + R"({"perlin":{}}})"});
}

// Words of any length are shown as far as they help.
TEST_F(Errors, LongWordsAreCutOff) {
  const std::string word(60000, 'w'), words = word + ' ' + word;
  for (const Arguments& arguments : {Arguments{"render", "map.png", "--size", word},
                                     {"render", "map.png", "--size", words},
                                     {"render", "map.png", "--noise", word},
                                     {"render", "map.png", "--field", word},
                                     {"render", "map.png", "--field", "{\"" + words + "\":1}"},
                                     {"render", "map.png", "--" + word},
                                     {"render", word},
                                     {"render", "map.png", word},
                                     {word},
                                     {"export", "world", "--names", word + "{x}{y}{z}.png"}}) {
    const Finished finished = run(arguments);
    EXPECT_GT(finished.exit_code, 0);
    EXPECT_LT(finished.error.size(), 2000u) << finished.error;
    EXPECT_NE(finished.error.find("..."), std::string::npos) << finished.error;
  }
}

TEST_F(Errors, FilesInPlaceOfDirectories) {
  write_file("file", "");
  for (const Arguments& arguments : {Arguments{"documents", "file"},
                                     {"documents", "file/below"},
                                     {"export", "file/below", "--size", "8"}}) {
    const Finished finished = run(arguments);
    EXPECT_EQ(finished.exit_code, 1);
    EXPECT_EQ(finished.error.find("filesystem error"), std::string::npos) << finished.error;
    EXPECT_NE(finished.error.find(": Not a directory\n"), std::string::npos) << finished.error;
  }
  std::filesystem::remove(file("file"));
}

TEST_F(Errors, Subcommands) {
  expect_rejection({}, "A subcommand, render, export, info");
  expect_rejection({"draw"}, "draw");
  expect_rejection({"render"}, "OUTPUT is required");
  expect_rejection({"schema", "more"}, "more");
}

TEST_F(Errors, FilesThatCannotBeRead) {
  expect_failure({"render", "map.png", "--field", "missing.json"},
                 "cannot read missing.json: No such file or directory");
  if (!has_format(".zarr")) {
    expect_failure({"render", "map.png", "--field", "."}, "cannot read .: Is a directory");
    return;
  }
  expect_rejection({"render", "map.png", "--field", "."},
                   "'.' is a directory, but not an array of Zarr's");
}

TEST_F(Errors, NearMissesGetASuggestion) {
  const std::pair<Arguments, std::string> cases[] = {
      {{"rendr", "map.png"},
       "rendr is not known (did you mean render?); use render, export, info,"},
      {{"draw"}, "draw is not known; use render, export, info,"},
      {{"render", "map.png", "--octvaes", "5"}, "--octvaes is not known (did you mean --octaves?)"},
      {{"render", "--octvaes=5"}, "--octvaes is not known (did you mean --octaves?)"},
      {{"render", "map.png", "--sizes", "5"}, "--sizes is not known (did you mean --size?)"},
      {{"render", "map.png", "--unlike-any"}, "perlane: --unlike-any is not known\n"},
      {{"nodes", "--hlep"}, "--hlep is not known (did you mean --help?)"},
      {{"render", "map.png", "--noise", "perln"},
       "--noise is \"perln\" (did you mean perlin?); use one of perlin, "},
      {{"RENDER"}, "RENDER is not known (did you mean render?)"},
      {{"nodes", "eroed"}, "eroed is not known (did you mean erode?); \"perlane nodes\" lists all"},
      {{"render", "map.png", "--noise", "ridged"},
       "--noise is \"ridged\"; use --fractal ridged, or one of perlin, "},
      {{"render", "map.png", "--fractal", "value"},
       "--fractal is \"value\"; use --noise value, or one of fbm, "},
      {{"render", "map.png", "--fractal", "erode"},
       "--fractal is \"erode\"; use --field, which takes erode, or one of fbm, "},
      {{"render", "map.png", "--tile", "5"}, "--tile is not an option of render, but of export\n"},
      {{"export", "world", "--preview=a.png"},
       "--preview is not an option of export, but of render\n"},
      {{"render", "map.png", "--field", R"({"fbm":{"source":{"perlin":{}}}})"},
       R"(the text is not a field, but what one is made of; use {"perlane":1,"field":{"fbm":)"},
      {{"render", "map.png", "--field", R"({"perlane":1,"field":{"mul":{"a":1,"b":2}}})"},
       "field.mul is not known (did you mean multiply?)"},
      {{"render", "map.png", "--field", R"({"field":{"perlin":{}}})"},
       "perlane, the version of the format, is missing; begin with {\"perlane\":1,"},
      {{"render", "map.png", "--SIZE", "5"}, "--SIZE is not known (did you mean --size?)"},
      {{"render", "map.png", "--fractal", "FBM"}, "--fractal is \"FBM\" (did you mean fbm?)"},
      {{"render", "map.png", "--fractal", "ridgd"},
       "--fractal is \"ridgd\" (did you mean ridged?)"},
      {{"render", "map.png", "--field", "{\"perlane\":1,\"field\":{\"perlin\":{\"sede\":1}}}"},
       "field.perlin.sede is not known (did you mean seed?)"},
      {{"render", "map.png", "--field", "{\"perlane\":1,\"field\":{\"perlni\":{}}}"},
       "field.perlni is not known (did you mean perlin?)"},
  };
  for (const auto& [arguments, message] : cases) expect_rejection(arguments, message);
}

TEST_F(Errors, FieldsInFilesAreNamed) {
  write_file("hills.json", R"({"perlane":1,"field":{"fbm":{"octavs":5}}})");
  const Finished finished = run({"render", "map.png", "--field", "hills.json"});
  EXPECT_EQ(finished.exit_code, 2);
  EXPECT_EQ(finished.error.find("perlane: 'hills.json': field.fbm.octavs is not known (did you "
                                "mean octaves?)"),
            0u)
      << finished.error;
  std::filesystem::remove(file("hills.json"));
}

TEST_F(Errors, ControlCharactersAreEscaped) {
  expect_rejection({"render", "map.png", "--field", R"({"perlane":1,"field":{"\u001b[31mfoo":1}})"},
                   "field.\\u001b[31mfoo is not known");
  expect_rejection({"render", "map.png", "--\x1b[31m\x7f"}, "--\\u001b[31m\\u007f is not known");
  // The C1 control CSI, well-formed letters, a cut off one, an overlong one and a surrogate.
  expect_failure({"render", "map.png", "--field", "\xc2\x9b\xc3\xa9\xf0\x9f\x8c\x8d\r.txt"},
                 "cannot read \\u009b\xc3\xa9\xf0\x9f\x8c\x8d\\u000d.txt: ");
  expect_failure({"render", "map.png", "--field", "\xe2\x82.\xc0\x80.\xed\xa0\x80"},
                 R"(cannot read \xe2\x82.\xc0\x80.\xed\xa0\x80: )");
}

TEST_F(Errors, UnknownInstructionSetInTheEnvironment) {
  const Setting setting{.before = "export PERLANE_ISA=avx1024"};
  expect_rejection({"render", "map.png"}, "PERLANE_ISA is \"avx1024\"; this CPU runs", setting);
  expect_rejection({"info"}, "PERLANE_ISA is \"avx1024\"; this CPU runs", setting);
  EXPECT_EQ(run({"render", "map.png", "--isa", "scalar", "--size", "8"}, setting).exit_code, 0);
}

TEST_F(Errors, PathsThatCannotBeWritten) {
  expect_failure({"render", "missing/map.png"},
                 "cannot write 'missing/map.png': No such file or directory");
  expect_failure({"render", "map.png", "--preview", "missing/look.png"},
                 "cannot write 'missing/look.png': No such file");
  expect_failure({"render", ".", "--format", "png"}, "cannot write '.': Is a directory");
  expect_failure({"render", "../maps", "--format", "png"},
                 "cannot write '../maps': Is a directory");
  expect_failure({"render", "map.png/", "--format", "png"},
                 "cannot write 'map.png/': Is a directory");
  expect_failure({"render", "", "--format", "png"}, "cannot write '': No such file or directory");
  expect_failure({"render", "map.png", "--preview", ""},
                 "cannot write '': No such file or directory");
  expect_failure({"render", "/dev/null", "--format", "raw"},
                 "cannot write '/dev/null': it is not a regular file");
  if (std::filesystem::exists("/proc"))
    expect_failure({"render", "/proc/map.png"}, "cannot write '/proc/map.png': ");
  expect_failure({"render", std::string(300, 'x') + ".png"}, "File name too long");
}

TEST_F(Errors, RowsBeyondTheMemory) {
  if (!limits_of_memory_work)
    GTEST_SKIP() << "address space has no limit, or a sanitizer needs it all";
  const Setting two_gigabytes{.before = "ulimit -v 2000000"};
  const std::string message = "not enough memory for rows of ";
  expect_failure({"render", "map.png", "--size", "2147483647x1"},
                 message + "2147483647 samples: they take ", two_gigabytes);
  expect_failure(
      {"render", "map.png", "--size", "2147483647x1"},
      ", and there are 2.0 GB; use a --size of less width, or, without --preview, one of .",
      two_gigabytes);
  // Only formats that hold such samples help.
  const std::string of_bytes =
      run({"render", "map.png", "--depth", "8", "--size", "2147483647x1"}, two_gigabytes).error;
  EXPECT_NE(of_bytes.find(".raw"), std::string::npos) << of_bytes;
  for (const char* other : {".r16", ".r32", ".exr", ".pfm"})
    EXPECT_EQ(of_bytes.find(other), std::string::npos) << of_bytes;
  if (has_format(".exr")) {
    expect_failure({"render", "map.exr", "--type", "float16", "--size", "1073741823x1"},
                   "; use a --size of less width\n", two_gigabytes);
  }
  expect_failure({"render", "map.r16", "--preview", "look.png", "--size", "2147483647"},
                 message + "2147483647", two_gigabytes);
  // This memory is enough for the rows, but not for what compresses them.
  expect_failure({"render", "map.png", "--size", "50000000x2", "--octaves", "1", "--threads", "1"},
                 message + "50000000", {.before = "ulimit -v 300000"});
}

TEST_F(Errors, DiskFull) {
  // A limit on the size of files stands in for a full disk, which not every user can have.
  const Setting little_space{.before = "ulimit -f 100"};
  expect_failure({"render", "map.png", "--size", "512"}, "cannot write 'map.png': File too large",
                 little_space);
  // The heightmap, all of one grey, fits. The preview does not, and neither appears.
  expect_failure(
      {"render", "map.png", "--size", "512", "--range", "-1e9,1e9", "--preview", "look.png"},
      "cannot write 'look.png': File too large", little_space);
}

}  // namespace
}  // namespace perlane::testing
