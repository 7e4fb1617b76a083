// The list of factories: arithmetic.

#include "graph/catalogue/factory.hpp"

namespace perlane::graph {
namespace {

constexpr std::string_view a_alone[] = {"a"};
constexpr std::string_view a_and_b[] = {"a", "b"};
constexpr std::string_view base_and_exponent[] = {"a", "exponent"};
constexpr std::string_view a_b_and_t[] = {"a", "b", "t"};
constexpr std::string_view chosen[] = {"by", "below", "above"};

constexpr Member clamp_members[] = {
    required<Between, &Between::low>("low", "the least value", finite_float),
    required<Between, &Between::high>("high", "the largest value", finite_float)};
constexpr Member smoothstep_members[] = {
    required<Between, &Between::low>("low", "where it begins to rise", finite_float),
    required<Between, &Between::high>("high", "where it is 1", finite_float)};
constexpr Member power_members[] = {required<Number, &Number::value>(
    "exponent", "above 0; any number if all values of a are above 0", finite_float)};
constexpr Member soft_edge_members[] = {required<Number, &Number::value>(
    "radius", "in units of value", {0, largest_float, "a finite number, 0 or more"})};
constexpr Member terrace_members[] = {
    required<Terrace, &Terrace::steps>("steps", "in a unit of value",
                                       {1e-30, 1e30, "a number from 1e-30 to 1e30"}),
    member<Terrace, &Terrace::smoothness>("smoothness",
                                          "of the edges of steps; 0 leaves them sharp",
                                          {0, 1e6, "0, or a number from 1e-6 to 1e6", 1e-6})};
constexpr Member curve_members[] = {
    required<Curve, &Curve::points>("points", "x and y of each, by x", finite_float)};
constexpr Member remap_members[] = {
    required<Remap, &Remap::from>("from", "the range that is mapped", finite_float),
    required<Remap, &Remap::to>("to", "the range that it becomes", finite_float)};
constexpr Member step_members[] = {
    required<Number, &Number::value>("edge", "where 1 begins", finite_float)};
constexpr Member select_members[] = {required<Number, &Number::value>(
    "threshold", "the value of by where above begins", finite_float)};

constexpr std::string_view low_high_a[] = {"low", "high", "a"};
constexpr std::string_view edge_a[] = {"edge", "a"};
constexpr std::string_view by_threshold_below_above[] = {"by", "threshold", "below", "above"};

// An operator that takes nothing but fields.
template <class Make>
consteval Factory plain(std::string_view name, std::string_view help,
                        std::span<const std::string_view> fields, Make make) {
  (void)make;
  return factory<NoArguments>(name, help, fields, no_members,
                              [](const NoArguments&, Fields f) { return Make{}(f); });
}
template <class Make>
consteval Factory infix(std::string_view symbol, std::string_view name, std::string_view help,
                        Make make) {
  Factory result = plain(name, help, a_and_b, make);
  result.infix = symbol;
  return result;
}

constexpr Factory list_of_operators[] = {
    infix("+", "add", "a + b", [](Fields f) { return f[0] + f[1]; }),
    infix("-", "subtract", "a - b", [](Fields f) { return f[0] - f[1]; }),
    infix("*", "multiply", "a * b", [](Fields f) { return f[0] * f[1]; }),
    infix("/", "divide", "a / b", [](Fields f) { return f[0] / f[1]; }),
    plain("min", "the smaller of a and b", a_and_b, [](Fields f) { return (min)(f[0], f[1]); }),
    plain("max", "the larger of a and b", a_and_b, [](Fields f) { return (max)(f[0], f[1]); }),
    factory<Between>("clamp", "a within bounds", a_alone, clamp_members,
                     [](const Between& a, Fields f) { return clamp(f[0], a.low, a.high); }),
    plain("mix", "a where t is 0, b where t is 1", a_b_and_t,
          [](Fields f) { return mix(f[0], f[1], f[2]); }),
    with_arguments(low_high_a,
                   factory<Between>(
                       "smoothstep", "0 up to low, 1 from high on, smooth between", a_alone,
                       smoothstep_members,
                       [](const Between& a, Fields f) { return smoothstep(a.low, a.high, f[0]); })),
    plain("abs", "|a|", a_alone, [](Fields f) { return abs(f[0]); }),
    plain("sqrt", "the square root of a", a_alone, [](Fields f) { return sqrt(f[0]); }),
    plain("sine", "sin(2 pi a)", a_alone, [](Fields f) { return sine(f[0]); }),
    factory<Number>("pow", "a to the power of exponent", a_alone, power_members,
                    [](const Number& a, Fields f) { return pow(f[0], a.value); }),
    plain("pow_of_fields", "a to the power of a field, both evaluated at each sample",
          base_and_exponent, [](Fields f) { return pow(f[0], f[1]); }),
    plain("exp", "e to the power of a", a_alone, [](Fields f) { return perlane::exp(f[0]); }),
    plain("log", "the natural logarithm of a", a_alone,
          [](Fields f) { return perlane::log(f[0]); }),
    plain("floor", "the whole number at or below a", a_alone,
          [](Fields f) { return perlane::floor(f[0]); }),
    factory<Number>("smooth_min", "the smaller of a and b, with a soft edge", a_and_b,
                    soft_edge_members,
                    [](const Number& a, Fields f) { return smooth_min(f[0], f[1], a.value); }),
    factory<Number>("smooth_max", "the larger of a and b, with a soft edge", a_and_b,
                    soft_edge_members,
                    [](const Number& a, Fields f) { return smooth_max(f[0], f[1], a.value); }),
    factory<Terrace>(
        "terrace", "a in steps", a_alone, terrace_members,
        [](const Terrace& a, Fields f) { return terrace(f[0], a.steps, a.smoothness); }),
    factory<Curve>("curve", "a, mapped by a smooth curve through points", a_alone, curve_members,
                   [](const Curve& a, Fields f) { return curve(f[0], a.points); }),
    factory<Remap>("remap", "a, mapped linearly from one range to another", a_alone, remap_members,
                   [](const Remap& a, Fields f) { return remap(f[0], a.from, a.to); }),
    plain("fraction", "the fractional part of a, 0 to 1", a_alone,
          [](Fields f) { return perlane::fraction(f[0]); }),
    with_arguments(
        edge_a,
        factory<Number>("step", "0 where a is below edge, 1 elsewhere", a_alone, step_members,
                        [](const Number& a, Fields f) { return step(a.value, f[0]); })),
    with_arguments(
        by_threshold_below_above,
        factory<Number>(
            "select", "below where by is below threshold, above elsewhere", chosen, select_members,
            [](const Number& a, Fields f) { return select(f[0], a.value, f[1], f[2]); })),
};

}  // namespace

std::span<const Factory> factories_of_operators() noexcept { return kept<list_of_operators>; }

}  // namespace perlane::graph
