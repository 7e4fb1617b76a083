// The numbers that docs/numerics.md and docs/gradients.csv show are those of the library.

#include "support/testing.hpp"

#include "graph/chunk/chunk_gradients.hpp"
#include "graph/noise/gradients.hpp"
#include "model/erosion.hpp"
#include "model/operations.hpp"

#include <charconv>
#include <fstream>

namespace perlane::testing {
namespace {

using model::GradientSet;

std::string shortest(float number) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

// Lines as docs/gradients.csv has them.
class Lines {
 public:
  void add(const std::string& name, std::size_t number, const std::vector<float>& vector) {
    std::string line = name + ',' + std::to_string(vector.size()) + ',' + std::to_string(number);
    for (const float component : vector) line += ',' + shortest(component);
    lines_.push_back(line);
  }
  void add(const std::string& name, int dimensions, const GradientSet& set) {
    for (std::size_t i = 0; i < set.count; ++i) {
      std::vector<float> vector;
      for (int axis = 0; axis < dimensions; ++axis) vector.push_back(set.component[axis][i]);
      add(name, i, vector);
    }
  }
  template <std::size_t axes, std::size_t count>
  void add(const std::string& name, const std::array<std::array<float, axes>, count>& set) {
    for (std::size_t i = 0; i < count; ++i) add(name, i, {set[i].begin(), set[i].end()});
  }
  void add_scale(const std::string& name, int dimensions, float scale) {
    lines_.push_back(name + ',' + std::to_string(dimensions) + ",simplex," + shortest(scale));
  }
  const std::vector<std::string>& lines() const { return lines_; }

 private:
  std::vector<std::string> lines_;
};

template <class Noise>
const Noise& noise_of(const Field& field) {
  return *std::get<const Noise*>(*graph::node_of(field).noise());
}

std::vector<std::string> all_lines() {
  Lines lines;
  const auto add_all = [&](const char* name, const Gradients& gradients) {
    const Field simplex_field = simplex({.gradients = gradients});
    const auto& noise = noise_of<model::SimplexNoise>(simplex_field);
    for (int dimensions = 1; dimensions <= 4; ++dimensions) {
      lines.add(name, dimensions, *graph::gradient_set(gradients, dimensions));
      lines.add_scale(name, dimensions, noise.scale[dimensions - 1]);
    }
  };
  add_all("automatic", {});
  add_all("axes", Gradients::axes());
  add_all("edges", Gradients::edges());
  add_all("diagonals", Gradients::diagonals());
  for (int dimensions = 1; dimensions <= 4; ++dimensions)
    lines.add("perlin2002", dimensions, graph::perlin2002_gradients(dimensions));
  const Field of_random = simplex({.gradients = Gradients::random(1)});
  for (int dimensions = 1; dimensions <= 4; ++dimensions) {
    const auto& noise = noise_of<model::SimplexNoise>(of_random);
    lines.add_scale("vectors and random", dimensions, noise.scale[dimensions - 1]);
  }
  const Field mx = mx_noise();
  for (const int dimensions : {2, 3})
    lines.add("mx_noise", dimensions, *noise_of<model::PerlinNoise>(mx).gradients[dimensions - 1]);
  const auto lite = [](FastNoiseLite::NoiseType type) {
    return fastnoise_lite({.frequency = 1, .noise_type = type});
  };
  using Lite = FastNoiseLite::NoiseType;
  const Field lite_perlin = lite(Lite::perlin), lite_nearest = lite(Lite::open_simplex2),
              lite_smooth = lite(Lite::open_simplex2s);
  for (const int dimensions : {2, 3}) {
    const int i = dimensions - 1;
    lines.add("fastnoise_lite perlin", dimensions,
              *noise_of<model::PerlinNoise>(lite_perlin).gradients[i]);
    lines.add("fastnoise_lite open_simplex2", dimensions,
              *noise_of<model::OpenSimplexNoise>(lite_nearest).gradients[i]);
    lines.add("fastnoise_lite open_simplex2s", dimensions,
              *noise_of<model::OpenSimplexNoise>(lite_smooth).gradients[i]);
  }
  const Field nearest = opensimplex2(), smooth = opensimplex2s();
  for (const int dimensions : {2, 3, 4}) {
    lines.add("opensimplex2", dimensions,
              *noise_of<model::OpenSimplexNoise>(nearest).gradients[dimensions - 1]);
    lines.add("opensimplex2s", dimensions,
              *noise_of<model::OpenSimplexNoise>(smooth).gradients[dimensions - 1]);
  }
  lines.add("chunk_noise", graph::gradients_2d);
  lines.add("chunk_noise", graph::gradients_3d);
  return lines.lines();
}

TEST(DocumentedNumbers, Gradients) {
  std::ifstream file(DOCS "/gradients.csv");
  ASSERT_TRUE(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  std::vector<std::string> expected = all_lines();
  expected.insert(expected.begin(), "set,dimensions,number,x,y,z,w");
  ASSERT_EQ(lines.size(), expected.size());
  for (std::size_t i = 0; i < lines.size(); ++i) ASSERT_EQ(lines[i], expected[i]) << "line " << i;
}

// Numbers as "%a" writes them, one after the other. Windows adds zeros to the digits.
template <class Real, std::size_t count>
void expect_listed(const std::string& page, const Real (&numbers)[count]) {
  std::string list;
  for (const Real number : numbers) {
    char text[64];
    std::snprintf(text, sizeof text, "%a", static_cast<double>(number));
    std::string digits = text;
    const std::size_t exponent = digits.find('p');
    std::size_t end = exponent;
    while (end > 0 && digits[end - 1] == '0' && digits.find('.') < end) --end;
    if (digits[end - 1] == '.') --end;
    list += (list.empty() ? "" : ", ") + digits.erase(end, exponent - end);
  }
  EXPECT_NE(page.find(list), std::string::npos) << "the page lacks " << list;
}

TEST(DocumentedNumbers, Constants) {
  std::ifstream file(DOCS "/numerics.md");
  ASSERT_TRUE(file);
  // Line breaks of the page do not count.
  std::string page, word;
  while (file >> word) page += word + ' ';
  expect_listed(page, model::sine_polynomial);
  expect_listed(page, model::logarithm_polynomial);
  expect_listed(page, model::power_polynomial);
  expect_listed(page, model::cosine_of_turn);
  expect_listed(page, model::sine_of_turn);
  for (const std::uint32_t constant :
       {model::hash_multiplier[0], model::hash_multiplier[1], model::hash_multiplier[2],
        model::hash_multiplier[3], model::last_round_multiplier}) {
    char text[32];
    std::snprintf(text, sizeof text, "0x%x", constant);
    EXPECT_NE(page.find(text), std::string::npos) << "the page lacks " << text;
  }
}

}  // namespace
}  // namespace perlane::testing
