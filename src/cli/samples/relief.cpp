#include "cli/samples/relief.hpp"

#include <perlane/evaluate.hpp>

#include "api/grid.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace perlane::cli::samples {
namespace {

struct Colour {
  float red;
  float green;
  float blue;
};

constexpr Colour mix(const Colour& a, const Colour& b, float part) noexcept {
  return {a.red + part * (b.red - a.red), a.green + part * (b.green - a.green),
          a.blue + part * (b.blue - a.blue)};
}

// One part in 40 of the land is above 0.74, and as much of the sea below -0.74.
struct Tint {
  float elevation;
  Colour colour;
};

constexpr Tint earth[] = {
    {-0.80f, {18, 38, 78}},     // deep sea
    {-0.32f, {30, 74, 126}},    //
    {-0.08f, {62, 126, 166}},   // shallow
    {-0.00f, {122, 182, 194}},  // surf
    {0.000f, {222, 208, 164}},  // beach
    {0.012f, {208, 198, 148}},  //
    {0.030f, {150, 168, 100}},  // lowland
    {0.16f, {112, 142, 76}},    //
    {0.34f, {66, 100, 56}},     // forest
    {0.48f, {104, 104, 76}},    // heath
    {0.58f, {134, 124, 110}},   // rock
    {0.68f, {168, 162, 154}},   //
    {0.74f, {226, 230, 234}},   // snow
    {1.00f, {240, 243, 246}},   //
};

constexpr Tint desert[] = {
    {-0.80f, {24, 52, 70}},     // deep sea
    {-0.08f, {58, 120, 134}},   // shallow
    {-0.00f, {128, 178, 172}},  // surf
    {0.000f, {232, 214, 168}},  // beach
    {0.16f, {216, 180, 122}},   // sand
    {0.34f, {196, 142, 88}},    //
    {0.58f, {160, 98, 64}},     // rock
    {1.00f, {112, 70, 56}},     //
};

constexpr Tint grey[] = {
    {-1.00f, {40, 44, 52}},     // deep sea
    {-0.00f, {108, 114, 124}},  // shallow
    {0.000f, {132, 132, 130}},  // beach
    {1.00f, {240, 240, 238}},   // tops
};

constexpr Palette palette_list[] = {
    {"earth", "beaches, woods, rock and snow"},
    {"desert", "sand and red rock"},
    {"grey", "no colours but light and shade"},
};
constexpr std::array<std::span<const Tint>, 3> tints_of{earth, desert, grey};

Colour tint(std::span<const Tint> tints, float elevation) noexcept {
  if (elevation <= tints.front().elevation) return tints.front().colour;
  std::size_t above = 1;
  while (above < tints.size() && tints[above].elevation < elevation) ++above;
  if (above == tints.size()) return tints.back().colour;
  const Tint& low = tints[above - 1];
  const Tint& high = tints[above];
  return mix(low.colour, high.colour,
             (elevation - low.elevation) / (high.elevation - low.elevation));
}

// The root mean square slope of the shaded surface. It is steep enough to see, but not so steep
// that shadows are black.
constexpr double steepness = 0.42;
// The tops begin here, and are this part of the land.
constexpr float tops = 0.74f;
constexpr double part_of_tops = 1.0 / 40;
// Samples of the field that choose the scales: so many along each axis, and so far apart, which is
// a prime, so that they lie anywhere in cells.
constexpr std::int64_t places = 32;
constexpr double usually_apart = 9973;
// Water hides most of the relief of the sea bed.
constexpr float under_water = 0.25f;

// Neither soil nor snow holds on steep ground.
constexpr Colour cliff{124, 114, 100};
constexpr float cliff_begins = 0.6f;
constexpr float cliff_is_bare = 1.4f;

// The sun, which is warm, stands in the north-west, halfway up. The sky, which is blue, lights the
// shadows. A level surface gets 1.
constexpr float sun_height = 0.70710678f;
constexpr Colour sun{0.72f, 0.68f, 0.61f};
constexpr Colour sky{0.28f, 0.32f, 0.39f};

std::uint8_t byte_of(float channel) noexcept {
  const float inside = channel > 255 ? 255.0f : channel;
  return static_cast<std::uint8_t>(static_cast<int>(inside + 0.5f));
}

// Nearer to each other, if the field does not reach as far.
double distance_of_places(const Field& field) {
  const double reach = api::reach_of(field) - 1;  // of those that are moved, too
  return std::min(usually_apart, std::max(reach / places, 0x1p-30));
}

// Values of the field at all places, moved by some samples.
std::vector<float> values_at_places(const Field& field, double x, double y) {
  const double apart = distance_of_places(field);
  std::vector<float> values(places * places);
  fill<2>(values, {.shape = {places, places}, .step = {apart, apart}, .origin = {x, y}}, field);
  return values;
}

// The factor that takes a height which few of these exceed to the beginning of the tops.
float scale_to_tops(std::vector<float>& heights) {
  if (heights.empty()) return 0;
  const auto few = static_cast<std::ptrdiff_t>(static_cast<double>(heights.size()) * part_of_tops);
  const auto high = heights.end() - 1 - few;
  std::nth_element(heights.begin(), high, heights.end());
  return *high > 0 ? tops / *high : 0;
}

}  // namespace

