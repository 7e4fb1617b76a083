#pragma once
// The buffers and positions that steps read and write, for all code that goes through a program.

#include "model/program.hpp"

#include <type_traits>
#include <variant>

namespace perlane::model {

// True for kinds of steps that make positions, rather than values in a buffer.
template <class Step>
inline constexpr bool makes_positions =
    std::is_same_v<Step, MapStep> || std::is_same_v<Step, WarpStep> ||
    std::is_same_v<Step, TransformStep> || std::is_same_v<Step, NearestPointStep>;

// True for kinds of steps that need memory for points besides what they read and write: they add up
// displacements, or turn axes into points.
template <class Step>
inline constexpr bool needs_points =
    std::is_same_v<Step, WarpStep> || std::is_same_v<Step, ErodeStep>;

// The buffer that a step writes; no_buffer if it makes positions.
template <class Step>
constexpr int buffer_of(const Step& step) noexcept {
  return makes_positions<Step> ? no_buffer : step.to;
}

// Returns true if a step has derivatives to compute.
template <class Step>
constexpr bool needs_derivatives(const Step& step) noexcept {
  if constexpr (requires { step.with_derivatives; }) {
    return step.with_derivatives;
  } else {
    return std::is_same_v<Step, MapDerivativeStep> || std::is_same_v<Step, ChainStep> ||
           std::is_same_v<Step, DifferencesStep>;
  }
}

// Calls buffer(number, is_written) and position(number, is_written) for the numbers that a step
// reads, and then for those that it writes. A number may be no_buffer.
template <class Step, class Buffer, class Position>
void visit_numbers(Step& step, Buffer buffer, Position position) {
  // These steps read all axes for every point, so they cannot write where they read.
  constexpr bool writes_first = makes_positions<Step> && !std::is_same_v<Step, MapStep>;
  if constexpr (requires { step.positions; }) position(step.positions, false);
  if constexpr (requires { step.octaves; }) {
    for (int k = 0; k < step.octaves.count; ++k) buffer(step.from[k], false);
    buffer(step.value, false);
    buffer(step.weight, false);
  } else if constexpr (requires { step.from; } && !makes_positions<Step>) {
    buffer(step.from, false);
  }
  if constexpr (requires { step.sum; }) buffer(step.sum, false);
  if constexpr (requires { step.operand; }) {
    for (Operand& operand : step.operand) buffer(operand.buffer, false);
  }
  if constexpr (requires { step.by; }) {
    for (Operand& by : step.by) buffer(by.buffer, false);
  }
  if constexpr (!makes_positions<Step>) {
    buffer(step.to, true);
  } else if constexpr (writes_first) {
    position(step.to, true);
    position(step.from, false);
  } else {
    position(step.from, false);
    position(step.to, true);
  }
  if constexpr (requires { step.weight_to; }) {
    if (step.weight_to != no_buffer) buffer(step.weight_to, true);
  }
}

template <class Buffer, class Position>
void visit_numbers(Step& step, Buffer buffer, Position position) {
  std::visit([&](auto& of_kind) { visit_numbers(of_kind, buffer, position); }, step);
}

}  // namespace perlane::model
