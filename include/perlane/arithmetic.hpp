#pragma once
/// \file
/// Arithmetic on the values of fields.

#include <perlane/detail/cxx20.hpp>
#include <perlane/field.hpp>
#include <perlane/operand.hpp>

#include <array>
#include <concepts>
#include <initializer_list>
#include <span>

namespace perlane {

// These operators work in binary32, operation by operation as docs/numerics.md has them. Their
// bounds are those of interval arithmetic, operator by operator: they are wider than the values
// where operands depend on each other. Those of `smoothstep` and `sine` are 0 to 1 and -1 to 1,
// whatever they are made of; those of `a * a` are not below 0.
//
// A field that is used twice is evaluated once: `a * a` costs one `a`. So is a field that is equal
// to another, made by the same calls with the same numbers. Fields may be nested as deep as memory
// allows. A field keeps the steps of its evaluation from the first one on, which take some hundred
// bytes for each field within it.
//
// All of these throw std::invalid_argument if a number is not finite, the operands have no number
// of dimensions in common, or a value might not be finite, such as the cube of a coordinate, which
// reaches 2^51.

/// The sum of two fields, or of a field and a number.
Field operator+(const Operand& a, const Operand& b);
/// The difference.
Field operator-(const Operand& a, const Operand& b);
/// The product.
Field operator*(const Operand& a, const Operand& b);
/// The field with the other sign.
Field operator-(const Field& a);
/// \throws std::invalid_argument  also if the range of `b` holds 0. Keep it away, as in
/// `a / max(b, 0.01f)` or `a / (abs(b) + 0.01f)`.
Field operator/(const Operand& a, const Operand& b);

/// a = a + b, and returns a.
Field& operator+=(Field& a, const Operand& b);
/// a = a - b, and returns a.
Field& operator-=(Field& a, const Operand& b);
/// a = a * b, and returns a.
Field& operator*=(Field& a, const Operand& b);
/// a = a / b, and returns a.
Field& operator/=(Field& a, const Operand& b);

// <windows.h> defines macros called min and max, so these declarations are in parentheses. Calls
// need them, too, if that header is included.
/// The smaller value.
Field(min)(const Operand& a, const Operand& b);
/// The larger value.
Field(max)(const Operand& a, const Operand& b);
/// \overload
Field(min)(const Field& a, const Field& b);  // not std::min of two fields
/// \overload
Field(max)(const Field& a, const Field& b);
/// The smallest of several: `min({a, b, 0.5f})` is `min(min(a, b), 0.5f)`.
/// \throws std::invalid_argument  also if the list is empty
Field(min)(std::initializer_list<Operand> operands);
/// The largest of several.
/// \throws std::invalid_argument  also if the list is empty
Field(max)(std::initializer_list<Operand> operands);
/// \overload
Field(min)(std::initializer_list<Field> operands);  // not std::min of a list
/// \overload
Field(max)(std::initializer_list<Field> operands);
/// a between `low` and `high`, which replace values beyond them.
/// \throws std::invalid_argument  also if `low` is above `high`
Field clamp(const Field& a, float low, float high);

/// a where t is 0, b where t is 1, in proportion between: a + t * (b - a).
Field mix(const Operand& a, const Operand& b, const Operand& t);

/// 0 up to `low`, 1 from `high` on, and 3t^2 - 2t^3 between: a threshold with a soft edge.
/// \throws std::invalid_argument  also if `low` is not below `high`
Field smoothstep(float low, float high, const Field& a);

/// The absolute value.
Field abs(const Field& a);

/// The square root, correctly rounded; 0 of what is below 0. Where `a` is below 2^-60, the
/// derivative is taken to be 0.
Field sqrt(const Field& a);

/// sin(2 pi a), which repeats after 1: stripes, rings, veins. A polynomial, within 2.1e-7; exactly
/// 0 at multiples of 1/2 and 1 at 1/4.
Field sine(const Field& a);

/// `a` to the power of `exponent`. A whole exponent above 0 is worked out by multiplication, in
/// binary32 as `a * a` is, so `pow(a, 2)` is `a * a`, also where `a` is negative. Any other power
/// is 0 where `a` is 0 or below; it is worked out in binary64 by polynomials and rounded once,
/// which leaves the nearest float in all but one of some thousand values, and its neighbour there.
/// The derivative of such a power counts as 0 if `a` is below 2^-60.
/// \param exponent  finite; above 0, or any number if all values in the range of `a` are above 0
/// \throws std::invalid_argument  also if the exponent is another one
Field pow(const Field& a, float exponent);

/// `a` to the power of a field: computed as `pow(a, exponent)` with a number that is not whole, so
/// it is 0 where `a` is 0 or below, whatever the exponent. The derivative is that by `a` and that
/// by the exponent; it counts as 0 if `a` is below 2^-60. As text it is `pow_of_fields`.
/// \throws std::invalid_argument  also if neither the range of `exponent` nor that of `a` is above
/// 0, because values would have no bounds near 0
Field pow(const Operand& a, const Field& exponent);

/// e to the power of `a`, by a polynomial in binary64 that is rounded once, as powers are.
/// \throws std::invalid_argument  also if the range of `a` goes beyond 88.7, from where on values
/// might be beyond a float
Field exp(const Field& a);

/// The natural logarithm, by a polynomial in binary64 that is rounded once. Divide by `log` of a
/// number for other bases.
/// \throws std::invalid_argument  also if the range of `a` holds 0 or less. Keep it above, as in
/// `log(max(a, 0.01f))`.
Field log(const Field& a);

/// The whole number at or below `a`. The derivative is 0.
Field floor(const Field& a);

/// The smaller value, with a soft edge: where a and b are nearer to each other than `radius`, it is
/// min(a, b) - h^3 radius / 6, with h = 1 - |a - b| / radius. Where they are equal, that is a sixth
/// of the radius away. The derivative is continuous. (Cubic polynomial of I. Quilez, "Smooth
/// minimum", 2013.)
/// \param radius  in units of value, 0 or more; 0 leaves the edge sharp
/// \throws std::invalid_argument  also if the radius is below 0
Field smooth_min(const Operand& a, const Operand& b, float radius);
/// The larger value, with a soft edge as that of `smooth_min`.
Field smooth_max(const Operand& a, const Operand& b, float radius);

/// `a` by the line that takes from.min to to.min and from.max to to.max, but for rounding, and goes
/// on beyond. What lies within `from` lies within `to`, rounding included, so that
/// `remap(field, range(field, 2), {0, 1})` has values from 0 to 1. `to` may fall.
/// \throws std::invalid_argument  also if `from` does not rise, or a difference is not a float
Field remap(const Field& a, const BracedRange& from, const BracedRange& to);

/// a - floor(a): `a` above the whole number below it, 0 to 1. (It can round to 1.)
Field fraction(const Field& a);

/// 0 where `a` is below `edge`, and 1 elsewhere. The derivative is 0.
Field step(float edge, const Field& a);

/// `below` where `by` is below `threshold`, and `above` elsewhere. `mix` with `smoothstep` does the
/// same with a soft edge.
Field select(const Field& by, float threshold, const Operand& below, const Operand& above);

/// \cond
// Mistaken calls, for which the compiler says what to write.
namespace detail {
template <class... T>
concept WithField = (std::same_as<T, Field> || ...);
template <class>
inline constexpr bool never = false;
}  // namespace detail

template <class A, class B>
  requires detail::WithField<A, B>
Field operator<(const A&, const B&) {
  static_assert(detail::never<A>,
                "perlane: fields have no order; write 1 - step(0.5f, field), or "
                "select(field, 0.5f, below, above)");
  return {};
}
template <class A, class B>
  requires detail::WithField<A, B>
Field operator>(const A&, const B&) {
  static_assert(detail::never<A>,
                "perlane: fields have no order; write step(0.5f, field), or "
                "select(field, 0.5f, below, above)");
  return {};
}
template <class A, class B, class C, class... More>
  requires detail::WithField<A, B, C, More...>
Field(min)(const A&, const B&, const C&, const More&...) {
  static_assert(detail::never<A>, "perlane: for more than two, write min({a, b, c})");
  return {};
}
template <class A, class B, class C, class... More>
  requires detail::WithField<A, B, C, More...>
Field(max)(const A&, const B&, const C&, const More&...) {
  static_assert(detail::never<A>, "perlane: for more than two, write max({a, b, c})");
  return {};
}
template <class A, class B, class T>
  requires detail::WithField<A, B, T>
Field lerp(const A&, const B&, const T&) {
  static_assert(detail::never<A>, "perlane: write mix(a, b, t)");
  return {};
}
template <class A>
  requires detail::WithField<A>
Field sin(const A&) {
  static_assert(detail::never<A>, "perlane: write sine(field), which is sin(2 pi field)");
  return {};
}
template <class A>
  requires detail::WithField<A>
Field cos(const A&) {
  static_assert(detail::never<A>, "perlane: write sine(field + 0.25f), which is cos(2 pi field)");
  return {};
}
template <class Edge>
Field step(const Field&, const Edge&) {
  static_assert(detail::never<Edge>, "perlane: the edge comes first; write step(0.5f, field)");
  return {};
}
template <class Low, class High>
Field smoothstep(const Field&, const Low&, const High&) {
  static_assert(detail::never<Low>, "perlane: the edges come first; write smoothstep(0, 1, field)");
  return {};
}
/// \endcond

}  // namespace perlane
