/* Loads the library of a wheel, fills a grid with each instruction set that runs here, and prints
 * a hash of the bits: fill LIBRARY. All platforms print the same hash. */

#include <perlane/perlane.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
#include <windows.h>
static void* load(const char* path) { return (void*)LoadLibraryA(path); }
static void* function(void* library, const char* name) {
  return (void*)GetProcAddress((HMODULE)library, name);
}
#else
#include <dlfcn.h>
static void* load(const char* path) { return dlopen(path, RTLD_NOW); }
static void* function(void* library, const char* name) { return dlsym(library, name); }
#endif

enum { width = 700, height = 500 };

static const char text[] =
    "{\"perlane\":1,\"field\":{\"fbm\":{\"source\":{\"perlin\":{\"seed\":7,\"frequency\":0.01}},"
    "\"octaves\":6}}}";

static int fail(const char* what) {
  fprintf(stderr, "fill: %s\n", what);
  return 1;
}

int main(int argc, char** argv) {
  void* const library = argc == 2 ? load(argv[1]) : NULL;
  if (library == NULL) return fail("cannot load the library");
#define GET(name)                                                               \
  __typeof__(&name) const name##_ = (__typeof__(&name))function(library, #name); \
  if (name##_ == NULL) return fail("the library lacks " #name)
  GET(perlane_field_from_json);
  GET(perlane_fill);
  GET(perlane_active_isa);

  perlane_error error = {.size = sizeof error};
  perlane_field* field = NULL;
  if (perlane_field_from_json_(text, sizeof text - 1, &field, &error)) return fail(error.message);
  float* const out = malloc(sizeof(float) * width * height);
  if (out == NULL) return fail("no memory");
  const perlane_grid grid = {.size = sizeof grid, .dimensions = 2, .shape = {width, height}};
  const perlane_array array = {.size = sizeof array, .data = out, .elements = width * height};
  uint64_t hash = 0;
  for (int is_sequential = 0; is_sequential < 2; ++is_sequential) {
    const perlane_options options = {.size = sizeof options, .is_sequential = is_sequential};
    if (perlane_fill_(field, &grid, &array, &options, NULL, &error)) return fail(error.message);
    uint64_t sum = 0xcbf29ce484222325u; /* FNV-1a */
    for (size_t i = 0; i < (size_t)width * height; ++i) {
      uint32_t bits;
      memcpy(&bits, out + i, sizeof bits);
      sum = (sum ^ bits) * 0x100000001b3u;
    }
    if (is_sequential && sum != hash) return fail("threads change the values");
    hash = sum;
  }
  const char* isa = NULL;
  if (perlane_active_isa_(&isa, &error)) return fail(error.message);
  fprintf(stderr, "fill: by %s\n", isa);
  printf("%016llx\n", (unsigned long long)hash);
  return 0;
}
