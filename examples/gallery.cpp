// Landscapes in a line or two each, which docs/terrain.md shows. `gallery NAME.png` draws the one
// with that name.

#include "image.hpp"
#include "relief.hpp"
#include "run.hpp"

#include <perlane/perlane.hpp>

#include <filesystem>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>

namespace {

using namespace perlane;

const Field noise = perlin({.seed = 3, .frequency = 1.0 / 160});
const Field land = fbm(noise, {.octaves = 8});
const Field island = land + 0.3f - 0.9f * pow(distance({320, 200}, 2, 1.0 / 300), 2);
const Field ridges = ridged_multifractal(noise, {.octaves = 8, .feedback = 2});
const Field mountains =
    domain_warp(ridges, {.frequency = 1.0 / 100, .amplitude = 30, .octaves = 3});
const Field hills = fbm(noise, {.octaves = 3});
const Field canyon = terrace(smoothstep(0.02f, 0.4f, abs(hills + 0.06f * land)), 5, 0.3f);
const Field wind = coordinate({.frequency = 1.0 / 56}) + noise + 0.15f * land;
const Field dunes = curve(fraction(wind), {{0, 0}, {0.75f, 1}, {1, 0}});
const Field massif = fbm(perlin({.seed = 4, .frequency = 1.0 / 400}), {.octaves = 3});
const Field eroded = erode(massif, {.scale = 110});
const Field snow =
    (1 - smoothstep(0.3f, 0.8f, slope(200 * massif))) * smoothstep(-0.1f, 0.2f, massif);
const Field folds = warp(land, {150 * land, 150 * translate(land, {1000, 700})});
const Field marble = abs(sine(coordinate({.frequency = 1.0 / 250}) + 1.5f * folds));
const Field world = 2.5f * fbm(perlin({.seed = 8, .frequency = 1.0 / 70}), {.octaves = 8});

constexpr int width = 512, height = 320;

const std::vector<Tint> earth{
    {0, {22, 52, 96}},        {26000, {70, 130, 170}},  {32700, {122, 182, 194}},
    {32800, {214, 204, 160}}, {35000, {140, 160, 96}},  {44000, {84, 116, 64}},
    {52000, {134, 124, 110}}, {58000, {226, 230, 234}}, {65535, {236, 238, 242}}};
const std::vector<Tint> rock{{0, {84, 96, 62}}, {30000, {128, 118, 92}}, {65535, {176, 168, 158}}};
const std::vector<Tint> sandstone{
    {0, {124, 66, 44}}, {35000, {190, 112, 68}}, {65535, {226, 176, 120}}};
const std::vector<Tint> sand{{0, {196, 152, 96}}, {65535, {238, 206, 150}}};
const std::vector<Tint> stone{
    {0, {64, 66, 78}}, {20000, {190, 188, 190}}, {65535, {246, 244, 240}}};

// A planet, seen from far away: samples 3D noise at points of a sphere, so that nothing is
// stretched at the poles. The other pixels are sky.
std::vector<std::uint8_t> planet() {
  constexpr int radius = 150;  // pixels
  constexpr double step = 0.5;
  std::vector<double> x, y, z;
  for (int row = -height / 2; row < height / 2; ++row) {
    for (int column = -width / 2; column < width / 2; ++column) {
      const int rest = radius * radius - row * row - column * column;
      x.push_back(column * step);
      y.push_back(row * step);
      z.push_back(std::sqrt(static_cast<double>(std::max(rest, 0))) * step);
    }
  }
  std::vector<float> value(x.size());
  sample(value, world, std::span<const double>(x), std::span<const double>(y),
         std::span<const double>(z));
  std::vector<std::uint8_t> pixels;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const int code_of = std::clamp(static_cast<int>(value[i] * 32768) + 32768, 0, 65535);
    // The dot product with the direction of the sun, (-0.6, 0, 0.8). Both products are exact, so it
    // does not matter whether a compiler fuses them.
    const double facing = std::max(4 * z[i] - 3 * x[i], 0.0) / 5;
    const int shade = z[i] == 0 ? 0 : static_cast<int>(300 * facing / (radius * step));
    for (const int channel : tint(earth, code_of))
      pixels.push_back(static_cast<std::uint8_t>(std::min(channel * shade / 256, 255)));
  }
  return pixels;
}

std::vector<std::uint8_t> drawn(const Field& field, const Map& map) {
  return relief(field, map, width, height, 1.25);
}

const std::map<std::string, std::function<std::vector<std::uint8_t>()>> pictures{
    {"noise", [] { return drawn(noise, {{-1, 1}, earth, 750}); }},
    {"octaves", [] { return drawn(land, {{-0.7f, 0.7f}, earth, 1500}); }},
    {"island", [] { return drawn(island, {{-0.7f, 0.7f}, earth, 1500}); }},
    {"mountains", [] { return drawn(mountains, {range(mountains, 2), rock, 1500}); }},
    {"canyon", [] { return drawn(canyon, {{0, 1}, sandstone, 2500}); }},
    {"dunes", [] { return drawn(dunes, {{0, 1}, sand, 4500}); }},
    {"erosion", [] { return drawn(eroded, {{-0.6f, 0.7f}, rock, 900}); }},
    {"snow", [] { return drawn(eroded, {{-0.6f, 0.7f}, rock, 900, snow}); }},
    {"marble", [] { return drawn(marble, {{0, 1}, stone, 1 << 19}); }},
    {"planet", planet},
};

void draw(const char* path) {
  const auto picture = pictures.find(std::filesystem::path(path).stem().string());
  if (picture == pictures.end()) {
    std::string message = "name the file after a picture:";
    for (const auto& [name, draw_it] : pictures) message += " " + name + ".png";
    throw std::invalid_argument(message);
  }
  write_png(path, picture->second(), width, height, Pixels::rgb);
}

}  // namespace

int main(int argc, char** argv) { return run(argc, argv, "erosion.png", draw); }
