#pragma once
/// \file
/// Evaluates fields on whole grids, at arrays of points, and at single points.

#include <perlane/destination.hpp>
#include <perlane/detail/cxx20.hpp>
#include <perlane/detail/entry_points.hpp>
#include <perlane/detail/gather.hpp>
#include <perlane/field.hpp>
#include <perlane/grid.hpp>
#include <perlane/progress.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <vector>

namespace perlane {

/// Options of an evaluation. No value ever depends on them.
struct Options {
  /// Evaluate large grids and arrays of points on all cores. The calling thread takes part; inside
  /// a `tbb::task_arena`, only the threads of that arena do. If a loop of oneTBB around the call is
  /// cancelled, an evaluation that has begun runs to its end; `progress` can stop it.
  bool parallel = true;

  /// A callback that receives the progress of grids and arrays of points, and may cancel them.
  Progress progress{};

  /// Receives the smallest and the largest value of a grid or an array of points. If it is null,
  /// they are not computed.
  ///
  ///     std::vector<float> height(64 * 64);
  ///     perlane::Range seen;
  ///     perlane::fill(height, {.shape = {64, 64}}, perlane::perlin(), {.seen = &seen});
  ///
  /// They are values of the field. With codes, they are the values before they become codes (used
  /// as the range of the codes, they let nothing saturate). With `Planes`, they are computed even
  /// if `value` is left out. NaN, which only points can have, is ignored. An array without other
  /// values, such as an empty one, gives {infinity, -infinity}; a grid always has other values.
  /// Calls that throw leave `seen` as it is. Several fields in one pass have an Output::seen each.
  Range* seen = nullptr;
};

// ---- grids ------------------------------------------------------------------

/// Evaluates `field` at every sample of `grid`.
///
///     std::vector<float> height(4096 * 4096);
///     perlane::fill(height, {.shape = {4096, 4096}}, perlane::fbm(perlane::perlin()));
///
/// \param out   one element per sample, x fastest: sample (x, y, z, w) is element
///              `x + shape[0] * (y + shape[1] * (z + shape[2] * w))`. It is an array of `float`
///              whose elements lie next to each other: `std::vector`, `std::array`, `std::span`
/// \throws std::invalid_argument  a member of `grid` is out of its range, `out` has another size
/// than the grid, the field cannot be evaluated in N dimensions, or a coordinate of the grid times
/// the highest frequency of the field (maps of one axis count for all) reaches 2^51. Nothing is
/// written then.
/// \throws Cancelled  Options::progress has returned false
template <int N>
void fill(std::span<float> out, const Grid<N>& grid, const Field& field,
          const Options& options = {}) {
  detail::fill(detail::dense(detail::elements_of(out), detail::any_grid(grid), field, options));
}

/// The same as codes: `codes.min` becomes 0, `codes.max` becomes the largest code, a value between
/// them becomes the nearest code (close to half-way between two codes, it may become either), and
/// values outside saturate.
///
///     std::vector<std::uint16_t> image(512 * 512);
///     perlane::fill(image, {.shape = {512, 512}}, perlane::perlin(), {.min = -1, .max = 1});
///
/// \param out    as above, of 16-bit or 8-bit codes
/// \param codes  two finite numbers, min below max
/// \throws std::invalid_argument  as above, or `codes` are not such numbers
template <int N>
void fill(std::span<std::uint16_t> out, const Grid<N>& grid, const Field& field,
          const BracedRange& codes, const Options& options = {}) {
  const Range range = codes;
  detail::fill(
      detail::dense(detail::elements_of(out), detail::any_grid(grid), field, options, &range));
}
/// \overload
template <int N>
void fill(std::span<std::uint8_t> out, const Grid<N>& grid, const Field& field,
          const BracedRange& codes, const Options& options = {}) {
  const Range range = codes;
  detail::fill(
      detail::dense(detail::elements_of(out), detail::any_grid(grid), field, options, &range));
}

/// The same with `range(field, N)` as the range of the codes: it is the same for all chunks of a
/// world, and nothing ever saturates. If that range is a single value, its code is one of the four
/// in the middle, except for values near the largest float.
/// \throws std::invalid_argument  as above, or a coordinate in the field, which only 2^51 bounds,
/// makes its range 2^25 wide or wider: nearly all samples would get the same code
template <int N>
void fill(std::span<std::uint16_t> out, const Grid<N>& grid, const Field& field,
          const Options& options = {}) {
  detail::fill(detail::dense(detail::elements_of(out), detail::any_grid(grid), field, options));
}
/// \overload
template <int N>
void fill(std::span<std::uint8_t> out, const Grid<N>& grid, const Field& field,
          const Options& options = {}) {
  detail::fill(detail::dense(detail::elements_of(out), detail::any_grid(grid), field, options));
}

/// The same into arrays with gaps. Elements between the samples stay as they are.
/// \throws std::invalid_argument  as above, or a sample would lie outside `out.elements`, or two
/// samples would share an element
template <int N>
void fill(const Strided<N, float>& out, const Grid<N>& grid, const Field& field,
          const Options& options = {}) {
  detail::fill(detail::strided(out, detail::any_grid(grid), field, options));
}
/// \overload
template <int N>
void fill(const Strided<N, std::uint16_t>& out, const Grid<N>& grid, const Field& field,
          const BracedRange& codes, const Options& options = {}) {
  const Range range = codes;
  detail::fill(detail::strided(out, detail::any_grid(grid), field, options, &range));
}
/// \overload
template <int N>
void fill(const Strided<N, std::uint8_t>& out, const Grid<N>& grid, const Field& field,
          const BracedRange& codes, const Options& options = {}) {
  const Range range = codes;
  detail::fill(detail::strided(out, detail::any_grid(grid), field, options, &range));
}

/// Evaluates the field and its exact partial derivatives in one pass, per unit of coordinate. Where
/// a derivative jumps (of |n| at n = 0, of linear fades and of white noise at cell borders), it is
/// that of the side where n is above 0, and of the cell that the sample lies in.
/// \throws std::invalid_argument  as above, or a sample would lie outside an array, or the field is
/// so steep (its values times their frequencies may reach 1e36) that derivatives might be too large
/// for a float
template <int N>
void fill(const Planes<N>& out, const Grid<N>& grid, const Field& field,
          const Options& options = {}) {
  detail::fill(detail::planes(out, detail::any_grid(grid), field, options));
}

/// The same into an array of arrays, of which the last index is x: `float density[32][32][32]`.
/// \throws std::invalid_argument  as above, or the grid has as many dimensions and its shape is not
/// that of the array in reverse order
template <int N, detail::NestedArray Out>
void fill(Out& out, const Grid<N>& grid, const Field& field, const Options& options = {}) {
  detail::require_extents(detail::extents_of<Out>, detail::any_grid(grid));
  detail::fill(detail::dense(detail::elements_of(out), detail::any_grid(grid), field, options));
}
/// \overload
template <int N, detail::NestedArray Out>
  requires(!detail::FloatDestination<Out>)
void fill(Out& out, const Grid<N>& grid, const Field& field, const BracedRange& codes,
          const Options& options = {}) {
  const Range range = codes;
  detail::require_extents(detail::extents_of<Out>, detail::any_grid(grid));
  detail::fill(
      detail::dense(detail::elements_of(out), detail::any_grid(grid), field, options, &range));
}

// ---- several fields ---------------------------------------------------------

/// Any array that `fill` writes the values of a field to: `std::vector`, `std::array`, `std::span`,
/// an array of arrays or `Strided`, of `float` or of codes. It refers to the array.
class Destination {
 public:
  /// One element per sample, x fastest.
  template <detail::ArrayLike Out>
  Destination(Out&& out) noexcept {  // NOLINT(google-explicit-constructor)
    detail::require_destination<Out>();
    if constexpr (detail::Destination<Out>) {
      array_.elements = detail::elements_of(out);
      array_.extents = detail::extents_of<Out>;
    }
  }
  /// An array with gaps. The grid must have N dimensions.
  template <int N, Element T>
  Destination(const Strided<N, T>& out) noexcept  // NOLINT(google-explicit-constructor)
      : array_(detail::any_array(out)) {}

