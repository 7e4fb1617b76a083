// Tests what the tool prints.

#include "graph/catalogue/catalogue.hpp"
#include "graph/catalogue/factories.hpp"
#include "program.hpp"

#include <perlane/perlane.hpp>

#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

namespace perlane::testing {
namespace {

class Text : public Program {
 protected:
  static void expect_within(const std::string& part, const std::string& whole) {
    EXPECT_NE(whole.find(part), std::string::npos) << "\"" << part << "\" is not in\n" << whole;
  }
};

TEST_F(Text, Version) {
  EXPECT_EQ(run_well({"--version"}), "perlane " + std::string(version) + "\n");
}

TEST_F(Text, Help) {
  const std::string help = run_well({"--help"});
  for (const char* part : {"render", "info", "nodes", "--version", "--help"})
    expect_within(part, help);
  const std::string render_help = run_well({"render", "--help"});
  for (const char* option :
       {"--size", "--seed", "--cell", "--frequency", "--octaves", "--lacunarity", "--gain",
        "--noise", "--fractal", "--field", "--origin", "--first", "--threads", "--isa", "--preview",
        "--range", "--quiet"}) {
    expect_within(option, render_help);
  }
  for (const graph::Source& source : graph::sources())
    expect_within(std::string(source.name), render_help);
  for (const graph::FractalKind& fractal : graph::fractals())
    expect_within(std::string(fractal.name), render_help);
  expect_within("Default: 1024", render_help);
  expect_within("Default: 256", render_help);
}

TEST_F(Text, InfoOfAFile) {
  write_file("hills.json", R"({"perlane":1, "fields":{"mask":0.5, "big":18446744073709551615},)"
                           R"("field":{"fbm":{"source":{"perlin":{"seed":7}},"gain":0.1}}})");
  EXPECT_EQ(run_well({"info", "hills.json"}), R"({
  "perlane": 1,
  "fields": {"mask":0.5,"big":18446744073709551615},
  "field": {"fbm":{"source":{"perlin":{"seed":7}},"gain":0.1}}
}
)");
  for (const std::string name : {"map.png", "map.r16", "map.tif", "map.exr"}) {
    if (!has_formats_of({name})) continue;
    run_well({"render", name, "--size", "32x16", "-q"});
    write_file("recipe.json", run_well({"info", name}));
    run_well({"render", "again" + name, "-q", "--field", "recipe.json"});
    EXPECT_TRUE(read_file(file(name)) == read_file(file("again" + name))) << name;
  }
  run_well({"export", "world", "--size", "32", "--tile", "16", "-q"});
  expect_within(R"("tile": 16)", run_well({"info", "world/manifest.json"}));
  const std::string recipe = read_file(file("map.r16.json"));
  write_file("old.json",
             std::string(recipe).replace(recipe.find("\"version\""), 17, R"("version":"0.1.0")"));
  EXPECT_EQ(run({"info", "old.json"}).error, "");  // its checksum is right
  write_file("old.json", std::string(recipe).replace(recipe.find("\"checksum\""), 21,
                                                     R"("checksum":"00000000")"));
  expect_within("perlane: warning: the recipe is by perlane ", run({"info", "old.json"}).error);
  EXPECT_EQ(run({"info", "missing.json"}).exit_code, 1);
}

TEST_F(Text, NamedFields) {
  write_file("masks.json", R"({"perlane":1,"fields":{"steep":{"slope":{"field":"hills"}},)"
                           R"("hills":{"perlin":{"seed":3}}},"field":"hills"})");
  write_file("steep.json", R"({"perlane":1,"field":{"slope":{"field":{"perlin":{"seed":3}}}}})");
  run_well({"render", "a.r32", "-q", "--size", "64", "--field", "masks.json", "--name", "steep"});
  run_well({"render", "b.r32", "-q", "--size", "64", "--field", "steep.json"});
  EXPECT_TRUE(read_file(file("a.r32")) == read_file(file("b.r32")));
  EXPECT_TRUE(read_file(file("a.r32.json")) == read_file(file("b.r32.json")));
  const Finished finished =
      run({"render", "c.r32", "--field", "a.r32", "--name", "steep", "--size", "64"});
  EXPECT_EQ(finished.exit_code, 2);
  expect_within("'a.r32': this is a recipe", finished.error);
}

TEST_F(Text, NegativeSeedsAreThoseOfC) {
  run_well({"render", "a.r32", "-q", "--size", "16", "--seed", "-1"});
  run_well({"render", "b.r32", "-q", "--size", "16", "--seed", "18446744073709551615"});
  EXPECT_TRUE(read_file(file("a.r32")) == read_file(file("b.r32")));
}

TEST_F(Text, Info) {
  const std::string info = run_well({"info"});
  expect_within(std::string(version), info);
  expect_within(std::string(isas().front()) + " (active)", info);
  expect_within("threads", info);
  for (const graph::Source& source : graph::sources())
    expect_within(std::string(source.description) + '\n', info);
  for (const graph::FractalKind& fractal : graph::fractals())
    expect_within(std::string(fractal.description) + '\n', info);
  for (const std::string_view isa : isas()) {
    const Finished finished = run({"info"}, {.before = "export PERLANE_ISA=" + std::string(isa)});
    expect_within(std::string(isa) + " (active)", finished.output);
  }
}

TEST_F(Text, SelfTest) {
  const std::string fields = std::to_string(self_test().compared) + " fields";
  for (const std::string_view isa : isas()) {
    const Finished finished =
        run({"selftest"}, {.before = "export PERLANE_ISA=" + std::string(isa)});
    EXPECT_EQ(finished.exit_code, 0) << finished.error;
    EXPECT_EQ(finished.output, fields + " have the right values with " + std::string(isa) + "\n");
  }
}

TEST_F(Text, Nodes) {
  const std::string nodes = run_well({"nodes"});
  for (const graph::Factory& factory : graph::factories()) {
    expect_within(std::string(factory.name) + ": " + std::string(factory.help) + '\n', nodes);
    for (const graph::Member& member : factory.members)
      expect_within(std::string(member.help), nodes);
  }
  expect_within("number, above 0; default 0.015625\n", nodes);
  const std::string some = run_well({"nodes", "erode", "abs"});
  expect_within("erode: ", some);
  expect_within("abs: ", some);
  EXPECT_EQ(some.find("perlin: "), std::string::npos);
  expect_within("name: euclidean, squared, manhattan, chebyshev; default \"euclidean\"\n", nodes);
}

TEST_F(Text, ThePageOfNodesIsNotStale) {
  EXPECT_TRUE(read_file(DOCS "/nodes.md") == run_well({"nodes", "--markdown"}))
      << "write it anew: perlane nodes --markdown > docs/nodes.md";
}

TEST_F(Text, Summary) {
  const Finished finished =
      run({"render", "map.png", "--preview", "look.png", "--size", "320x200", "--threads", "1"});
  EXPECT_EQ(finished.exit_code, 0);
  EXPECT_EQ(finished.error, "perlane: rendering map.png, 320 x 200 samples\n");
  std::vector<float> values(320 * 200);
  Range seen{};
  fill<2>(values, {.shape = {320, 200}}, fbm(perlin({.frequency = 1 / 256.0}), {.octaves = 8}),
          {.seen = &seen});
  // The tool prints the fewest digits that read back as the same number.
  const std::size_t line = finished.output.find("values");
  EXPECT_EQ(
      std::strtof(finished.output.c_str() + finished.output.find_first_of("-0123456789", line),
                  nullptr),
      seen.min);
  EXPECT_EQ(std::strtof(finished.output.c_str() + finished.output.find(" to ", line) + 4, nullptr),
            seen.max);
  for (const char* part : {"map.png, 320 x 200, uint16", "look.png, 320 x 200, 8-bit RGB",
                           " s for noise", "samples/s"}) {
    expect_within(part, finished.output);
  }
  expect_within(std::string(isas().front()) + ", 1 thread\n", finished.output);
}

TEST_F(Text, Quiet) {
  const Finished finished = run({"render", "map.png", "--size", "64", "-q"});
  EXPECT_EQ(finished.exit_code, 0);
  EXPECT_EQ(finished.output + finished.error, "");
}

TEST_F(Text, ReseedDrawsTheSeedsOfAFieldAnew) {
  const Field field = fbm(perlin({.seed = 7}), {.octaves = 3});
  const auto render = [&](const Field& of, Arguments more) {
    more.insert(more.begin(), {"render", "map.r16", "--size", "32", "-q", "--field", to_json(of)});
    EXPECT_EQ(run(more).exit_code, 0);
    return read_file(file("map.r16")) + read_file(file("map.r16.json"));
  };
  const std::string another = render(reseed(field, 0xffffffffffffffff), {});
  EXPECT_EQ(render(field, {"--reseed", "0xffffffffffffffff"}), another);
  EXPECT_NE(render(field, {}), another);
  expect_within("--reseed requires --field", run({"render", "map.r16", "--reseed", "1"}).error);
  const std::string ramp = R"({"perlane":1,"field":{"coordinate":{}}})";
  const Arguments seedless{"render", "map.r16", "--size", "8", "--field", ramp, "--reseed", "1"};
  expect_within("warning: --reseed has no effect, since the field has no seeds\n",
                run(seedless).error);
  EXPECT_EQ(render(field, {"--reseed", "-1"}), another);
  expect_within("--reseed is \"1.5\"",
                run({"render", "map.r16", "--field", to_json(field), "--reseed", "1.5"}).error);
}

TEST_F(Text, FlatImagesAreExplained) {
  const std::pair<Arguments, std::string> cases[] = {
      {{"--cell", "1", "--aligned"},
       "all its values are 0, since noise is the same at every corner of its cells, and with "
       "--cell "
       "1 and --origin 0,0"},
      {{"--cell", "1", "--aligned", "--fractal", "ridged"}, "with --cell 1 and --origin 0,0"},
      {{"--noise", "constant"}, "'map.png' is flat: all its values are 0.5.\n"},
      {{"--frequency", "3", "--octaves", "1", "--origin", "-8,1"},
       "with --frequency 3 and --origin -8,1 all samples lie on corners"},
      {{"--cell", "0.5", "--octaves", "1", "--noise", "perlin2002"}, "Use larger cells"},
      {{"--range", "2,3"}, "Give --range"},
      {{"--cell", "1e20", "--octaves", "1", "--first", "5,5"}, "have one grey in the range"},
  };
  for (const auto& [options, message] : cases) {
    Arguments arguments{"render", "map.png", "--size", "32", "-q"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Finished finished = run(arguments);
    EXPECT_EQ(finished.exit_code, 0);
    expect_within("perlane: warning: 'map.png' is flat: ", finished.error);
    expect_within(message, finished.error);
    EXPECT_TRUE(std::filesystem::exists(file("map.png")));
  }
  // The tool has nothing to warn of if samples lie half a
  // cell aside, or if there is a single pixel.
  EXPECT_EQ(run({"render", "map.png", "--size", "32", "--cell", "1", "--octaves", "1", "--origin",
                 "0.5,0.5", "-q"})
                .error,
            "");
  for (const char* fractal : {"fbm", "billow"}) {
    for (const char* origin : {"0.5,0.5", "0,0"}) {
      EXPECT_EQ(run({"render", "map.png", "--size", "1", "--origin", origin, "--fractal", fractal,
                     "--octaves", "1", "-q"})
                    .error,
                "");
    }
  }
}

TEST_F(Text, WarningsAppearOnlyWhereTheyApply) {
  const auto warnings = [&](Arguments arguments) {
    arguments.insert(arguments.begin(), {"render", "map.png", "--size", "32", "-q"});
    return run(arguments).error;
  };
  // Only the octaves that there are can be too fine, and a ramp has none.
  expect_within("the finest cells span 1.00 samples",
                warnings({"--cell", "32", "--octaves", "5", "--fraction", "0.5"}));
  EXPECT_EQ(warnings({"--cell", "32", "--octaves", "5"}), "");
  EXPECT_EQ(warnings({"--cell", "3", "--gain", "0"}), "");
  EXPECT_EQ(warnings({"--noise", "coordinate", "--cell", "1", "--range", "0,31"}), "");
  EXPECT_EQ(
      warnings({"--noise", "coordinate", "--fractal", "fbm", "--cell", "1", "--range", "-100,100"}),
      "");
  // Values that begin or end with the range do not leave it.
  const std::string steps =
      R"({"perlane":1,"field":{"step":{"a":{"coordinate":{"frequency":0.01}},"edge":0.16}}})";
  EXPECT_EQ(warnings({"--field", steps, "--range", "0,1"}), "");
  expect_within("100 % of the samples are black or white, for the values, 0 to 1, leave the range",
                warnings({"--field", steps, "--range", "0.2,0.7"}));
}

TEST_F(Text, ProgressIsABarOnATerminal) {
  // Runs the tool on a terminal, and returns the bytes that the terminal gets.
  const auto shown_by = [&](const Arguments& arguments) {
    const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
    if (terminal < 0 || ::grantpt(terminal) != 0 || ::unlockpt(terminal) != 0)
      return std::string("no pseudo-terminals here");
    const Finished finished = run(arguments, {.standard_error = ::ptsname(terminal)});
    EXPECT_EQ(finished.exit_code, 0) << finished.output;
    // A terminal may hand over what it was sent in pieces, and has an error after the last.
    std::string shown;
    char piece[1000];
    for (ssize_t size; (size = ::read(terminal, piece, sizeof piece)) > 0;)
      shown.append(piece, static_cast<std::size_t>(size));
    ::close(terminal);
    return shown;
  };
  const std::string shown = shown_by({"render", "map.png", "--size", "64"});
  if (shown.starts_with("no")) GTEST_SKIP() << shown;
  expect_within("\r[      ", shown);
  expect_within("   0 %", shown);
  EXPECT_TRUE(shown.ends_with("\r\x1b[K")) << ::testing::PrintToString(shown);
  // A task whose tile is there has nothing to do.
  ASSERT_EQ(run({"export", "world", "--init", "--size", "64"}).exit_code, 0);
  expect_within("   0 %", shown_by({"export", "world", "--task", "0"}));
  expect_within(" 100 %", shown_by({"export", "world", "--task", "0"}));
}

TEST_F(Text, StandardOutputThatFails) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full";
  Finished finished = run({"render", "map.png", "--size", "16"}, {.standard_output = "/dev/full"});
  EXPECT_EQ(finished.exit_code, 1);
  expect_within("cannot write to standard output: No space left on device", finished.error);
  EXPECT_TRUE(std::filesystem::exists(file("map.png")));
  // A text that is longer than any buffer, and a shorter one.
  for (const char* command : {"info", "nodes", "schema", "--help", "--version"}) {
    SCOPED_TRACE(command);
    finished = run({command}, {.standard_output = "/dev/full"});
    EXPECT_EQ(finished.exit_code, 1);
    expect_within("cannot write to standard output: No space left on device", finished.error);
    finished = run({command}, {.standard_output = "&-"});
    EXPECT_EQ(finished.exit_code, 1);
    expect_within("cannot write to standard output: Bad file descriptor", finished.error);
  }
  finished =
      run({"render", "-", "--format", "r16", "--size", "20", "-q"}, {.standard_output = "&-"});
  EXPECT_EQ(finished.exit_code, 1);
  expect_within("cannot write 'standard output': Bad file descriptor", finished.error);
  // It is no failure if the reader has gone.
  finished = run({"render", "map.png", "--size", "512"},
                 {.before = "mkfifo pipe && exec 7<>pipe 8>pipe 7>&-", .standard_output = "&8"});
  EXPECT_EQ(finished.exit_code, 0) << finished.error;
}

}  // namespace
}  // namespace perlane::testing
