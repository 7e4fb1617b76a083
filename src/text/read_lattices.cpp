// Lattices and gradients, read from JSON.

#include "text/base64.hpp"
#include "text/read_members.hpp"
#include "text/values.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace perlane::text {
namespace {

using base::throw_invalid;

// Numbers in base64.
template <class Number>
std::vector<Number> data_of(const Json& object, const JsonPath& outer, std::string_view name) {
  const Json& value = required(object, outer, name);
  const JsonPath path(name, &outer);
  const auto bytes = value.is_string() ? from_base64(value.text()) : std::nullopt;
  if (!bytes.has_value() || bytes->size() % sizeof(Number) != 0) {
    reject_value(path, value,
                 "base64 of numbers of " + std::to_string(sizeof(Number)) +
                     " bytes, the least significant byte first");
  }
  return numbers_of<Number>(*bytes);
}

// Vectors of so many components, one after another.
std::vector<float> components_of(const Json& object, const JsonPath& outer, std::string_view name,
                                 std::size_t dimensions) {
  std::vector<float> components = data_of<float>(object, outer, name);
  if (components.size() % dimensions != 0) {
    throw_invalid(std::string_view(JsonPath(name, &outer).to_string()), " has ", components.size(),
                  " numbers; use ", dimensions, " for each vector");
  }
  return components;
}

template <int N>
std::vector<std::array<float, std::size_t{N}>> vectors_of(const std::vector<float>& components) {
  std::vector<std::array<float, std::size_t{N}>> vectors(components.size() / N);
  for (std::size_t i = 0; i < components.size(); ++i) vectors[i / N][i % N] = components[i];
  return vectors;
}

// Calls make<dimensions>().
template <class Make>
auto in_dimensions(std::size_t dimensions, Make make) {
  switch (dimensions) {
    case 1:
      return make.template operator()<1>();
    case 2:
      return make.template operator()<2>();
    case 3:
      return make.template operator()<3>();
    default:
      return make.template operator()<4>();
  }
}

template <int N>
Integers<N> extents_of(const std::vector<std::int64_t>& extents) {
  Integers<N> result;
  std::ranges::copy(extents, result.begin());
  return result;
}

Lattice explicit_lattice(const Json& value, const JsonPath& path, bool is_of_gradients) {
  const std::string_view name = is_of_gradients ? "gradients" : "values";
  reject_others(value, path, {"extents", name},
                is_of_gradients ? "extents and gradients" : "extents and values");
  std::vector<std::int64_t> extents;
  each(required(value, path, "extents"), JsonPath("extents", &path), 1, 4,
       "a list of 1 to 4 whole numbers", [&](const Json& element, const JsonPath& at, std::size_t) {
         extents.push_back(whole(element, at, 1, std::numeric_limits<std::int32_t>::max()));
       });
  const std::vector<float> numbers =
      components_of(value, path, name, is_of_gradients ? extents.size() : 1);
  return checked(path, std::array{std::string_view("extents"), name}, [&] {
    return in_dimensions(extents.size(), [&]<int N> {
      if (!is_of_gradients) return Lattice::explicit_values<N>(numbers, extents_of<N>(extents));
      const auto vectors = vectors_of<N>(numbers);
      return Lattice::explicit_gradients<N>(
          std::span<const std::array<float, std::size_t{N}>>(vectors), extents_of<N>(extents));
    });
  });
}

Lattice table_lattice(const Json& value, const JsonPath& path, bool is_permutation) {
  constexpr auto use = "either size or table";
  reject_others(value, path, {"size", "table"}, use);
  if (value.size() != 1) reject_value(path, value, use);
  if (const Json* size = value.find("size")) {
    const auto entries = static_cast<int>(whole(*size, JsonPath("size", &path), 2, 65536));
    return is_permutation ? Lattice::permutation(entries) : Lattice::classic(entries);
  }
  const auto table = data_of<std::uint16_t>(value, path, "table");
  return checked(path, std::array{std::string_view("table")}, [&] {
    return is_permutation ? Lattice::permutation(table) : Lattice::classic(table);
  });
}

}  // namespace

Lattice read_lattice(const Json& value, const JsonPath& path) {
  if (value.is_string("hashed")) return {};
  constexpr auto use =
      "\"hashed\", or an object with permutation, classic, explicit_gradients or explicit_values";
  reject_others(value, path, {"permutation", "classic", "explicit_gradients", "explicit_values"},
                use);
  if (value.size() != 1) reject_value(path, value, use);
  const auto& [name, inner] = value.members().front();
  const JsonPath of_inner(name, &path);
  if (name == "permutation" || name == "classic")
    return table_lattice(inner, of_inner, name == "permutation");
  return explicit_lattice(inner, of_inner, name == "explicit_gradients");
}

Gradients read_gradients(const Json& value, const JsonPath& path) {
  if (value.is_string("automatic")) return {};
  if (value.is_string("edges")) return Gradients::edges();
  if (value.is_string("axes")) return Gradients::axes();
  if (value.is_string("diagonals")) return Gradients::diagonals();
  constexpr auto use =
      "\"automatic\", \"edges\", \"axes\" or \"diagonals\", or an object with random or vectors";
  reject_others(value, path, {"random", "vectors"}, use);
  if (value.size() != 1) reject_value(path, value, use);
  const auto& [name, inner] = value.members().front();
  const JsonPath of_inner(name, &path);
  if (name == "random") {
    reject_others(inner, of_inner, {"seed"}, "seed");
    return Gradients::random(
        seed_of(required(inner, of_inner, "seed"), JsonPath("seed", &of_inner)));
  }
  reject_others(inner, of_inner, {"dimensions", "vectors"}, "dimensions and vectors");
  const auto dimensions = static_cast<std::size_t>(
      whole(required(inner, of_inner, "dimensions"), JsonPath("dimensions", &of_inner), 1, 4));
  const std::vector<float> numbers = components_of(inner, of_inner, "vectors", dimensions);
  return checked(of_inner, std::array{std::string_view("vectors")}, [&] {
    return in_dimensions(dimensions, [&]<int N> {
      const auto vectors = vectors_of<N>(numbers);
      return Gradients::vectors<N>(std::span<const std::array<float, std::size_t{N}>>(vectors));
    });
  });
}

}  // namespace perlane::text
