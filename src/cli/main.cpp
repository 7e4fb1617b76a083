// The command-line tool: its subcommands, and how errors end it.

#include "cli/command/documents.hpp"
#include "cli/output/message.hpp"
#include "cli/world/export.hpp"
#include "cli/options/export_options.hpp"
#include "cli/command/help.hpp"
#include "cli/command/commands.hpp"
#include "cli/render/render.hpp"
#include "cli/options/render_options.hpp"
#include "cli/output/signals.hpp"
#include "cli/system/system.hpp"
#include "cli/command/usage.hpp"

#include <perlane/version.hpp>

#include <cerrno>
#include <cstring>
#include <exception>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace perlane::cli;

constexpr int exit_failure = 1;
constexpr int exit_usage = 2;  // the caller can mend the command line

int complain(const std::string& message, int exit_code) {
  output::print_message(message);
  return exit_code;
}

// Collects the text for std::cout, which would not say why it cannot be written.
class Printed {
 public:
  Printed() : standard_output_(std::cout.rdbuf(&text_)) {}
  ~Printed() { std::cout.rdbuf(standard_output_); }
  Printed(const Printed&) = delete;
  Printed& operator=(const Printed&) = delete;

  // Returns 0 or the error number.
  int write() const {
    const std::string text = output::printable(text_.str());
    return system::write(system::standard_output, text.data(), text.size());
  }

 private:
  std::stringbuf text_;
  std::streambuf* standard_output_;
};

// The subcommands, and the values of their options.
struct CommandLine {
  CommandLine();

  // Runs the subcommand that was given, and returns the exit code.
  int dispatch();

  CLI::App app{"Coherent noise on grids, with the same bits on every CPU.", "perlane"};
  CLI::App *render_command, *export_command, *info_command, *nodes_command, *schema_command,
      *selftest_command, *documents_command;
  options::RenderOptions render_options;
  options::ExportOptions export_options;
  std::optional<std::string> file;
  bool is_markdown = false;
  std::vector<std::string> names_of_nodes;
  std::string directory;
};

CommandLine::CommandLine() {
  app.set_version_flag("--version", "perlane " + std::string(perlane::version),
                       "Print the version and exit");
  app.set_help_flag("-h,--help", "Print this help and exit");
  app.formatter(std::make_shared<command::HelpFormatter>());
  app.allow_windows_style_options(false);  // /seed is a path on every system
  app.require_subcommand(0, 1);  // 0, so that a wrong name is reported as one; see dispatch

  render_command = app.add_subcommand("render", "Render a heightmap to an image");
  options::add_render_options(*render_command, render_options);
  export_command = app.add_subcommand(
      "export", "Export a world of any size as tiles and levels of detail, with a manifest");
  options::add_export_options(*export_command, export_options);
  info_command = app.add_subcommand(
      "info", "Show the version, this CPU's instruction sets, and the noises; or a recipe");
  info_command->add_option(
      "FILE", file,
      "Show, as JSON, the recipe in this file or beside it, or the field in it.\n"
      "It may be any file that --field takes.");
  nodes_command =
      app.add_subcommand("nodes", "List the functions that a field of --field may hold");
  CLI::Option* markdown =
      nodes_command->add_flag("--markdown", is_markdown, "Print them as tables in Markdown");
  nodes_command->add_option("NAME", names_of_nodes, "Only these, such as erode. Default: all")
      ->excludes(markdown);
  schema_command =
      app.add_subcommand("schema", "Print the JSON Schema of the fields of --field, for editors");
  selftest_command = app.add_subcommand(
      "selftest", "Compare the values that perlane computes here with those that it should have");
  documents_command = app.add_subcommand("documents")->group("");  // for the build
  documents_command->add_option("DIRECTORY", directory)->required();
  // This comes after the subcommands, for they would inherit the footer.
  app.footer(
      "\"perlane render --help\" explains how to render. For a first look:\n\n"
      "  perlane render height.png --preview look.png");
}

int CommandLine::dispatch() {
  render_options.given = options::given_options(*render_command);
  export_options.render.given = options::given_options(*export_command);
  if (*render_command) {
    render::run(render_options);
  } else if (*export_command && export_options.verify) {
    if (!world::verify_export(export_options)) return exit_failure;
  } else if (*export_command && export_options.tasks) {
    world::run_tasks(export_options);
  } else if (*export_command) {
    world::export_world(export_options);
  } else if (*info_command) {
    file ? command::info_of(*file) : command::info();
  } else if (*nodes_command) {
    std::cout << (is_markdown ? command::nodes_as_markdown()
                              : command::nodes_as_text(names_of_nodes));
  } else if (*schema_command) {
    std::cout << command::schema();
  } else if (*selftest_command) {
    command::selftest();
  } else if (*documents_command) {
    command::documents(app, directory);
  } else {
    throw CLI::RequiredError("A subcommand, " + command::subcommand_names(app) + ",");
  }
  return 0;
}

int run(int argc, char** argv) {
  CommandLine line;
  try {
    line.app.parse(argc, argv);
    return line.dispatch();
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return line.app.exit(error);  // it is --help or --version
    return complain(
        command::complaint(line.app, error, std::span(argv, static_cast<std::size_t>(argc))) +
            "\nRun with --help for more information.",
        exit_usage);
  } catch (const std::invalid_argument& error) {
    return complain(
        in_terms_of_options(
            error.what(), *line.export_command ? line.export_options.render : line.render_options),
        exit_usage);
  } catch (const std::filesystem::filesystem_error& error) {
    const std::filesystem::path& path = error.path2().empty() ? error.path1() : error.path2();
    return complain(fmt::format("cannot use {}: {}", output::quoted(path), error.code().message()),
                    exit_failure);
  } catch (const std::exception& error) {
    return complain(error.what(), exit_failure);
  }
}

}  // namespace

int main(int argc, char** argv) {
  system::prepare_streams();
  output::handle_signals();
  const Printed printed;
  const int exit_code = run(argc, argv);
  const int error = printed.write();
  // A reader that has closed the pipe has seen enough; a full disk is a failure.
  if (error != 0 && error != EPIPE) {
    return complain(fmt::format("cannot write to standard output: {}", std::strerror(error)),
                    exit_failure);
  }
  return exit_code;
}
