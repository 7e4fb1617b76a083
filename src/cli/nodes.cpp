#include "cli/nodes.hpp"

#include "field/factories.hpp"
#include "text/members.hpp"

#include <algorithm>
#include <cerrno>
#include <iostream>
#include <sstream>
#include <string>

namespace perlane::cli {
namespace {

std::string padded(std::string_view text, std::size_t width) {
  return std::string(text) + std::string(width - std::min(width, text.size()), ' ');
}

// Nothing where any number will do.
std::string limits_text(const field::Limits& limits) {
  constexpr double huge = 3e38;
  const bool has_least = limits.least > -huge, has_most = limits.most < huge;
  if (!has_least && !has_most) return {};
  const bool is_above_0 = limits.least > 0 && limits.least < 1e-40;
  const std::string least = is_above_0 ? "above 0" : text::number_text(limits.least);
  if (!has_most) return is_above_0 ? ", above 0" : ", " + least + " or more";
  return ", " + least + " to " + text::number_text(limits.most);
}

void print(std::ostream& out, const field::Factory& factory, const field::Member& member,
           std::size_t width) {
  std::any blank = factory.blank();
  const field::Slot slot = member.slot(factory.address(blank));
  out << "  " << padded(member.name, width) << "  " << member.help << "\n  "
      << std::string(width + 2, ' ') << field::type_of(slot) << limits_text(member.limits);
  if (const auto* choice = std::get_if<field::Choice>(&slot)) {
    const char* separator = ": ";
    for (const std::string_view name : choice->names) {
      out << separator << name;
      separator = ", ";
    }
  }
  if (!member.is_required) out << "; default " << text::member_text(slot);
  out << '\n';
}

}  // namespace

void nodes() {
  std::ostringstream out;
  for (const field::Factory& factory : field::factories()) {
    out << factory.name << ": " << factory.help << '\n';
    std::size_t width = 0;
    for (const std::string_view name : factory.fields) width = std::max(width, name.size());
    for (const field::Member& member : factory.members) width = std::max(width, member.name.size());
    for (const std::string_view name : factory.fields) {
      const bool is_list = factory.most_of_list > 0 && name == factory.fields.back();
      out << "  " << padded(name, width) << "  ";
      if (is_list) {
        out << "a list of 1 to " << factory.most_of_list << " fields\n";
      } else {
        out << "a field\n";
      }
    }
    for (const field::Member& member : factory.members) print(out, factory, member, width);
    out << '\n';
  }
  errno = 0;
  std::cout << out.str() << std::flush;
  if (!std::cout && errno == EPIPE) std::cout.clear();  // the reader has seen enough
}

}  // namespace perlane::cli
