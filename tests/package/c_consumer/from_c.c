/* A program in C, which is linked with the library as it is installed. */
#include <perlane/perlane.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  const char* text = "{\"perlane\": 1, \"field\": {\"perlin2002\": {}}}";
  const double point[] = {3.14, 42, 7};
  perlane_error error = {.size = sizeof error};
  perlane_field* field = NULL;
  float value = 0;
  if (perlane_field_from_json(text, strlen(text), &field, &error) != PERLANE_OK ||
      perlane_sample_point(field, point, 3, &value, &error) != PERLANE_OK) {
    puts(error.message);
    return 1;
  }
  perlane_field_destroy(field);
  printf("%s: %.6f\n", perlane_version(), (double)value);
  return fabs((double)value - 0.136919958784) < 1e-6 ? 0 : 1;
}
