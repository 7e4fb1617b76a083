#include "cli/samples/memory.hpp"

#include "cli/output/message.hpp"
#include "cli/system/system.hpp"
#include "engine/parallel.hpp"

#include <algorithm>
#include <ranges>

namespace perlane::cli::samples {

std::int64_t memory_of(const input::Recipe& recipe, const Blocks& blocks, Samples::Need need,
                       std::int64_t number) {
  constexpr std::int64_t copies = 6;  // of its block, which an encoder holds
  const bool has_codes = is_code(recipe.element),
             is_half = recipe.element == formats::Element::float16;
  const std::int64_t of_values = need != Samples::Need::file || !has_codes ? 4 : 0;
  const std::int64_t of_codes = has_codes ? bytes_of(recipe.element) : 0;
  const std::int64_t in_file = is_half ? 2 : bytes_of(recipe.element);
  std::int64_t bytes =
      blocks.most().samples() * (number * (of_values + of_codes) + copies * in_file);
  if (need == Samples::Need::values_and_more) {  // for a preview, of whole rows of three bytes
    constexpr std::int64_t most_rows = 64;  // that are encoded before they are written
    const std::int64_t rows = blocks.most().height;
    bytes += recipe.size.width * 3 *
             (rows + std::min(rows, most_rows) +
              (copies - 1) * std::min<std::int64_t>(rows, engine::thread_count()));
  }
  return bytes;
}

void check_memory(const input::Recipe& recipe, const Blocks& blocks, Samples::Need need,
                  std::int64_t number) {
  const std::int64_t bytes = memory_of(recipe, blocks, need, number);
  const std::uint64_t limit = system::memory_size();
  if (static_cast<std::uint64_t>(bytes) <= limit) return;
  const auto takes = [&](const formats::Format& format) {
    return format.has(recipe.element) &&
           format.granularity(picture_of(recipe)).width < recipe.size.width;
  };
  std::string others =
      output::listed(formats::all() | std::views::filter(takes), &formats::Format::extension);
  if (!others.empty())
    others = ", or, without --preview, one of " + others + ", which are not written in whole rows";
  output::throw_failure(
      "not enough memory for rows of {} samples: they take {:.1f} GB, and there are {:.1f} GB; use "
      "a --size of less width{}",
      recipe.size.width, static_cast<double>(bytes) * 1e-9, static_cast<double>(limit) * 1e-9,
      others);
}

}  // namespace perlane::cli::samples
