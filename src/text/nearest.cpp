#include "text/nearest.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace perlane::text {

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
  std::string_view found;
  std::size_t least = 0;
  for (const std::string_view name : names) {
    if (given.size() > 2 * name.size()) continue;  // strangers may give names of any length
    const std::size_t distance = edit_distance(given, name);
    if (3 * distance > name.size() || (!found.empty() && distance >= least)) continue;
    found = name;
    least = distance;
  }
  return found;
}

std::string suggestion(std::string_view given, std::span<const std::string_view> names) {
  const std::string_view name = nearest(given, names);
  return name.empty() ? "" : " (did you mean " + std::string(name) + "?)";
}

}  // namespace perlane::text
