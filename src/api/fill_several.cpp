// The entry point for several fields on one grid.

#include <perlane/detail/entry_points.hpp>
#include <perlane/evaluate.hpp>

#include "api/destination.hpp"
#include "api/grid.hpp"
#include "api/progress.hpp"
#include "base/error.hpp"
#include "base/float_environment.hpp"
#include "engine/fill.hpp"
#include "graph/field_groups.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace perlane {
namespace {

// Calls check(), whose errors then say which of the outputs they are about.
template <class Check>
void with_name(std::size_t output, const Check& check) {
  try {
    check();
  } catch (const std::invalid_argument& error) {
    base::throw_invalid("outputs[", output, "]: ", std::string_view(error.what()));
  }
}

engine::Destination destination_of(const Output& output, const detail::AnyGrid& grid,
                                   const engine::Box& box) {
  const auto [elements, stride, first, stride_x, dimensions, extents] = output.out.array();
  detail::require_extents(extents, grid);
  if (dimensions == 0) api::validate_size("out", elements.size, box);
  if (dimensions != 0 && dimensions != box.dimensions) {
    base::throw_invalid("out is made for ", dimensions, " dimensions, and the grid has ",
                        box.dimensions, "; use Strided<", box.dimensions, ">");
  }
  const detail::Layout layout =
      dimensions == 0 ? detail::Layout{} : detail::Layout{stride.data(), first, stride_x};
  engine::Destination destination = api::destination_of(elements, layout, box);
  const bool is_float = elements.type == detail::ElementType::float32;
  if (output.codes.has_value()) {
    if (is_float)
      base::throw_invalid(
          "codes are given for an array of float; leave them out, or take an array "
          "of std::uint16_t or std::uint8_t");
    api::set_codes(destination, *output.codes);
  } else if (!is_float) {
    api::set_default_codes(destination, output.field, box.dimensions);
  }
  return destination;
}

}  // namespace

void detail::fill(const AnyGrid& grid, std::span<const Output> outputs, const Options& options) {
  const base::FloatEnvironment environment;
  if (options.seen != nullptr) {
    base::throw_invalid(
        "Options::seen receives the values of one field; use Output::seen for each of several");
  }
  if (outputs.empty()) return;
  const engine::Box box = api::to_box(grid);
  api::validate(box);
  std::vector<engine::FieldOutput> to;
  std::vector<const graph::NodePointer*> nodes;
  std::vector<graph::NodePointer> kept;
  to.reserve(outputs.size());
  nodes.reserve(outputs.size());
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    with_name(i, [&] {
      nodes.push_back(&graph::pointer_of(outputs[i].field));
      api::validate(box, outputs[i].field);
      kept.push_back(api::kept(outputs[i].field, options));
      to.push_back({destination_of(outputs[i], grid, box), nullptr});
    });
  }
  api::validate_disjoint(to, box);

  std::vector<engine::Extremes> seen;
  if (std::ranges::any_of(outputs, [](const Output& output) { return output.seen != nullptr; }))
    seen.resize(outputs.size());
  for (std::size_t i = 0; i < seen.size(); ++i) {
    if (outputs[i].seen != nullptr) to[i].seen = &seen[i];
  }
  const auto groups = graph::groups_of(nodes, box.dimensions);
  std::vector<engine::ProgramOutputs> programs;
  programs.reserve(groups->size());
  for (const auto& [fields, program] : *groups) {
    const model::Program* of_group = program.get();
    if (of_group == nullptr) {
      const std::size_t only = fields.front();
      with_name(only, [&] { of_group = &(*nodes[only])->program(box.dimensions, false); });
    }
    programs.push_back({of_group, fields});
  }
  engine::Extremes none;
  engine::fill(programs, to, box, api::engine_options(options, none));
  for (std::size_t i = 0; i < seen.size(); ++i) {
    if (outputs[i].seen != nullptr) *outputs[i].seen = {seen[i].min, seen[i].max};
  }
}

}  // namespace perlane
