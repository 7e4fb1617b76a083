// Tests that files appear whole, under the right name, with an older file's permissions.

#include "image.hpp"
#include "program.hpp"

#include <sys/stat.h>
#include <unistd.h>

namespace perlane::testing {
namespace {

class Files : public Program {
 protected:
  int mode_of(const std::string& name) const {
    struct stat status{};
    ::stat(file(name).c_str(), &status);
    return static_cast<int>(status.st_mode & 0777);
  }
};

TEST_F(Files, NoOtherFilesAreWritten) {
  run_well({"render", "map", "--format", "png", "--size", "16"});
  EXPECT_EQ(files(), std::vector<std::string>{"map"});
  run_well({"render", "map.png", "--preview", "look.png", "--size", "16"});
  EXPECT_EQ(files(), (std::vector<std::string>{"look.png", "map", "map.png"}));
}

TEST_F(Files, AnOlderFileIsReplacedAndKeepsItsPermissions) {
  write_file("map.png", "older");
  ::chmod(file("map.png").c_str(), 0640);
  run_well({"render", "map.png", "--size", "16"});
  EXPECT_EQ(read_png(file("map.png")).width, 16);
  EXPECT_EQ(mode_of("map.png"), 0640);
}

TEST_F(Files, ARecipeReplacesOnlyARecipe) {
  const std::string field = R"({"perlane":1,"field":{"perlin":{}}})";
  for (const std::string& mine : {field, std::string("[1]"), std::string("notes"), std::string()}) {
    write_file("mine.r16.json", mine);
    const Finished finished = run({"render", "mine.r16", "--size", "16"});
    EXPECT_EQ(finished.exit_code, 1);
    EXPECT_NE(finished.error.find("cannot write the recipe 'mine.r16.json': a file that is no"),
              std::string::npos)
        << finished.error;
    EXPECT_EQ(read_file(file("mine.r16.json")), mine);
    EXPECT_EQ(files(), std::vector<std::string>{"mine.r16.json"});
  }
  std::filesystem::remove(file("mine.r16.json"));
  run_well({"render", "mine.r16", "--size", "16"});
  const std::string older = read_file(file("mine.r16.json"));
  run_well({"render", "mine.r16", "--size", "17"});
  EXPECT_NE(read_file(file("mine.r16.json")), older);
}

TEST_F(Files, AnObsoleteRecipeIsReported) {
  const std::string warning =
      "perlane: warning: 'map.png.json' is the recipe of an older file, and this one has its own\n";
  write_file("map.png.json", "{}");
  EXPECT_EQ(run({"render", "map.png", "--size", "16", "-q", "--octaves", "1"}).error, "");
  std::filesystem::remove(file("map.png.json"));
  run_well({"render", "map.png", "--size", "16", "-q", "--octaves", "1", "--format", "npy"});
  EXPECT_EQ(run({"render", "map.png", "--size", "16", "-q", "--octaves", "1"}).error, warning);
}

TEST_F(Files, NewFilesObeyTheUmask) {
  EXPECT_EQ(run({"render", "map.png", "--size", "16"}, {.before = "umask 027"}).exit_code, 0);
  EXPECT_EQ(mode_of("map.png"), 0640);
}

TEST_F(Files, AnOlderFileSurvivesAFailure) {
  write_file("map.png", "older");
  EXPECT_EQ(run({"render", "map.png", "--size", "512"}, {.before = "ulimit -f 100"}).exit_code, 1);
  EXPECT_EQ(read_file(file("map.png")), "older");
  EXPECT_EQ(run({"render", "map.png", "--preview", "missing/look.png"}).exit_code, 1);
  EXPECT_EQ(read_file(file("map.png")), "older");
  EXPECT_EQ(files(), std::vector<std::string>{"map.png"});
}

TEST_F(Files, AReadOnlyFileIsNotReplaced) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may write to every file";
  write_file("map.png", "older");
  ::chmod(file("map.png").c_str(), 0444);
  const Finished finished = run({"render", "map.png", "--size", "16"});
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_NE(finished.error.find("cannot write 'map.png': Permission denied"), std::string::npos)
      << finished.error;
  EXPECT_EQ(read_file(file("map.png")), "older");
}

TEST_F(Files, SymbolicLinksAreFollowed) {
  write_file("map.png", "older");
  std::filesystem::create_symlink("map.png", file("link.png"));
  run_well({"render", "link.png", "--size", "16"});
  EXPECT_TRUE(std::filesystem::is_symlink(file("link.png")));
  EXPECT_EQ(read_png(file("map.png")).width, 16);
  const Finished finished = run({"render", "map.png", "--preview", "link.png"});
  EXPECT_GT(finished.exit_code, 0);
  EXPECT_NE(finished.error.find("--preview and OUTPUT are both"), std::string::npos)
      << finished.error;
}

TEST_F(Files, APreviewIsNoLinkToTheRecipe) {
  std::filesystem::create_symlink("map.r16.json", file("look.png"));
  const Finished finished =
      run({"render", "map.r16", "--preview", "look.png", "--size", "8", "-q"});
  EXPECT_EQ(finished.exit_code, 2);
  EXPECT_NE(finished.error.find("--preview is 'look.png', which is the recipe, "),
            std::string::npos)
      << finished.error;
  EXPECT_EQ(files(), std::vector<std::string>{"look.png"});
}

// A recipe beside the link would leave an older one beside the samples, which it does not describe.
TEST_F(Files, ARecipeIsBesideTheFileThatALinkLeadsTo) {
  std::filesystem::create_directory(file("far"));
  run_well({"render", "far/map.r16", "--size", "16", "--seed", "1", "-q"});
  std::filesystem::create_symlink("far/map.r16", file("link.r16"));
  run_well({"render", "link.r16", "--size", "16", "--seed", "2", "-q"});
  const std::string samples = read_file(file("far/map.r16"));
  for (const std::string name : {"far/map.r16", "link.r16"}) {
    run_well({"render", "again.r16", "--field", name, "-q"});
    EXPECT_EQ(read_file(file("again.r16")), samples) << name;
  }
  EXPECT_FALSE(std::filesystem::exists(file("link.r16.json")));
  // Links to samples and to their recipe, each to a name of its own.
  std::filesystem::rename(file("far/map.r16"), file("far/1"));
  std::filesystem::rename(file("far/map.r16.json"), file("far/2"));
  std::filesystem::remove(file("link.r16"));
  std::filesystem::create_symlink("far/1", file("link.r16"));
  std::filesystem::create_symlink("far/2", file("link.r16.json"));
  run_well({"render", "again.r16", "--field", "link.r16", "-q"});
  EXPECT_EQ(read_file(file("again.r16")), samples);
}

TEST_F(Files, EveryDirectoryOfAPathMustBeThere) {
  const Finished finished = run({"render", "nowhere/../map.png", "--size", "16"});
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_NE(finished.error.find("cannot write 'nowhere/../map.png': No such file"),
            std::string::npos)
      << finished.error;
  EXPECT_EQ(files(), std::vector<std::string>{});
}

TEST_F(Files, SymbolicLinksToNothingAreFollowed) {
  std::filesystem::create_directory(file("far"));
  std::filesystem::create_symlink("far/map.png", file("map.png"));
  std::filesystem::create_symlink("map.png", file("link.png"));
  run_well({"render", "link.png", "--size", "16"});
  EXPECT_TRUE(std::filesystem::is_symlink(file("link.png")));
  EXPECT_TRUE(std::filesystem::is_symlink(file("map.png")));
  EXPECT_EQ(read_png(file("far/map.png")).width, 16);

  std::filesystem::create_symlink("nowhere/map.png", file("lost.png"));
  const Finished lost = run({"render", "lost.png", "--size", "16"});
  EXPECT_EQ(lost.exit_code, 1);
  EXPECT_NE(lost.error.find("cannot write 'lost.png': No such file"), std::string::npos);
  std::filesystem::create_symlink("circle.png", file("circle.png"));
  const Finished circle = run({"render", "circle.png", "--size", "16"});
  EXPECT_EQ(circle.exit_code, 1);
  EXPECT_NE(circle.error.find("cannot write 'circle.png': "), std::string::npos) << circle.error;
  EXPECT_TRUE(std::filesystem::is_symlink(file("lost.png")));
  EXPECT_TRUE(std::filesystem::is_symlink(file("circle.png")));
}

TEST_F(Files, ClosedStandardStreamsDoNotEndUpInThem) {
  const Arguments render{"render", "map.png", "--preview", "look.png", "--size", "64", "-q"};
  run_well(render);
  const std::string map = read_file(file("map.png"));
  const std::string look = read_file(file("look.png"));
  for (const char* closed : {"exec <&-", "exec 0<&- 3<&-"}) {
    const Finished finished =
        run(render, {.before = closed, .standard_output = "&-", .standard_error = "&-"});
    EXPECT_EQ(finished.exit_code, 0);
    EXPECT_TRUE(read_file(file("map.png")) == map);
    EXPECT_TRUE(read_file(file("look.png")) == look);
  }
}

}  // namespace
}  // namespace perlane::testing
