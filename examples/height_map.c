/* Renders a height map, in C: rolling hills, as a 16-bit PGM image. */
#include <perlane/perlane.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { width = 640, height = 320 };

static const char hills[] =
    "{\"perlane\": 1, \"field\": {\"fbm\": {"
    "\"source\": {\"perlin\": {\"seed\": 3, \"frequency\": 0.004}}, \"octaves\": 7}}}";

/* Codes as PGM has them: the upper byte first. */
static int write_image(const char* name, const uint16_t* codes) {
  FILE* file = fopen(name, "wb");
  if (file == NULL) return 0;
  fprintf(file, "P5\n%d %d\n65535\n", width, height);
  for (size_t i = 0; i < (size_t)width * height; ++i) {
    putc(codes[i] >> 8, file);
    putc(codes[i] & 255, file);
  }
  const int is_written = !ferror(file);
  return fclose(file) == 0 && is_written;
}

int main(int argc, char** argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: height_map OUTPUT.pgm\n");
    return 2;
  }
  perlane_error error = {.size = sizeof error};
  perlane_field* field = NULL;
  if (perlane_field_from_json(hills, strlen(hills), &field, &error) != PERLANE_OK) {
    fprintf(stderr, "height_map: %s\n", error.message);
    return 1;
  }

  uint16_t* codes = malloc(sizeof *codes * width * height);
  if (codes == NULL) return 1;
  const perlane_grid grid = {.size = sizeof grid, .dimensions = 2, .shape = {width, height}};
  const perlane_array out = {
      .size = sizeof out, .type = PERLANE_UINT16, .data = codes, .elements = width * height};
  float range[2];
  if (perlane_fill(field, &grid, &out, NULL, range, &error) != PERLANE_OK) {
    fprintf(stderr, "height_map: %s\n", error.message);
    return 1;
  }
  printf("heights from %g to %g\n", (double)range[0], (double)range[1]);

  const int is_written = write_image(argv[1], codes);
  if (!is_written) perror(argv[1]);
  free(codes);
  perlane_field_destroy(field);
  return is_written ? 0 : 1;
}
