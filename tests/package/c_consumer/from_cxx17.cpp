// A program in C++17, which uses the interface for C.
#include <perlane/perlane.h>

#include <cmath>
#include <iostream>
#include <memory>
#include <string_view>

static_assert(__cplusplus == 201703L, "perlane::c demands another standard");

namespace {

struct Destroy {
  void operator()(perlane_field* field) const { perlane_field_destroy(field); }
};

}  // namespace

int main() {
  constexpr std::string_view text = R"({"perlane": 1, "field": {"perlin2002": {}}})";
  const double point[] = {3.14, 42, 7};
  perlane_error error{};
  error.size = sizeof error;
  perlane_field* made = nullptr;
  if (perlane_field_from_json(text.data(), text.size(), &made, &error) != PERLANE_OK) {
    std::cerr << error.message << '\n';
    return 1;
  }
  const std::unique_ptr<perlane_field, Destroy> field(made);
  float value = 0;
  if (perlane_sample_point(field.get(), point, 3, &value, &error) != PERLANE_OK) {
    std::cerr << error.message << '\n';
    return 1;
  }
  return std::fabs(value - 0.136919958784) < 1e-6 ? 0 : 1;
}
