#include "cli/samples/samples.hpp"

#include "api/destination.hpp"
#include "base/extremes.hpp"
#include "engine/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <span>

namespace perlane::cli::samples {
namespace {

// The memory is not initialised, so that each page is first touched by the thread that fills it.
template <class T>
std::unique_ptr<T[]> make_buffer(std::int64_t size) {
  return std::make_unique_for_overwrite<T[]>(static_cast<std::size_t>(size));
}

// Calls call(codes, largest) with codes of the type of an element.
template <class Call>
void with_codes(std::byte* codes, formats::Element element, const Call& call) {
  if (element == formats::Element::uint8) {
    call(reinterpret_cast<std::uint8_t*>(codes), 255u);
  } else {
    call(reinterpret_cast<std::uint16_t*>(codes), 65535u);
  }
}

// Makes codes as `fill` does, of values that are there already: reference/code.cpp, with a sum that
// rounds in place of floor.
template <class Code>
void encode(const float* from, std::int64_t number, const model::Coding& coding, Code* to) {
  constexpr float rounds = 0x1p23f;
  for (std::int64_t i = 0; i < number; ++i) {
    const float position = (from[i] * coding.unit - coding.low) * coding.scale;
    const float above = position > 0 ? position : 0;
    const float inside = above < coding.largest ? above : coding.largest;
    to[i] = static_cast<Code>(static_cast<std::int32_t>(inside + rounds - rounds));
  }
}

}  // namespace

void check_corners(const input::Recipe& recipe, const Field& field, std::int64_t margin) {
  check_map(recipe);
  const formats::Size& size = recipe.size;
  for (const Area& corner :
       {Area{-margin, -margin, 1, 1},
        Area{size.width - 1 + margin, size.height - 1 + margin, 1, 1, size.slices() - 1}}) {
    float value = 0;
    with_grid(recipe, corner, 0,
              [&]<int N>(const Grid<N>& grid) { perlane::fill<N>({&value, 1}, grid, field); });
  }
}

Range automatic_range(Range seen) { return api::range_of_codes(base::with_positive_zeros(seen)); }

template <int N>
void fill_samples(std::byte* to, const Grid<N>& grid, const Field& field,
                  const input::Recipe& recipe, const Options& options) {
  std::size_t number = 1;
  for (const std::int64_t extent : grid.shape) number *= static_cast<std::size_t>(extent);
  if (!is_code(recipe.element))
    return perlane::fill<N>({reinterpret_cast<float*>(to), number}, grid, field, options);
  with_codes(to, recipe.element, [&](auto* codes, unsigned) {
    perlane::fill<N>(std::span(codes, number), grid, field, recipe.range, options);
  });
}
template void fill_samples(std::byte*, const Grid<2>&, const Field&, const input::Recipe&,
                           const Options&);
template void fill_samples(std::byte*, const Grid<3>&, const Field&, const input::Recipe&,
                           const Options&);

Samples::Samples(const Field& field, const input::Recipe& recipe, Need need,
                 const formats::Size& most, bool parallel)
    : field_(field),
      recipe_(recipe),
      margin_(need == Need::values_and_more ? 1 : 0),
      has_values_(need != Need::file || !is_code(recipe.element)),
      parallel_(parallel) {
  if (has_values_) {
    values_ = make_buffer<float>((most.width + 2 * margin_) * (most.height + 2 * margin_) *
                                 most.slices());
  }
  if (is_code(recipe.element))
    codes_ = make_buffer<std::byte>(most.samples() * bytes_of(recipe.element));
}

Options Samples::options_for(const Area& area, output::Progress& progress, Range* seen) const {
  const auto samples = static_cast<double>(area.samples());
  return {.parallel = parallel_,
          .progress = [&progress, samples](double part) { progress.show(part * samples); },
          .seen = seen};
}

void Samples::fill_values(const Area& area, output::Progress& progress, Range* seen) {
  area_ = area;
  if (!has_values_) values_ = make_buffer<float>(area.samples()), has_values_ = true;
  const auto number = static_cast<std::size_t>((area.width + 2 * margin_) *
                                               (area.height + 2 * margin_) * area.depth);
  with_grid(recipe_, area, margin_, [&]<int N>(const Grid<N>& grid) {
    perlane::fill<N>({values_.get(), number}, grid, field_,
                     options_for(area, progress, margin_ == 0 ? seen : nullptr));
  });
  valued_ = area;
  if (margin_ != 0) finish(false, seen);
}

void Samples::fill(const Area& area, output::Progress& progress, Range* seen) {
  if (has_values_) {
    if (valued_ == area) return finish(true, seen);
    if (!is_code(recipe_.element)) return fill_values(area, progress, seen);
    fill_values(area, progress);
    return finish(true, seen);
  }
  area_ = area;
  with_grid(recipe_, area, 0, [&](const auto& grid) {
    fill_samples(codes_.get(), grid, field_, recipe_, options_for(area, progress, seen));
  });
}

// Looks for the extremes without the margin, unless `seen` is null, and makes codes of values.
void Samples::finish(bool has_codes, Range* seen) {
  has_codes = has_codes && is_code(recipe_.element);
  if (seen == nullptr && !has_codes) return;
  const model::Coding coding = has_codes ? input::coding_of(recipe_) : model::Coding{};
  Range all = nothing_seen;
  std::mutex mutex;
  engine::parallel_for(area_.rows(), [&](std::int64_t begin, std::int64_t end) {
    Range part = nothing_seen;
    for (std::int64_t y = begin; y < end; ++y) {
      const float* row = values(y);
      for (std::int64_t x = 0; seen != nullptr && x < area_.width; ++x) {
        part.min = row[x] < part.min ? row[x] : part.min;
        part.max = row[x] > part.max ? row[x] : part.max;
      }
      if (!has_codes) continue;
      with_codes(codes_.get(), recipe_.element, [&](auto* codes, unsigned) {
        encode(row, area_.width, coding, codes + y * area_.width);
      });
    }
    const std::lock_guard lock(mutex);
    all = base::merged(all, part);
  });
  if (seen != nullptr) *seen = all;
}

formats::Block Samples::block() const noexcept {
  formats::Block block{area_.x, area_.y, area_.width, area_.height,
                       nullptr, 0,       area_.z,     area_.depth};
  if (is_code(recipe_.element)) {
    block.samples = codes_.get();
    block.stride = area_.width * bytes_of(recipe_.element);
  } else {
    block.samples = reinterpret_cast<const std::byte*>(values(0));
    block.stride = stride() * 4;
  }
  return block;
}

std::int64_t Samples::saturated() const {
  std::atomic<std::int64_t> all = 0;
  const auto count_rows = [&](std::int64_t begin, std::int64_t end) {
    with_codes(codes_.get(), recipe_.element, [&](const auto* codes, unsigned largest) {
      all += std::count_if(codes + begin * area_.width, codes + end * area_.width,
                           [=](unsigned code) { return code == 0 || code == largest; });
    });
  };
  if (parallel_) {
    engine::parallel_for(area_.rows(), count_rows);
  } else {
    count_rows(0, area_.rows());
  }
  return all;
}

void Samples::count(Histogram& histogram) const {
  std::mutex mutex;
  engine::parallel_for(area_.rows(), [&](std::int64_t begin, std::int64_t end) {
    Histogram part = histogram.empty_copy();
    for (std::int64_t y = begin; y < end; ++y)
      part.add({values(y), static_cast<std::size_t>(area_.width)});
    const std::lock_guard lock(mutex);
    histogram.add(part);
  });
}

}  // namespace perlane::cli::samples
