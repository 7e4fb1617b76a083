// The steps of an evaluator that have derivatives.

#include "engine/evaluator.hpp"

#include <algorithm>
#include <iterator>

namespace perlane::engine {

template <class Noise>
void Evaluator::evaluate_planes(const Noise& noise, const model::Tile& tile, int to) noexcept {
  float* planes[5] = {};
  for (int plane = 0; plane < planes_; ++plane) planes[plane] = buffer(to, plane);
  const bool is_padded = tile.kind == model::Tile::axes && is_padded_;
  const model::Tile rows = is_padded ? with_padding(tile) : tile;
  sample(noise, rows, {}, planes, true);
  if (!is_padded) return;
  for (int plane = 0; plane < planes_; ++plane) pack_rows(rows, planes[plane]);
}

void Evaluator::differentiate(const model::NoiseStep& step) noexcept {
  std::visit(
      [&](const auto* noise) {
        evaluate_planes(*noise, positions_for(*noise, step.positions), step.to);
      },
      step.noise);
}

void Evaluator::differentiate(const model::FoldStep& step) noexcept {
  for (int plane = 0; plane < planes_; ++plane) {
    model::Fold fold = step.fold;
    if (step.sum != model::no_buffer) fold.sum = buffer(step.sum, plane);
    kernels_.write(buffer(step.from, plane), *tile_, fold,
                   model::to_buffer(buffer(step.to, plane)));
  }
}

// Derivatives depend on the values, so these come last: they may be written where they were read.
void Evaluator::differentiate(const model::OctaveStep& step) noexcept {
  const model::OctaveBuffers values = octave_buffers(step, 0);
  for (int plane = planes_ - 1; plane > 0; --plane) {
    kernels_.join_octave_derivatives(step.octaves, values, octave_buffers(step, plane),
                                     buffer(step.to, plane), buffer_size(*tile_));
  }
  kernels_.join_octaves(step.octaves, values, *tile_, model::to_buffer(buffer(step.to)));
}

void Evaluator::differentiate(const model::OperationStep& step) noexcept {
  const auto& [a, b, c] = step.operand;
  const model::Input value[3] = {input(a, 0), input(b, 0), input(c, 0)};
  for (int plane = planes_ - 1; plane > 0; --plane) {
    const model::Input derivative[3] = {input(a, plane), input(b, plane), input(c, plane)};
    kernels_.operate_derivative(step.operation, value, derivative, buffer(step.to, plane),
                                buffer_size(*tile_));
  }
  kernels_.operate(step.operation, value[0], value[1], value[2], buffer(step.to),
                   buffer_size(*tile_));
}

void Evaluator::differentiate(const model::CurveStep& step) noexcept {
  const float* value = buffer(step.from);
  for (int plane = planes_ - 1; plane > 0; --plane) {
    kernels_.curve_derivative(*step.curve, value, buffer(step.from, plane), buffer(step.to, plane),
                              buffer_size(*tile_));
  }
  kernels_.curve(*step.curve, value, buffer(step.to), buffer_size(*tile_));
}

// The value comes last: a value ahead or behind may have been read from its buffer.
void Evaluator::differentiate(const model::DifferencesStep& step) noexcept {
  const int count = buffer_size(*tile_);
  alignas(64) float width[model::row_alignment];
  std::fill(std::begin(width), std::end(width), step.width);
  for (int axis = 0; axis < tile_->dimensions; ++axis) {
    const model::Input ahead = input(step.operand[2 * axis], 0);
    const model::Input behind = input(step.operand[2 * axis + 1], 0);
    float* const to = buffer(step.to, axis + 1);
    kernels_.operate(model::Operation::subtract, ahead, behind, {}, to, count);
    kernels_.operate(model::Operation::divide, {to, 1}, {width, 0}, {}, to, count);
  }
  if (step.to != step.from) std::copy_n(buffer(step.from), count, buffer(step.to));
}

void Evaluator::differentiate(const model::MapDerivativeStep& step) noexcept {
  const int count = buffer_size(*tile_);
  if (step.to != step.from) std::copy_n(buffer(step.from), count, buffer(step.to));
  for (int plane = 1; plane < planes_; ++plane) {
    alignas(64) float derivative[model::row_alignment];
    std::fill(std::begin(derivative), std::end(derivative), step.factor[plane - 1]);
    kernels_.operate(model::Operation::multiply, {buffer(step.from, plane), 1}, {derivative, 0}, {},
                     buffer(step.to, plane), count);
  }
}

void Evaluator::differentiate(const model::ChainStep& step) noexcept {
  model::Input by[4][4] = {};
  const float* from[5] = {};
  float* to[5] = {};
  for (int plane = 0; plane < planes_; ++plane) {
    from[plane] = buffer(step.from, plane);
    to[plane] = buffer(step.to, plane);
  }
  for (int b = 0; b < tile_->dimensions; ++b) {
    for (int axis = 0; axis < tile_->dimensions; ++axis) by[b][axis] = input(step.by[b], axis + 1);
  }
  kernels_.chain(tile_->dimensions, step.matrix, by, step.scale, from, to, buffer_size(*tile_));
}

}  // namespace perlane::engine
