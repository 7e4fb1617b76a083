// This is a separate transcription, tables included, so that
// it shares nothing with the code that it is compared with.

#include "published_chunk.hpp"

#include <random>

namespace perlane::bench {
namespace {

class RandCore {
 public:
  void seed(std::uint32_t seed) { gen_.seed(seed); }
  int rand() { return static_cast<int>(gen_() % 32767); }

 private:
  std::mt19937 gen_;
};

struct Vector {
  float x, y, z;
};
Vector operator-(const Vector& a, const Vector& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
float dot(const Vector& a, const Vector& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

Vector rand_gradient_2d(RandCore& rc, std::uint32_t seed) {
  static constexpr Vector vectors[] = {
      {-0.740233f, 0.67235f, 0},   {0.837073f, 0.547091f, 0},  {-0.948447f, -0.316936f, 0},
      {-0.683452f, -0.729995f, 0}, {-0.909245f, 0.416261f, 0}, {0.431214f, -0.90225f, 0},
      {0.990217f, -0.139538f, 0},  {0.978472f, -0.20638f, 0},  {-0.950965f, 0.309299f, 0},
      {0.690884f, -0.722966f, 0},  {0.210842f, 0.97752f, 0},   {0.986295f, -0.164991f, 0},
      {0.828223f, 0.560398f, 0},   {0.421108f, -0.90701f, 0},  {0.0248632f, -0.999691f, 0},
      {-0.940438f, 0.339966f, 0}};
  rc.seed(seed);
  return vectors[rc.rand() % 16];
}

Vector rand_gradient_3d(RandCore& rc, std::uint32_t seed) {
  static constexpr Vector vectors[] = {
      {-0.489851f, 0.444929f, -0.749723f}, {0.673811f, 0.440387f, -0.593329f},
      {-0.622205f, -0.207918f, 0.754739f}, {-0.551831f, -0.58941f, -0.589982f},
      {-0.549751f, 0.251681f, -0.796512f}, {0.399894f, -0.836718f, 0.374151f},
      {0.803786f, -0.113267f, -0.584036f}, {0.977822f, -0.206243f, -0.0364279f},
      {-0.95093f, 0.309288f, 0.00854616f}, {0.688933f, -0.720925f, 0.0750848f},
      {0.131953f, 0.611769f, -0.779954f},  {0.284032f, -0.0475139f, -0.957637f},
      {0.584857f, 0.39573f, 0.708054f},    {0.283696f, -0.611043f, 0.739015f},
      {0.016353f, -0.657514f, 0.753265f},  {-0.752473f, 0.272017f, 0.599826f},
      {0.862066f, 0.286175f, -0.418265f},  {0.63215f, -0.629253f, 0.452136f},
      {-0.212415f, -0.550622f, 0.807277f}, {0.821132f, -0.500229f, 0.274798f},
      {0.887219f, 0.449819f, -0.1025f},    {-0.819412f, -0.533291f, 0.210155f},
      {-0.648608f, 0.513027f, 0.562238f},  {-0.685061f, -0.537699f, 0.491499f},
      {-0.617783f, 0.697558f, -0.362983f}, {-0.128589f, 0.405483f, 0.905013f},
      {-0.499459f, 0.325154f, 0.803004f},  {0.826998f, -0.202922f, -0.524307f},
      {0.417892f, -0.462326f, -0.782062f}, {0.298697f, -0.596288f, 0.745131f},
      {0.0563963f, -0.66715f, -0.742785f}, {-0.523338f, -0.539075f, 0.659936f}};
  rc.seed(seed);
  return vectors[rc.rand() % 32];
}

float fade(float t) { return ((6 * t - 15) * t + 10) * t * t * t; }
float interp(float v1, float v2, float f) { return v1 * (1.0f - f) + v2 * f; }

}  // namespace

float published_chunk_noise(const CornerSeeds<2>& seeds, float x, float y) {
  RandCore rc;
  float influence[4];
  for (std::size_t corner = 0; corner < 4; ++corner) {
    const Vector at{static_cast<float>(corner >> 1), static_cast<float>(corner & 1), 0};
    influence[corner] = dot(rand_gradient_2d(rc, seeds[corner]), Vector{x, y, 0} - at);
  }
  const float yf = fade(y);
  return interp(interp(influence[0], influence[1], yf), interp(influence[2], influence[3], yf),
                fade(x));
}

float published_chunk_noise(const CornerSeeds<3>& seeds, float x, float y, float z) {
  RandCore rc;
  float influence[8];
  for (std::size_t corner = 0; corner < 8; ++corner) {
    const Vector at{static_cast<float>(corner >> 2), static_cast<float>(corner >> 1 & 1),
                    static_cast<float>(corner & 1)};
    influence[corner] = dot(rand_gradient_3d(rc, seeds[corner]), Vector{x, y, z} - at);
  }
  const float yf = fade(y), zf = fade(z);
  const float left =
      interp(interp(influence[0], influence[1], zf), interp(influence[2], influence[3], zf), yf);
  const float right =
      interp(interp(influence[4], influence[5], zf), interp(influence[6], influence[7], zf), yf);
  return interp(left, right, fade(x));
}

}  // namespace perlane::bench
