#include "cli/input/reproduction.hpp"

#include "base/little_endian.hpp"
#include "cli/output/checksum.hpp"
#include "cli/output/message.hpp"

#include <perlane/evaluate.hpp>
#include <perlane/version.hpp>

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace perlane::cli::input {
namespace {

constexpr std::size_t compared = 64;  // samples

constexpr Release here{version_major, version_minor, version_patch};

// The column, row or slice of a place. Powers of the plastic number spread points over a square
// without a period, so that places are not the corners of cells. M. Roberts, "The Unreasonable
// Effectiveness of Quasirandom Sequences", 2018.
std::int64_t index_of(std::size_t place, std::size_t axis, std::int64_t size) noexcept {
  // 2^32 / g and 2^32 / g^2; then 2^32 / h^3, where h^4 = h + 1, for g^2 and g^3 share digits.
  constexpr std::uint32_t steps[] = {3242174889u, 2447445414u, 2360945575u};
  const std::uint64_t part = static_cast<std::uint32_t>((place + 1) * steps[axis]);
  return static_cast<std::int64_t>((part * static_cast<std::uint64_t>(size)) >> 32);
}

// As grids have it. The sum may leave 64 bits, but no such recipe is rendered.
double coordinate_of(const Recipe& recipe, std::size_t axis, std::int64_t index) noexcept {
  const auto sum =
      static_cast<std::uint64_t>(recipe.first[axis]) + static_cast<std::uint64_t>(index);
  return recipe.origin[axis] +
         static_cast<double>(static_cast<std::int64_t>(sum)) * static_cast<double>(recipe.step);
}

}  // namespace

std::optional<Release> release_of(std::string_view text) noexcept {
  Release release{};
  const char* at = text.data();
  const char* const end = at + text.size();
  for (unsigned* part : {&release.major, &release.minor, &release.patch}) {
    const bool is_first = part == &release.major;
    if (!is_first && (at == end || *at++ != '.')) return std::nullopt;
    const auto [next, error] = std::from_chars(at, end, *part);
    if (error != std::errc()) return std::nullopt;
    at = next;
  }
  return at == end ? std::optional(release) : std::nullopt;
}

std::string versions_of(std::string_view version) {
  return fmt::format("the recipe is by perlane {}, and this is {}", version, perlane::version);
}

bool is_later(std::string_view version) noexcept {
  const std::optional<Release> release = release_of(version);
  return release && *release > here;
}

std::string checksum_of_samples(const Recipe& recipe, const Field& field) {
  std::array<double, compared> xs{}, ys{}, zs{};
  for (std::size_t i = 0; i < compared; ++i) {
    xs[i] = coordinate_of(recipe, 0, index_of(i, 0, recipe.size.width));
    ys[i] = coordinate_of(recipe, 1, index_of(i, 1, recipe.size.height));
    zs[i] = coordinate_of(recipe, 2, index_of(i, 2, recipe.size.depth));
  }
  std::array<float, compared> values{};
  constexpr Options options{.parallel = false};
  if (recipe.size.is_volume()) {
    sample(values, field, xs, ys, zs, options);
  } else {
    sample(values, field, xs, ys, options);
  }
  std::string bytes;
  for (const float value : values)
    base::append_little_endian(
        bytes, std::isnan(value) ? 0x7fc00000u : std::bit_cast<std::uint32_t>(value), 4);
  if (is_code(recipe.element)) {
    const model::Coding coding = coding_of(recipe);
    for (const float value : values)
      base::append_little_endian(bytes, reference::code(value, coding),
                                 static_cast<std::size_t>(bytes_of(recipe.element)));
  }
  return output::digits_of(output::crc_of(bytes));
}

std::string difference(const Recipe& recipe, const Field& field, std::string_view version,
                       const std::optional<std::string>& checksum) {
  const std::optional<Release> release = release_of(version);
  const bool is_alike = release && have_same_values(*release, here);
  if (!checksum && is_alike) return {};
  if (!checksum) return versions_of(version) + ", which gives other values; use that version";
  const std::string found = checksum_of_samples(recipe, field);
  if (found == *checksum) return {};
  return fmt::format("{}: its samples have the checksum {} here, and had {} there; {}",
                     versions_of(version), found, *checksum,
                     is_alike ? "it has been changed since" : "use that version");
}

}  // namespace perlane::cli::input
