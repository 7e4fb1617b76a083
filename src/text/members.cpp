#include "text/members.hpp"

#include "base/error.hpp"
#include "graph/noise/gradients.hpp"
#include "graph/noise/lattice.hpp"
#include "text/base64.hpp"
#include "text/json.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <ranges>

namespace perlane::text {
namespace {

// The largest integer that every reader of JSON keeps.
constexpr std::uint64_t largest_exact = std::uint64_t{1} << 53;

template <class Number>
std::string shortest(Number number) {
  if (!std::isfinite(number)) {
    base::throw_invalid("to_json: a number of the field is ", number, "; use finite ones");
  }
  if (number == 0) return std::signbit(number) ? "-0.0" : "0";  // "-0" would be an integer
  char text[32];
  const auto [end, error] = std::to_chars(text, text + sizeof text, number);
  (void)error;  // it fits
  return {text, end};
}

std::string write(bool value) { return value ? "true" : "false"; }
std::string write(int value) { return std::to_string(value); }
std::string write(std::uint32_t value) { return std::to_string(value); }
std::string write(std::uint64_t value) {
  return value <= largest_exact ? std::to_string(value) : in_quotes(std::to_string(value));
}
std::string write(std::int64_t value) {
  constexpr auto limit = static_cast<std::int64_t>(largest_exact);
  const std::string text = std::to_string(value);
  return value >= -limit && value <= limit ? text : in_quotes(text);
}
std::string write(Seed seed) { return write(static_cast<std::uint64_t>(seed)); }
std::string write(double value) { return number_text(value); }
std::string write(float value) { return number_text(value); }
std::string write(const graph::Choice& choice) {
  return in_quotes(choice.names[static_cast<std::size_t>(choice.get(choice.at))]);
}

std::string write(const ChunkLayer& layer);

template <class... Value>
std::string list(const Value&... values) {
  std::string text;
  ((text += text.empty() ? '[' : ',', text += write(values)), ...);
  return text + ']';
}
std::string write(const std::ranges::range auto& values) {
  std::string text;
  for (const auto& value : values) {
    text += text.empty() ? '[' : ',';
    text += write(value);
  }
  return text.empty() ? "[]" : text + ']';
}

// -0.0 is another number than 0.
template <class Number>
std::uint64_t bits_of(Number number) {
  return std::bit_cast<std::uint64_t>(number);
}

// A number that all axes have stands for the list. Axes at the end that are 0 are left out.
template <class T>
std::string write(const PerAxis<T>& values) {
  std::size_t count = values.is_number() ? 4 : std::min<std::size_t>(values.count(), 4);
  while (count > 0 && bits_of(values[count - 1]) == 0) --count;
  if (count == 4 && std::ranges::count(values, bits_of(values[0]), bits_of<T>) == 4)
    return write(values[0]);
  return write(std::span(values.data(), count));
}

std::string write(const Range& range) { return list(range.min, range.max); }
std::string write(const Path& path) {
  std::vector<Path::Position> positions(path.depth());
  for (std::size_t level = 0; level < path.depth(); ++level) positions[level] = path[level];
  return write(positions);
}
std::string write(const ChunkLayer& layer) { return list(layer.chop, layer.weight); }

// {"name":{"first":...,"second":...}}
std::string object(std::string_view name, std::string_view first, const std::string& of_first) {
  return '{' + in_quotes(name) + ":{" + in_quotes(first) + ':' + of_first + "}}";
}
std::string object(std::string_view name, std::string_view first, const std::string& of_first,
                   std::string_view second, const std::vector<std::uint8_t>& data) {
  return object(name, first, of_first + ',' + in_quotes(second) + ':' + in_quotes(to_base64(data)));
}

// Vectors one after another, with all components of each.
template <class Components>
std::vector<std::uint8_t> interleaved(const Components& component, std::size_t count,
                                      int dimensions) {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(count * static_cast<std::size_t>(dimensions) * sizeof(float));
  for (std::size_t i = 0; i < count; ++i) {
    for (int axis = 0; axis < dimensions; ++axis) append_bytes(bytes, component[axis][i]);
  }
  return bytes;
}

std::string_view name_of(model::LatticePoints::Kind kind) {
  return kind == model::LatticePoints::permutation ? "permutation" : "classic";
}

std::string write(const graph::ShuffledTable& table) {
  return object(name_of(table.kind), "size", write(table.size));
}
std::string write(const graph::FixedTable& table) {
  std::vector<std::uint8_t> bytes;
  for (const std::uint32_t entry : table.table->entries())
    append_bytes(bytes, static_cast<std::uint16_t>(entry));
  return object(name_of(table.kind), "table", in_quotes(to_base64(bytes)));
}
std::string write(const graph::ExplicitLattice& lattice) {
  const std::string extents =
      write(std::span(lattice.extent).first(static_cast<std::size_t>(lattice.dimensions)));
  if (lattice.value.empty()) {
    return object("explicit_gradients", "extents", extents, "gradients",
                  interleaved(lattice.component, lattice.component[0].size(), lattice.dimensions));
  }
  return object("explicit_values", "extents", extents, "values",
                interleaved(std::span(&lattice.value, 1), lattice.value.size(), 1));
}
std::string write(const Lattice& lattice) {
  if (graph::custom_of(lattice) == nullptr) return in_quotes("hashed");
  return std::visit([](const auto& custom) { return write(custom); },
                    graph::custom_of(lattice)->is);
}

std::string write(const Gradients& gradients) {
  const auto& custom = graph::custom_of(gradients);
  if (custom == nullptr) return in_quotes("automatic");
  if (custom->dimensions == 0) {
    return custom->seed.has_value() ? object("random", "seed", write(*custom->seed))
                                    : in_quotes(custom->name);
  }
  const model::GradientSet& set = *custom->set[custom->dimensions - 1];
  return object("vectors", "dimensions", write(custom->dimensions), "vectors",
                interleaved(set.component, set.count, custom->dimensions));
}

}  // namespace

std::string number_text(double number) { return shortest(number); }

// Readers parse binary64 first, and round that. If this does not give the number back, the result
// is the shortest text of the number in binary64.
std::string number_text(float number) {
  std::string text = shortest(number);
  const auto read = parsed(text, text.size()).number();
  return static_cast<float>(read) == number ? text : shortest(static_cast<double>(number));
}

std::string in_quotes(std::string_view name) { return '"' + std::string(name) + '"'; }

std::string member_text(const graph::Slot& slot) {
  return std::visit(
      []<class T>(const T& at) {
        if constexpr (std::is_pointer_v<T>) {
          return write(*at);
        } else {
          return write(at);
        }
      },
      slot);
}

}  // namespace perlane::text
