#include "cli/render/preview.hpp"

#include "engine/parallel.hpp"

namespace perlane::cli::render {
namespace {

constexpr std::int64_t channels = 3;

formats::Picture picture_of(const Plan& plan) {
  return {plan.preview_size.width, plan.preview_size.height, formats::Element::rgb8, {}};
}

// The first sample of a pixel: sample i is of pixel i * pixels / samples.
std::int64_t first_of(std::int64_t pixel, std::int64_t pixels, std::int64_t samples) {
  return (pixel * samples + pixels - 1) / pixels;
}

}  // namespace

Preview::Preview(const Plan& plan, output::OutputFile& file)
    : size_(plan.recipe.size),
      picture_(picture_of(plan)),
      relief_(plan.field, plan.sea_level, plan.palette),
      writer_(formats::png_format.make(file, picture_)),
      sums_(static_cast<std::size_t>(picture_.width * channels)) {}

void Preview::write(const samples::Samples& samples) {
  const samples::Area& area = samples.area();
  const std::int64_t stride = size_.width * channels;
  colours_.resize(static_cast<std::size_t>(stride * area.height));
  engine::parallel_for(area.height, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t row = begin; row < end; ++row) {
      relief_.colour(samples.values(row), samples.stride(), area.width,
                     colours_.data() + row * stride + channels * area.x);
    }
  });
  if (area.x + area.width < size_.width) return;
  if (picture_.height < size_.height || picture_.width < size_.width) {
    reduce(area.y, area.height);
    return;
  }
  writer_->write({0, area.y, picture_.width, area.height,
                  reinterpret_cast<const std::byte*>(colours_.data()), stride});
}

// Adds rows to the sums of pixels, and writes pixels that are whole.
void Preview::reduce(std::int64_t first, std::int64_t rows) {
  const std::int64_t most = formats::png_format.granularity(picture_).height;
  const std::int64_t stride = picture_.width * channels;
  for (std::int64_t y = first; y < first + rows; ++y) {
    const std::uint8_t* sample = colours_.data() + (y - first) * size_.width * channels;
    const std::int64_t pixel = y * picture_.height / size_.height;
    const std::int64_t top = first_of(pixel, picture_.height, size_.height),
                       bottom = first_of(pixel + 1, picture_.height, size_.height);
    for (std::int64_t x = 0; x < picture_.width; ++x) {
      const std::int64_t left = first_of(x, picture_.width, size_.width),
                         right = first_of(x + 1, picture_.width, size_.width);
      std::uint64_t* const sum = sums_.data() + x * channels;
      for (std::int64_t i = left; i < right; ++i) {
        for (std::int64_t channel = 0; channel < channels; ++channel) sum[channel] += *sample++;
      }
      if (y + 1 < bottom) continue;
      const auto number = static_cast<std::uint64_t>((right - left) * (bottom - top));
      for (std::int64_t channel = 0; channel < channels; ++channel) {
        pixels_.push_back(static_cast<std::uint8_t>((sum[channel] + number / 2) / number));
        sum[channel] = 0;
      }
    }
    const std::int64_t whole = static_cast<std::int64_t>(pixels_.size()) / stride;
    if (y + 1 < bottom || (whole < most && y + 1 < size_.height)) continue;
    writer_->write({0, written_, picture_.width, whole,
                    reinterpret_cast<const std::byte*>(pixels_.data()), stride});
    written_ += whole;
    pixels_.clear();
  }
}

std::int64_t Preview::granularity(const Plan& plan) {
  const bool is_reduced = plan.preview_size.height < plan.recipe.size.height;
  return is_reduced ? 1 : formats::png_format.granularity(picture_of(plan)).height;
}

}  // namespace perlane::cli::render
