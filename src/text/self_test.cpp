// The golden hashes, compared where the library runs.

#include <perlane/text.hpp>

#include "text/golden.hpp"

#include <map>
#include <nlohmann/json.hpp>

namespace perlane::text {

SelfTest self_test(std::span<const std::string_view> fields,
                   std::span<const std::string_view> hashes) {
  std::map<std::string_view, std::string_view> expected;  // by field and dimensions: "perlin,2"
  for (const std::string_view line : hashes) {
    const std::size_t comma = line.find(',', line.find(',') + 1);
    expected[line.substr(0, comma)] = line.substr(comma + 1);
  }
  SelfTest result;
  for (const std::string_view line : fields) {
    const auto entry = nlohmann::json::parse(line);
    const auto name = entry.at("name").get<std::string>();
    const Field field = from_json(entry.at("text").dump());
    for (int dimensions = 1; dimensions <= 4; ++dimensions) {
      const auto at = expected.find(name + "," + std::to_string(dimensions));
      if (at == expected.end()) continue;
      ++result.compared;
      const std::string found = golden_hashes_of(field, dimensions);
      if (found == at->second) continue;
      result.wrong.push_back(name + " in " + std::to_string(dimensions) +
                             " dimensions: the hashes are " + found + ", and should be " +
                             std::string(at->second));
    }
  }
  return result;
}

}  // namespace perlane::text

namespace perlane {

SelfTest self_test() { return text::self_test(text::golden_fields(), text::golden_hashes()); }

}  // namespace perlane
