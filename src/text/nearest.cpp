#include "text/nearest.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace perlane::text {
namespace {

// Names that other programs and papers use, and ours.
constexpr std::pair<std::string_view, std::string_view> other_names[] = {
    {"worley", "cellular"},      {"voronoi", "cellular"},
    {"turbulence", "billow"},    {"persistence", "gain"},
    {"--persistence", "--gain"}, {"lerp", "mix"},
    {"mul", "multiply"},         {"plus", "add"},
    {"minus", "subtract"}};

// Our name for a name of other programs; or the first name that begins so, where there are three
// letters or more.
std::string_view meant(std::string_view given, std::span<const std::string_view> names) {
  for (const auto& [elsewhere, here] : other_names) {
    if (given == elsewhere && std::ranges::find(names, here) != names.end()) return here;
  }
  for (const std::string_view name : names) {
    if (given.size() >= 3 && name.starts_with(given)) return name;
  }
  return {};
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // The last three rows of the table of distances between beginnings of `a` and of `b`.
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before.swap(last);
    last.swap(row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row[b.size()];
}

std::string_view nearest(std::string_view given, std::span<const std::string_view> names) {
  constexpr std::size_t most = 64;  // untrusted names may have any length
  if (given.size() > most) return {};
  std::string_view found;
  std::size_t least = 0;
  for (const std::string_view name : names) {
    if (name.size() > most) continue;
    const std::size_t distance = edit_distance(given, name);
    if (3 * distance > name.size() || (!found.empty() && distance >= least)) continue;
    found = name;
    least = distance;
  }
  return found;
}

std::string suggestion(std::string_view given, std::span<const std::string_view> names) {
  std::string_view name = nearest(lowered(given), names);
  if (name.empty()) name = meant(lowered(given), names);
  return name.empty() ? "" : " (did you mean " + std::string(name) + "?)";
}

std::string lowered(std::string_view text) {
  std::string result(text);
  for (char& letter : result) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  return result;
}

}  // namespace perlane::text
