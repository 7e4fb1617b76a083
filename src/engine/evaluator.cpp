#include "engine/evaluator.hpp"

#include "engine/turn.hpp"

#include <algorithm>
#include <type_traits>

namespace perlane::engine {
namespace {

bool is_plain(const model::Fold& fold) noexcept {
  return fold.accumulation == model::Accumulation::none;
}

// The buffer that a step writes; none if it writes positions.
template <class Step>
int buffer_of(const Step& step) noexcept {
  if constexpr (std::is_same_v<Step, model::MapStep> || std::is_same_v<Step, model::WarpStep> ||
                std::is_same_v<Step, model::TransformStep>) {
    return model::no_buffer;
  } else {
    return step.to;
  }
}

// Whether a step has derivatives to compute in a program for values.
template <class Step>
bool needs_derivatives(const Step& step) noexcept {
  if constexpr (requires { step.with_derivatives; }) {
    return step.with_derivatives;
  } else {
    return std::is_same_v<Step, model::SlopeStep> || std::is_same_v<Step, model::ChainStep>;
  }
}

// The places for positions, and one more where displacements are added up.
int places_of(const model::Program& program) noexcept {
  const bool has_displacements = std::ranges::any_of(program.steps, [](const model::Step& step) {
    return std::holds_alternative<model::WarpStep>(step);
  });
  return program.positions - 1 + (has_displacements ? 1 : 0);
}

}  // namespace

Evaluator::Evaluator(const model::Program& program, const kernels::Kernels& kernels, int dimensions,
                     MakeWorkspace& make_workspace)
    : program_(program),
      kernels_(kernels),
      planes_(program.has_planes ? dimensions + 1 : 1),
      workspace_(make_workspace(dimensions, program.buffers * planes_ + 1, places_of(program))) {
  for (const model::Step& step : program.steps) {
    if (const auto* turn = std::get_if<model::TurnStep>(&step))
      turns_.push_back(std::make_unique<Turn>(*turn, kernels, dimensions, make_workspace));
  }
}

Evaluator::~Evaluator() = default;

bool Evaluator::needs_no_buffers(const model::Program& program,
                                 const kernels::Kernels& kernels) noexcept {
  const auto* step = std::get_if<model::NoiseStep>(&program.steps.front());
  if (program.steps.size() != 1 || step == nullptr || step->fold.amplitude != 1) return false;
  return std::visit(
      [&]<class Noise>(const Noise*) {
        const kernels::NoiseTable<Noise>& table = kernels.noises;
        return table.folds;
      },
      step->noise);
}

void Evaluator::begin_stack(std::int64_t tiles) noexcept {
  workspace_->begin_stack();
  for (const auto& turn : turns_) turn->begin_stack(tiles);
}

Turn& Evaluator::turn_of(const model::TurnStep& step) noexcept {
  std::size_t i = 0;
  while (&turns_[i]->step() != &step) ++i;
  return *turns_[i];
}

// ---- values -----------------------------------------------------------------

void Evaluator::fill(const model::Tile& tile, const model::Sink& sink) noexcept {
  tile_ = &tile;
  added_up_ = 0;
  workspace_->begin_tile();
  const model::Step* const last = &program_.steps.back();
  for (const model::Step& step : program_.steps) {
    std::visit(
        [&](const auto& any) {
          const int to = buffer_of(any);
          if (&step == last) return take(any, sink);
          if (needs_derivatives(any)) return differentiate(any);
          take(any, to == model::no_buffer ? model::Sink{} : model::to_buffer(buffer(to)));
        },
        step);
  }
}

// Where a noise may write by itself is decided here, and nowhere else: its kernels write tile
// buffers, and if they fold, also destinations. Everything else goes through a tile buffer.
template <class Noise>
void Evaluator::evaluate(const Noise& noise, const model::Tile& tile, const model::Fold& fold,
                         const model::Sink& sink) noexcept {
  const kernels::NoiseTable<Noise>& table = kernels_.noises;
  const int d = tile.dimensions - 1;
  const bool is_buffer = sink.buffer != nullptr && is_plain(fold);
  const bool is_grid = tile.kind == model::Tile::axes, is_plain_sum = fold.amplitude == 1;
  if (is_grid && table.folds && is_plain_sum)
    return table.fill[d](noise, tile, fold, sink, workspace_->next_state());
  const bool is_folded = !is_grid && is_plain_sum && !is_buffer && sink.buffer != nullptr;
  if (is_folded && table.folds_points != nullptr && table.folds_points(noise, tile))
    return table.sample[d](noise, tile, fold, sink.buffer);
  float* values = is_buffer ? sink.buffer : scratch();
  if (is_grid) {
    table.fill[d](noise, tile, {}, model::to_buffer(values), workspace_->next_state());
  } else {
    table.sample[d](noise, tile, {}, values);
  }
  if (!is_buffer) kernels_.write(values, tile, fold, sink);
}

void Evaluator::take(const model::NoiseStep& step, const model::Sink& sink) noexcept {
  model::Fold fold = step.fold;
  if (step.sum != model::no_buffer) fold.sum = buffer(step.sum);
  std::visit(
      [&](const auto* noise) {
        evaluate(*noise, positions_for(*noise, step.positions), fold, sink);
      },
      step.noise);
}

void Evaluator::take(const model::FoldStep& step, const model::Sink& sink) noexcept {
  model::Fold fold = step.fold;
  if (step.sum != model::no_buffer) fold.sum = buffer(step.sum);
  kernels_.write(buffer(step.from), *tile_, fold, sink);
}

void Evaluator::take(const model::OctaveStep& step, const model::Sink& sink) noexcept {
  kernels_.join_octaves(step.octaves, octave_buffers(step, 0), *tile_, sink);
}

model::OctaveBuffers Evaluator::octave_buffers(const model::OctaveStep& step, int plane) noexcept {
  const auto buffer_or_null = [&](int number) {
    return number == model::no_buffer ? nullptr : buffer(number, plane);
  };
  model::OctaveBuffers buffers{
      {}, buffer_or_null(step.value), buffer_or_null(step.weight), buffer_or_null(step.weight_to)};
  for (int k = 0; k < step.octaves.count; ++k) buffers.octave[k] = buffer(step.from[k], plane);
  return buffers;
}

void Evaluator::take(const model::OperationStep& step, const model::Sink& sink) noexcept {
  const auto& [a, b, c] = step.operand;
  float* to = buffer(step.to);
  kernels_.operate(step.operation, input(a, 0), input(b, 0), input(c, 0), to, buffer_size(*tile_));
  if (sink.buffer != to) kernels_.write(to, *tile_, {}, sink);
}

void Evaluator::take(const model::CurveStep& step, const model::Sink& sink) noexcept {
  float* to = buffer(step.to);
  kernels_.curve(*step.curve, buffer(step.from), to, buffer_size(*tile_));
  if (sink.buffer != to) kernels_.write(to, *tile_, {}, sink);
}

void Evaluator::take(const model::DerivativeStep& step, const model::Sink& sink) noexcept {
  const model::Fold fold{model::Accumulation::scale, step.scale, nullptr};
  kernels_.write(buffer(step.from, step.axis + 1), *tile_, fold, sink);
}

void Evaluator::take(const model::ErodeStep& step, const model::Sink& sink) noexcept {
  const float* const height[] = {buffer(step.from), buffer(step.from, 1), buffer(step.from, 2)};
  float* to = buffer(step.to);
  kernels_.erode(*step.erosion, points(step.positions), height, to);
  if (sink.buffer != to) kernels_.write(to, *tile_, {}, sink);
}

void Evaluator::take(const model::TurnStep& step, const model::Sink& sink) noexcept {
  turn_of(step).fill(points(step.positions), sink);
}

model::Input Evaluator::input(const model::Operand& operand, int plane) noexcept {
  alignas(64) static constexpr float zeros[model::row_alignment] = {};
  if (operand.buffer != model::no_buffer) return {buffer(operand.buffer, plane), 1};
  return {plane == 0 && operand.constant != nullptr ? operand.constant : zeros, 0};
}

// ---- derivatives ------------------------------------------------------------

float* const* Evaluator::differentiate(const model::Tile& tile) noexcept {
  tile_ = &tile;
  added_up_ = 0;
  workspace_->begin_tile();
  for (const model::Step& step : program_.steps) {
    std::visit([&](const auto& any) { differentiate(any); }, step);
  }
  const int last =
      std::visit([](const auto& any) { return buffer_of(any); }, program_.steps.back());
  for (int plane = 0; plane < planes_; ++plane) result_[plane] = buffer(last, plane);
  return result_;
}

template <class Noise>
void Evaluator::evaluate_planes(const Noise& noise, const model::Tile& tile, int to) noexcept {
  const kernels::NoiseTable<Noise>& table = kernels_.noises;
  const int d = tile.dimensions - 1;
  float* planes[5] = {};
  for (int plane = 0; plane < planes_; ++plane) planes[plane] = buffer(to, plane);
  if (tile.kind == model::Tile::axes) {
    table.differentiate[d](noise, tile, planes, workspace_->next_state());
  } else {
    table.sample_derivatives[d](noise, tile, planes);
  }
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
    kernels_.join_octave_slopes(step.octaves, values, octave_buffers(step, plane),
                                buffer(step.to, plane), buffer_size(*tile_));
  }
  kernels_.join_octaves(step.octaves, values, *tile_, model::to_buffer(buffer(step.to)));
}