std::span<const Palette> palettes() noexcept { return palette_list; }

Relief::Relief(const Field& field, float sea_level, std::string_view palette)
    : palette_(0), sea_level_(sea_level) {
  while (palette_list[palette_].name != palette) ++palette_;
  std::vector<float> above, below;
  for (const float value : values_at_places(field, 0, 0)) {
    if (value >= sea_level) above.push_back(value - sea_level);
    if (value < sea_level) below.push_back(sea_level - value);
  }
  elevation_ = scale_to_tops(above);
  depth_ = scale_to_tops(below);
  const auto east = values_at_places(field, 1, 0), west = values_at_places(field, -1, 0);
  const auto south = values_at_places(field, 0, 1), north = values_at_places(field, 0, -1);
  double square = 0;
  for (std::size_t i = 0; i < east.size(); ++i) {
    const double along_x = static_cast<double>(east[i]) - static_cast<double>(west[i]);
    const double along_y = static_cast<double>(south[i]) - static_cast<double>(north[i]);
    square += along_x * along_x + along_y * along_y;
  }
  square /= static_cast<double>(east.size());
  slope_ = square > 0 ? static_cast<float>(steepness / std::sqrt(square)) : 0;
}

void Relief::colour(const float* here, std::int64_t stride, std::int64_t width,
                    std::uint8_t* rgb) const noexcept {
  for (std::int64_t x = 0; x < width; ++x, rgb += 3) {
    const float above = here[x] - sea_level_;
    const float elevation = above * (above < 0 ? depth_ : elevation_);
    const float slope = above < 0 ? slope_ * under_water : slope_;
    const float east = (here[x + 1] - here[x - 1]) * slope;
    const float down = (here[x + stride] - here[x - stride]) * slope;
    const float steep = east * east + down * down;
    const float length = std::sqrt(1 + steep);
    // The dot product of the normal (-east, -down, 1) with
    // the direction of the sun, (-0.5, -0.5, sun_height).
    const float facing = (0.5f * (east + down) + sun_height) / length;
    const float light = facing > 0 ? facing / sun_height : 0;
    const float bare = (std::sqrt(steep) - cliff_begins) / (cliff_is_bare - cliff_begins);
    const Colour ground = mix(tint(tints_of[palette_], elevation), cliff,
                              above < 0 || bare < 0 ? 0.0f
                              : bare > 1            ? 1.0f
                                                    : bare);
    rgb[0] = byte_of(ground.red * (sky.red + sun.red * light));
    rgb[1] = byte_of(ground.green * (sky.green + sun.green * light));
    rgb[2] = byte_of(ground.blue * (sky.blue + sun.blue * light));
  }
}

}  // namespace perlane::cli::samples
