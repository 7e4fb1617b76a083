// The C interface: several fields on one grid.

#include "c/arrays.hpp"
#include "c/guarded.hpp"

#include <cstddef>
#include <stdexcept>
#include <string_view>
#include <vector>

using namespace perlane;
using namespace perlane::c;
using base::throw_invalid;

namespace {

Output output_of(const perlane_field* field, const perlane_array* out, int dimensions,
                 Range* seen) {
  const perlane_array array = array_of(out);
  const auto [x, y, z] = array.stride;
  return {.out = Destination(detail::AnyArray{.elements = elements_of(array),
                                              .stride = {x, y, z},
                                              .first = array.first,
                                              .stride_x = array.stride_x,
                                              .dimensions = dimensions}),
          .field = field_of(field),
          .codes = codes_of(array),
          .seen = seen};
}

}  // namespace

perlane_status perlane_fill_fields(const perlane_field* const* fields, const perlane_grid* grid,
                                   const perlane_array* outs, size_t count,
                                   const perlane_options* options, float* ranges,
                                   perlane_error* error) {
  return guarded(error, [&] {
    const perlane_grid given = grid_of(grid);
    const Options how = options_of(options);
    if (size_of(count, "count") == 0) return;
    require(fields, "fields");
    require(outs, "outs");
    require_aligned(ranges, "ranges");
    std::vector<Range> seen(count);
    std::vector<Output> outputs;
    outputs.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
      const perlane_array* out = element_of(outs, i, "outs", "perlane_array");
      try {
        outputs.push_back(
            output_of(fields[i], out, given.dimensions, ranges == nullptr ? nullptr : &seen[i]));
      } catch (const std::invalid_argument& mistake) {
        throw_invalid("outputs[", i, "]: ", std::string_view(mistake.what()));
      }
    }
    detail::fill(any_grid(given), outputs, how);
    for (std::size_t i = 0; i < count; ++i)
      write_range(seen[i], ranges == nullptr ? nullptr : ranges + 2 * i);
  });
}
