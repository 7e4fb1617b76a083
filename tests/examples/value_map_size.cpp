// The map of values has as many rows as its article says: the square root of the size, truncated.
// (Jordan Savant, "Perlin Noise": RowSize = (int)Math.Sqrt(Size).)

#define main example_main
#include "../../examples/value_map.cpp"
#undef main

int main() {
  int failures = 0;
  const auto expect_period = [&failures](int size, int rows) {
    const PerlinMap2D map(size, 10, Random(5));
    bool repeats = true, repeats_before = true;
    for (double x = 0.5; x < 40; x += 1.25) {
      const float value = map.GetValueAtPoint(x, 3.5);
      repeats = repeats && value == map.GetValueAtPoint(x + rows * 10, 3.5 - rows * 10);
      repeats_before = repeats_before && value == map.GetValueAtPoint(x + (rows + 1) * 10, 3.5);
    }
    if (repeats && !repeats_before) return;
    std::printf("the map of %d values does not repeat after %d rows\n", size, rows);
    ++failures;
  };
  expect_period(256, 16);
  expect_period(250, 15);
  expect_period(255, 15);
  expect_period(9, 3);
  return failures;
}
