// Reads any text as a field, and writes any field as text. A field that is accepted must come back:
// the same text, the same numbers in all of its parts, and the same bits at a point.

#include "fields.hpp"
#include "require.hpp"

#include <perlane/text.hpp>

#include "graph/node.hpp"
#include "graph/signature.hpp"

#include <bit>
#include <stdexcept>
#include <string>

namespace {

using namespace perlane;
using fuzz::Bytes;
using fuzz::require;

void require_same_bits(const Field& a, const Field& b) {
  const auto [least, most] = graph::node_of(a).dimensions();
  require(
      graph::node_of(b).dimensions().least == least && graph::node_of(b).dimensions().most == most,
      "other dimensions");
  for (int dimensions = least; dimensions <= most; ++dimensions) {
    const model::Point point{dimensions, false, {0.3, 7.1, -2.6, 100.4}};
    require(std::bit_cast<std::uint32_t>(graph::node_of(a).sample(point, nullptr)) ==
                std::bit_cast<std::uint32_t>(graph::node_of(b).sample(point, nullptr)),
            "other bits");
  }
}

// The point above shows only some of the numbers that a field is made of, and few to the last bit.
void require_same_numbers(const Field& a, const Field& b) {
  const graph::Node* const roots[] = {&graph::node_of(a), &graph::node_of(b)};
  const graph::ValueNumbering numbering(roots);
  require(numbering.number_of(*roots[0]) == numbering.number_of(*roots[1]), "other numbers");
}

void write_and_read(const Field& field) {
  const std::string text = to_json(field);
  const Field again = from_json(text);
  require(to_json(again) == text, "another text");
  require_same_numbers(field, again);
  // A source that is evaluated for each of many octaves takes too long.
  if (text.size() < 1000) require_same_bits(field, again);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    if (size > 0 && data[0] == '{') {
      write_and_read(from_json({reinterpret_cast<const char*>(data), size}));
    } else {
      Bytes bytes(data, size);
      write_and_read(fuzz::field(bytes));
    }
  } catch (const std::invalid_argument&) {
  }
  return 0;
}
