// A world of blocks with caves, made chunk by chunk: first by filling every chunk, and then by
// filling only those that are neither all air nor all rock according to `ranges`. Both worlds are
// the same.

#include <perlane/perlane.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <vector>

namespace {

constexpr int side = 32, blocks = side * side * side, height = 256;

// Rock where it is above 0. The ground lies between z = 0 and z = 256.
perlane::Field density() {
  using namespace perlane;
  const Field ground = fbm(perlin({.seed = 1, .frequency = 1.0 / 256}), {.octaves = 8});
  const Field ramp = 1 - coordinate({.axis = 2, .frequency = 2.0 / height});
  const Field caves = fbm(perlin({.seed = 2, .frequency = 1.0 / 128}), {.octaves = 2});
  return min(ground + ramp, 0.35f - caves);
}

std::vector<perlane::Grid<3>> chunks_of_world(int width) {
  std::vector<perlane::Grid<3>> chunks;
  for (int z = 0; z < height; z += side) {
    for (int y = 0; y < width; y += side) {
      for (int x = 0; x < width; x += side)
        chunks.push_back({.shape = {side, side, side}, .first = {x, y, z}});
    }
  }
  return chunks;
}

// A chunk is known by how many blocks are rock, and by the sum of their places.
struct Chunk {
  std::int32_t rock = 0;
  std::uint64_t places = 0;

  bool operator==(const Chunk&) const = default;
};

Chunk chunk_of(const std::vector<float>& values) {
  Chunk chunk;
  for (std::uint32_t i = 0; i < blocks; ++i) {
    const bool is_rock = values[i] > 0;
    chunk.rock += is_rock ? 1 : 0;
    chunk.places += is_rock ? i * i : 0;
  }
  return chunk;
}

struct World {
  std::vector<Chunk> chunks;
  int skipped = 0;
  double seconds = 0;
};

World make_world(const perlane::Field& field, int width, bool with_bounds) {
  const auto begin = std::chrono::steady_clock::now();
  World world;
  const std::vector<perlane::Grid<3>> chunks = chunks_of_world(width);
  std::vector<perlane::Range> bounds(chunks.size(), {-1, 1});
  if (with_bounds) perlane::ranges<3>(bounds, chunks, field);
  const Chunk all_rock = chunk_of(std::vector<float>(blocks, 1.0f));
  std::vector<float> values(blocks);
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    const bool is_air = bounds[i].max <= 0, is_rock = bounds[i].min > 0;
    if (is_air || is_rock) {
      world.chunks.push_back(is_rock ? all_rock : Chunk{});
      ++world.skipped;
      continue;
    }
    perlane::fill(values, chunks[i], field, {.parallel = false});
    world.chunks.push_back(chunk_of(values));
  }
  world.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return world;
}

bool are_same_worlds(int width) {
  const perlane::Field field = density();
  const World filled = make_world(field, width, false);
  const World skipped = make_world(field, width, true);
  const auto count = static_cast<double>(filled.chunks.size());
  const auto is_uniform = [](const Chunk& chunk) {
    return chunk.rock == 0 || chunk.rock == blocks;
  };
  const auto uniform = std::count_if(filled.chunks.begin(), filled.chunks.end(), is_uniform);
  std::printf("%d x %d x %d blocks: %.0f chunks, %.1f %% of them all air or all rock\n", width,
              width, height, count, 100 * static_cast<double>(uniform) / count);
  std::printf("every chunk filled: %.3f s\n", filled.seconds);
  std::printf("%.1f %% skipped: %.3f s\n", 100 * skipped.skipped / count, skipped.seconds);
  const bool are_same = filled.chunks == skipped.chunks;
  std::printf("%s\n", are_same ? "the same world" : "different worlds");
  return are_same;
}

}  // namespace

// The argument is the width of the world in blocks.
int main(int argc, char** argv) {
  try {
    const int width = argc > 1 ? std::max(std::atoi(argv[1]), side) : 1024;
    return are_same_worlds(width) ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