void Evaluator::differentiate(const model::OperationStep& step) noexcept {
  const auto& [a, b, c] = step.operand;
  const model::Input value[3] = {input(a, 0), input(b, 0), input(c, 0)};
  for (int plane = planes_ - 1; plane > 0; --plane) {
    const model::Input slope[3] = {input(a, plane), input(b, plane), input(c, plane)};
    kernels_.operate_slope(step.operation, value, slope, buffer(step.to, plane),
                           buffer_size(*tile_));
  }
  kernels_.operate(step.operation, value[0], value[1], value[2], buffer(step.to),
                   buffer_size(*tile_));
}

void Evaluator::differentiate(const model::CurveStep& step) noexcept {
  const float* value = buffer(step.from);
  for (int plane = planes_ - 1; plane > 0; --plane) {
    kernels_.curve_slope(*step.curve, value, buffer(step.from, plane), buffer(step.to, plane),
                         buffer_size(*tile_));
  }
  kernels_.curve(*step.curve, value, buffer(step.to), buffer_size(*tile_));
}

void Evaluator::differentiate(const model::SlopeStep& step) noexcept {
  const int count = buffer_size(*tile_);
  if (step.to != step.from) std::copy_n(buffer(step.from), count, buffer(step.to));
  for (int plane = 1; plane < planes_; ++plane) {
    alignas(64) float slope[model::row_alignment];
    std::fill(std::begin(slope), std::end(slope), step.slope[plane - 1]);
    kernels_.operate(model::Operation::multiply, {buffer(step.from, plane), 1}, {slope, 0}, {},
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

void Evaluator::differentiate(const model::TurnStep& step) noexcept {
  float* planes[5] = {};
  for (int plane = 0; plane < planes_; ++plane) planes[plane] = buffer(step.to, plane);
  turn_of(step).differentiate(points(step.positions), planes);
}

}  // namespace perlane::engine