  /// \cond
  explicit Destination(const detail::AnyArray& array) noexcept : array_(array) {}
  const detail::AnyArray& array() const noexcept { return array_; }
  /// \endcond

 private:
  detail::AnyArray array_;
};

/// One of several fields that are evaluated in one pass, and where its values go.
struct Output {
  /// The array.
  Destination out;
  /// Its values go to the array.
  Field field;
  /// The values that become the first and the last code. Without them, codes cover the range of the
  /// field. Arrays of `float` have none.
  std::optional<Range> codes{};
  /// Receives the smallest and the largest value of the field on the grid, as Options::seen does.
  Range* seen = nullptr;
};

/// Evaluates several fields at every sample of one grid, each with the bits that it has by itself.
/// Equal parts of the fields are evaluated once: maps that share a height or a warp take less time
/// than in separate calls, and fields that share nothing take no more.
///
///     const perlane::Field height = perlane::fbm(perlane::perlin());
///     const perlane::Field heat = 0.5 - perlane::abs(height);
///     std::vector<float> heights(64 * 64);
///     std::vector<std::uint8_t> heats(64 * 64);
///     perlane::fill({{heights, height}, {heats, heat}}, {.shape = {64, 64}});
///
/// The first call works out what the fields share, and the first field remembers it for later calls
/// with the same fields in the same order. So make the fields once, and not for every grid.
///
/// \param outputs  no two of their samples may share an element. Arrays of one type and the same
/// strides may overlap apart from that, such as arrays whose rows alternate; other arrays may not.
/// If there are none, the call does nothing.
/// \param options  `seen` must be null; each output has its own. `progress` is for all fields.
/// \throws std::invalid_argument  as for one field, and the message begins with "outputs[2]: " if
/// it is about one of them; or outputs overlap. Nothing is written then, to any of the arrays.
/// \throws Cancelled  Options::progress has returned false. An unspecified part of each array is
/// written then.
template <int N>
void fill(std::span<const Output> outputs, const Grid<N>& grid, const Options& options = {}) {
  detail::fill(detail::any_grid(grid), outputs, options);
}
/// \overload
template <int N>
void fill(std::initializer_list<Output> outputs, const Grid<N>& grid, const Options& options = {}) {
  detail::fill(detail::any_grid(grid), {outputs.begin(), outputs.size()}, options);
}
/// \overload
inline void fill(std::span<const Output> outputs, const BracedGrid& grid,
                 const Options& options = {}) {
  detail::fill(detail::any_grid(grid), outputs, options);
}
/// \overload
inline void fill(std::initializer_list<Output> outputs, const BracedGrid& grid,
                 const Options& options = {}) {
  detail::fill(detail::any_grid(grid), {outputs.begin(), outputs.size()}, options);
}

// ---- bounds of boxes --------------------------------------------------------

/// Proven bounds of a field within a box: from the first to the last sample of `grid` along every
/// axis. No sample of any grid within the box, of any step, is outside. The bounds lie within those
/// of `range(field, N)`, and are much tighter if the box is small compared with the cells of the
/// noise.
///
///     const perlane::Field rock = perlane::perlin() - perlane::coordinate({.axis = 2});
///     const perlane::Range density = perlane::range(rock, {.shape = {32, 32, 32}});
///     const bool is_air = density.max < 0;  // then there is no need to fill the chunk
///
/// \throws std::invalid_argument  a member of `grid` is out of its range, the field cannot be
/// evaluated in N dimensions, or a coordinate reaches the limit, as `fill` says
template <int N>
Range range(const Field& field, const Grid<N>& grid) {
  Range result;
  const detail::AnyGrid any = detail::any_grid(grid);
  detail::range(field, {&any, 1}, {&result, 1});
  return result;
}
/// \overload
inline Range range(const Field& field, const BracedGrid& grid) {
  Range result;
  const detail::AnyGrid any = detail::any_grid(grid);
  detail::range(field, {&any, 1}, {&result, 1});
  return result;
}

/// The same for many boxes, a little faster than as many calls.
/// \param out  one element per grid
/// \throws std::invalid_argument  as above, or `out` has another size than `grids`
template <int N>
void ranges(std::span<Range> out, std::span<const Grid<N>> grids, const Field& field) {
  std::vector<detail::AnyGrid> all;
  all.reserve(grids.size());
  for (const Grid<N>& grid : grids) all.push_back(detail::any_grid(grid));
  detail::range(field, all, out);
}

// ---- grids in braces --------------------------------------------------------

/// The same for a grid in braces: the length of `shape` is the number of dimensions.
///
///     std::vector<float> density(32 * 32 * 32);
///     perlane::fill(density, {.shape = {32, 32, 32}, .first = {0, 0, 64}}, perlane::perlin());
///
/// With `using namespace perlane`, GCC takes `fill` of a vector with an allocator of its own for
/// that of std: write `perlane::fill`.
///
/// \param out  an array of `float`, `std::uint16_t` or `std::uint8_t`; codes cover the range of the
/// field
/// \throws std::invalid_argument  as above, or `shape` does not have 1 to 4 numbers, or another
/// member of the grid has numbers, but not as many as `shape`
template <detail::ArrayLike Out>
void fill(Out&& out, const BracedGrid& grid, const Field& field, const Options& options = {}) {
  detail::require_destination<Out>();
  if constexpr (detail::Destination<Out>) {
    detail::require_extents(detail::extents_of<Out>, detail::any_grid(grid));
    detail::fill(detail::dense(detail::elements_of(out), detail::any_grid(grid), field, options));
  }
}
/// The same, but writes codes of a range that you give.
/// \param out  an array of codes: `std::uint16_t` or `std::uint8_t`
template <detail::ArrayLike Out>
void fill(Out&& out, const BracedGrid& grid, const Field& field, const BracedRange& codes,
          const Options& options = {}) {
  detail::require_codes<Out>();
  if constexpr (detail::Destination<Out>) {
    const Range range = codes;
    detail::require_extents(detail::extents_of<Out>, detail::any_grid(grid));
    detail::fill(
        detail::dense(detail::elements_of(out), detail::any_grid(grid), field, options, &range));
  }
}
/// \cond
// With templates alone, GCC would take the braces for a vector and call std::fill.
inline void fill(std::vector<float>& out, const BracedGrid& grid, const Field& field,
                 const Options& options = {}) {
  detail::fill(detail::dense(detail::elements_of(out), detail::any_grid(grid), field, options));
}
inline void fill(std::vector<std::uint16_t>& out, const BracedGrid& grid, const Field& field,
                 const Options& options = {}) {
  detail::fill(detail::dense(detail::elements_of(out), detail::any_grid(grid), field, options));
}
inline void fill(std::vector<std::uint8_t>& out, const BracedGrid& grid, const Field& field,
                 const Options& options = {}) {
  detail::fill(detail::dense(detail::elements_of(out), detail::any_grid(grid), field, options));
}

// Calls that are mistakes, for what the compiler says of them.
template <int N, detail::ArrayLike Out, class... Arguments>
  requires(!detail::Destination<Out> ||
           (detail::FloatDestination<Out> && (std::same_as<Arguments, Range> || ...)))
void fill(Out&&, const Grid<N>&, const Field&, const Arguments&...) {
  detail::require_codes<Out>();
}
detail::Unwritable<std::vector<double>> fill(std::vector<double>&, const BracedGrid&, const Field&,
                                             const Options& = {});
detail::Unwritable<std::vector<int>> fill(std::vector<int>&, const BracedGrid&, const Field&,
                                          const Options& = {});
detail::Unwritable<std::vector<std::int16_t>> fill(std::vector<std::int16_t>&, const BracedGrid&,
                                                   const Field&, const Options& = {});
detail::Unwritable<std::vector<char>> fill(std::vector<char>&, const BracedGrid&, const Field&,
                                           const Options& = {});
detail::Unwritable<const std::vector<float>> fill(const std::vector<float>&, const BracedGrid&,
                                                  const Field&, const Options& = {});
/// \endcond

// ---- arrays of points -------------------------------------------------------

/// Evaluates `field` at every point (x[i], y[i], ...), with the bits that `fill` writes for a
/// sample there. A value is NaN where a coordinate is not finite, or reaches 2^51 when multiplied
/// by a frequency of the field.
///
///     const std::vector<double> x{0.5, 1, 1.5}, y{2, 3, 4};
///     std::vector<float> values(x.size());
///     perlane::sample(values, perlane::perlin(), x, y);
///
/// \param out  as many elements as each coordinate array. It may be one of these arrays, if they
/// hold floats, but not a part of one
/// \throws std::invalid_argument  the arrays differ in size, `out` overlaps coordinates without
/// being the same array, or the field cannot be evaluated in that many dimensions
/// \throws Cancelled  Options::progress has returned false
inline void sample(std::span<float> out, const Field& field, std::span<const double> x,
                   const Options& options = {}) {
  detail::sample(detail::points<double>(out, field, {x}, options));
}
/// \overload
inline void sample(std::span<float> out, const Field& field, std::span<const double> x,
                   std::span<const double> y, const Options& options = {}) {
  detail::sample(detail::points<double>(out, field, {x, y}, options));
}
/// \overload
inline void sample(std::span<float> out, const Field& field, std::span<const double> x,
                   std::span<const double> y, std::span<const double> z,
                   const Options& options = {}) {
  detail::sample(detail::points<double>(out, field, {x, y, z}, options));
}
/// \overload
inline void sample(std::span<float> out, const Field& field, std::span<const double> x,
                   std::span<const double> y, std::span<const double> z, std::span<const double> w,
                   const Options& options = {}) {
  detail::sample(detail::points<double>(out, field, {x, y, z, w}, options));
}

/// The same with coordinates in binary32: half the memory, a little faster, and less exact far from
/// the origin. A coordinate times a frequency is rounded to 24 bits, and stays below 2^31.
inline void sample(std::span<float> out, const Field& field, std::span<const float> x,
                   const Options& options = {}) {
  detail::sample(detail::points<float>(out, field, {x}, options));
}
/// \overload
inline void sample(std::span<float> out, const Field& field, std::span<const float> x,
                   std::span<const float> y, const Options& options = {}) {
  detail::sample(detail::points<float>(out, field, {x, y}, options));
}
/// \overload
inline void sample(std::span<float> out, const Field& field, std::span<const float> x,
                   std::span<const float> y, std::span<const float> z,
                   const Options& options = {}) {
  detail::sample(detail::points<float>(out, field, {x, y, z}, options));
}
/// \overload
inline void sample(std::span<float> out, const Field& field, std::span<const float> x,
                   std::span<const float> y, std::span<const float> z, std::span<const float> w,
                   const Options& options = {}) {
  detail::sample(detail::points<float>(out, field, {x, y, z, w}, options));
}

/// Evaluates the field and its partial derivatives at every point. Where the value is NaN, all of
/// them are.
/// \param out  arrays of as many elements as there are points; the strides and `first` are 0. Each
/// may be one of the coordinate arrays, if they hold floats, but not a part of one
/// \param points  the coordinates, by axis
/// \throws std::invalid_argument  the arrays differ in size or overlap, `out` has gaps, the field
/// cannot be evaluated in N dimensions, or derivatives might be too large for a float (as for a
/// grid)
template <int N>
void sample(const Planes<N>& out, const Field& field,
            const std::array<std::span<const double>, std::size_t{N}>& points,
            const Options& options = {}) {
  detail::sample(detail::points(out, field, points, options));
}
/// \overload
template <int N>
void sample(const Planes<N>& out, const Field& field,
            const std::array<std::span<const float>, std::size_t{N}>& points,
            const Options& options = {}) {
  detail::sample(detail::points(out, field, points, options));
}

/// \cond
// Calls that are mistakes, for what the compiler says of them.
template <detail::ArrayLike Out, class... Arguments>
  requires(sizeof...(Arguments) > 0 && !(std::convertible_to<Out, std::span<float>> &&
                                         (detail::CoordinatesOf<double, Arguments...> ||
                                          detail::CoordinatesOf<float, Arguments...>)))
void sample(Out&&, const Field&, const Arguments&...) {
  detail::require_floats<Out>();
  static_assert(!std::convertible_to<Out, std::span<float>>,
                "perlane: the arrays of coordinates must be all of double, or all of float");
}
template <detail::ArrayLike Coordinates, class... More>
void sample(const Field&, const Coordinates&, const More&...) {
  static_assert(!detail::ArrayLike<Coordinates>,
                "perlane: the array of values comes first; write sample(out, field, x, y)");
}
template <detail::NumberLike Coordinate>
float sample(const Field&, std::initializer_list<Coordinate>) {
  static_assert(!detail::NumberLike<Coordinate>,
                "perlane: write the coordinates without braces: sample(field, x, y)");
  return {};
}
/// \endcond

// ---- single points ----------------------------------------------------------

/// Returns the value of `field` at one point, with the bits that `fill` writes for a sample there.
/// It is NaN if a coordinate is not finite, or reaches 2^51 when multiplied by a frequency of the
/// field.
///
///     const float height = perlane::sample(perlane::perlin(), 765.33, -17);
///
/// \throws std::invalid_argument  the field cannot be evaluated in that many dimensions
inline float sample(const Field& field, double x) { return detail::sample(field, &x, 1); }
/// \overload
inline float sample(const Field& field, double x, double y) {
  const double point[]{x, y};
  return detail::sample(field, point, 2);
}
/// \overload
inline float sample(const Field& field, double x, double y, double z) {
  const double point[]{x, y, z};
  return detail::sample(field, point, 3);
}
/// \overload
inline float sample(const Field& field, double x, double y, double z, double w) {
  const double point[]{x, y, z, w};
  return detail::sample(field, point, 4);
}

}  // namespace perlane
