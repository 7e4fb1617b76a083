#include "engine/evaluator.hpp"

#include "model/steps.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

namespace perlane::engine {
namespace {

bool is_plain(const model::Fold& fold) noexcept {
  return fold.accumulation == model::Accumulation::none;
}

// Returns true if a sink takes the values of a tile alone, in rows of whole vectors.
bool takes_vectors(const model::Sink& sink, const model::Tile& tile) noexcept {
  return sink.type == model::ElementType::float32 && !sink.stream && sink.min == nullptr &&
         tile.columns == tile.axis[0].count && sink.stride[0] == 1;
}

// Returns true if the rows of a destination lie like those of a tile buffer.
bool takes_rows(const model::Sink& sink, const model::Tile& tile) noexcept {
  if (sink.buffer != nullptr || !takes_vectors(sink, tile)) return false;
  const std::ptrdiff_t pitch = sink.stride[1];
  if (pitch < tile.columns || pitch > std::numeric_limits<int>::max()) return false;
  std::ptrdiff_t slice = pitch;
  for (int axis = 2; axis < 4; ++axis) {
    slice *= tile.axis[axis - 1].count;
    if (tile.axis[axis].count > 1 && sink.stride[axis] != slice) return false;
  }
  return true;
}

}  // namespace

bool Evaluator::needs_no_buffers(const model::Program& program,
                                 const kernels::Kernels& kernels) noexcept {
  const model::Step* const last = &program.steps.back();
  const auto* step = std::get_if<model::NoiseStep>(last);
  if (step == nullptr || step->fold.amplitude != 1) return false;
  for (const model::Step* each = program.steps.data(); each != last; ++each) {
    if (!std::holds_alternative<model::MapStep>(*each)) return false;
  }
  return std::visit(
      [&]<class Noise>(const Noise*) {
        const kernels::NoiseTable<Noise>& table = kernels.noises;
        return table.folds;
      },
      step->noise);
}

void Evaluator::begin_tile(const model::Tile& tile) noexcept {
  tile_ = origin_ = &tile;
  is_packed_ = tile.kind == model::Tile::axes && model::are_rows_packed<void>(tile);
  is_padded_ = is_packed_ && tile.columns != tile.axis[0].count;
  positions_in_slot_ = none;
  next_extruded_ = 0;
  workspace_->begin_tile();
  if (!tile.is_pointwise) return;
  points_ = model::in_one_row<void>(tile);
  points_.kind = model::Tile::points;
  points_.is_within = true;
  points_.is_pointwise = false;
  double* point[4] = {};
  for (int axis = 0; axis < tile.dimensions; ++axis) {
    point[axis] = workspace_->run_coordinates(axis);
    points_.point[axis] = point[axis];
  }
  kernels_.write_packed_positions(tile, point);
  origin_ = &points_;
}

model::Tile Evaluator::with_padding(const model::Tile& tile) const noexcept {
  model::Tile result = tile;
  result.pitch = tile.columns + model::row_gap;
  return result;
}

void Evaluator::pack_rows(const model::Tile& padded, float* buffer) noexcept {
  kernels_.pack_rows(buffer, padded.pitch, padded.axis[0].count, model::row_count<void>(padded));
}

void Evaluator::repeat_last(float* buffer) noexcept {
  float* const end = buffer + std::ptrdiff_t{tile_->pitch} * model::row_count<void>(*tile_);
  std::fill_n(end, model::row_alignment, end[-1]);
}

// ---- values -----------------------------------------------------------------

template <class Step>
void Evaluator::run(const Step& step) noexcept {
  const int to = model::buffer_of(step);
  if (model::needs_derivatives(step)) return differentiate(step);
  run(step, to == model::no_buffer ? model::Sink{} : model::to_buffer(buffer(to)));
}

void Evaluator::fill(const model::Tile& tile, const model::Sink& sink) noexcept {
  begin_tile(tile);
  const bool is_written_last = is_packed_ && sink.buffer == nullptr;
  const model::Step* const last = is_written_last ? nullptr : &program_->steps.back();
  int to = model::no_buffer;
  for (const model::Step& step : program_->steps) {
    std::visit(
        [&](const auto& any) {
          to = model::buffer_of(any);
          if (&step == last) return run(any, sink);
          run(any);
        },
        step);
  }
  if (!is_written_last) return;
  repeat_last(buffer(to));
  kernels_.write(buffer(to), tile, {}, sink);
}

void Evaluator::fill(const model::Tile& tile, std::span<const model::Sink> sinks) noexcept {
  begin_tile(tile);
  auto result = program_->results.begin();
  const auto end = program_->results.end();
  for (int number = 0; const model::Step& step : program_->steps) {
    const bool has_result = result != end && result->step == number;
    const bool is_direct = has_result && !result->is_kept && !is_packed_;
    std::visit(
        [&](const auto& any) {
          if (is_direct) return run(any, sinks[static_cast<std::size_t>((result++)->field)]);
          run(any);
          if (!has_result) return;
          float* const values = buffer(model::buffer_of(any));
          if (is_packed_) repeat_last(values);
          for (; result != end && result->step == number; ++result)
            kernels_.write(values, tile, {}, sinks[static_cast<std::size_t>(result->field)]);
        },
        step);
    ++number;
  }
}

// The tile buffer that kernels of points may write to: that of a sink, or a destination with the
// layout of one. Null: there is none.
float* Evaluator::buffer_for_points(const model::Sink& sink) const noexcept {
  if (sink.buffer != nullptr) return sink.buffer;
  constexpr std::size_t alignment = sizeof(float) * model::row_alignment;
  const bool is_aligned = std::bit_cast<std::uintptr_t>(sink.destination) % alignment == 0;
  if (!is_aligned || !takes_vectors(sink, *tile_) || model::row_count<void>(*tile_) != 1)
    return nullptr;
  return static_cast<float*>(sink.destination);
}

// The only place that decides whether a noise may write directly to its sink: its kernels write
// tile buffers, and if they fold, also destinations. Everything else goes through a tile buffer.
template <class Noise>
void Evaluator::evaluate(const Noise& noise, const model::Tile& tile, const model::Fold& fold,
                         const model::Sink& sink) noexcept {
  const kernels::NoiseTable<Noise>& table = kernels_.noises;
  const auto d = static_cast<std::size_t>(tile.dimensions - 1);
  const bool is_grid = tile.kind == model::Tile::axes, is_plain_sum = fold.amplitude == 1;
  const bool is_padded = is_grid && is_padded_;
  if (is_grid && !is_padded && table.folds && is_plain_sum)
    return table.fill[d](noise, tile, fold, sink, workspace_->next_state());
  if (is_grid && !is_padded && table.fills_rows && is_plain(fold) && takes_rows(sink, tile)) {
    model::Tile rows = tile;
    rows.pitch = static_cast<int>(sink.stride[1]);
    auto* const to = static_cast<float*>(sink.destination);
    return table.fill[d](noise, rows, {}, model::to_buffer(to), workspace_->next_state());
  }
  float* const to = is_grid ? sink.buffer : buffer_for_points(sink);
  const bool is_buffer = to != nullptr && is_plain(fold);
  const bool is_folded = !is_grid && is_plain_sum && !is_buffer && to != nullptr;
  if (is_folded && table.folds_points != nullptr && table.folds_points(noise, tile))
    return sample(noise, tile, fold, &to, false);
  float* values = is_buffer ? to : scratch();
  const model::Tile rows = is_padded ? with_padding(tile) : tile;
  if (is_grid && table.fill[d] != nullptr) {
    table.fill[d](noise, rows, {}, model::to_buffer(values), workspace_->next_state());
  } else {
    sample(noise, rows, {}, &values, false);
  }
  if (is_padded) pack_rows(rows, values);
  if (!is_buffer) kernels_.write(values, tile, fold, sink);
}

void Evaluator::run(const model::NoiseStep& step, const model::Sink& sink) noexcept {
  model::Fold fold = step.fold;
  if (step.sum != model::no_buffer) fold.sum = buffer(step.sum);
  std::visit(
      [&](const auto* noise) {
        evaluate(*noise, positions_for(*noise, step.positions), fold, sink);
      },
      step.noise);
}

void Evaluator::run(const model::FoldStep& step, const model::Sink& sink) noexcept {
  model::Fold fold = step.fold;
  if (step.sum != model::no_buffer) fold.sum = buffer(step.sum);
  kernels_.write(buffer(step.from), *tile_, fold, sink);
}

void Evaluator::run(const model::OctaveStep& step, const model::Sink& sink) noexcept {
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

void Evaluator::run(const model::OperationStep& step, const model::Sink& sink) noexcept {
  const auto& [a, b, c] = step.operand;
  float* to = buffer(step.to);
  kernels_.operate(step.operation, input(a, 0), input(b, 0), input(c, 0), to, buffer_size(*tile_));
  if (sink.buffer != to) kernels_.write(to, *tile_, {}, sink);
}

void Evaluator::run(const model::CurveStep& step, const model::Sink& sink) noexcept {
  float* to = buffer(step.to);
  kernels_.curve(*step.curve, buffer(step.from), to, buffer_size(*tile_));
  if (sink.buffer != to) kernels_.write(to, *tile_, {}, sink);
}

void Evaluator::run(const model::DerivativeStep& step, const model::Sink& sink) noexcept {
  const model::Fold fold{model::Accumulation::scale, step.scale, nullptr};
  kernels_.write(buffer(step.from, step.axis + 1), *tile_, fold, sink);
}

void Evaluator::run(const model::ErodeStep& step, const model::Sink& sink) noexcept {
  const float* const height[] = {buffer(step.from), buffer(step.from, 1), buffer(step.from, 2)};
  float* to = buffer(step.to);
  kernels_.erode(*step.erosion, packed_points(step.positions), height, to);
  if (sink.buffer != to) kernels_.write(to, *tile_, {}, sink);
}

model::Input Evaluator::input(const model::Operand& operand, int plane) noexcept {
  alignas(64) static constexpr float zeros[model::row_alignment] = {};
  if (operand.buffer != model::no_buffer) return {buffer(operand.buffer, plane), 1};
  return {plane == 0 && operand.constant != nullptr ? operand.constant : zeros, 0};
}

// ---- derivatives ------------------------------------------------------------

float* const* Evaluator::differentiate(const model::Tile& tile) noexcept {
  begin_tile(tile);
  for (const model::Step& step : program_->steps) {
    std::visit([&](const auto& any) { run(any); }, step);
  }
  const int last =
      std::visit([](const auto& any) { return model::buffer_of(any); }, program_->steps.back());
  for (int plane = 0; plane < planes_; ++plane) {
    result_[plane] = buffer(last, plane);
    if (is_packed_) repeat_last(result_[plane]);
  }
  return result_;
}

}  // namespace perlane::engine
