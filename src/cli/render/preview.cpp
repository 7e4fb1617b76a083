#include "cli/render/preview.hpp"

#include "engine/parallel.hpp"

namespace perlane::cli::render {
namespace {

formats::Picture picture_of(const Plan& plan) {
  return {plan.recipe.size.width, plan.recipe.size.height, formats::Element::rgb8, {}};
}

}  // namespace

Preview::Preview(const Plan& plan, output::OutputFile& file)
    : picture_(picture_of(plan)),
      relief_(plan.field, plan.sea_level, plan.palette),
      writer_(formats::png_format.make(file, picture_)) {}

void Preview::write(const samples::Samples& samples) {
  const samples::Area& area = samples.area();
  const std::int64_t stride = picture_.width * 3;
  colours_.resize(static_cast<std::size_t>(stride * area.height));
  engine::parallel_for(area.height, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t row = begin; row < end; ++row) {
      relief_.colour(samples.values(row), samples.stride(), area.width,
                     colours_.data() + row * stride + 3 * area.x);
    }
  });
  if (area.x + area.width < picture_.width) return;
  writer_->write({0, area.y, picture_.width, area.height,
                  reinterpret_cast<const std::byte*>(colours_.data()), stride});
}

formats::Size Preview::granularity(const Plan& plan) {
  return formats::png_format.granularity(picture_of(plan));
}

}  // namespace perlane::cli::render
