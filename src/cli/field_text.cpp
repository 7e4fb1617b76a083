#include "cli/field_text.hpp"

#include <perlane/text.hpp>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>

namespace perlane::cli {
namespace {

std::string all_of(std::istream& stream, const std::string& name) {
  try {
    return {std::istreambuf_iterator<char>(stream), {}};
  } catch (const std::ios_base::failure& error) {  // of a directory, for one
    throw std::runtime_error("cannot read " + name + ": " + error.code().message());
  }
}

}  // namespace

Field read_field(const std::string& given) {
  const std::size_t first = given.find_first_not_of(" \t\r\n");
  if (first != std::string::npos && given[first] == '{') return from_json(given);
  if (given == "-") return from_json(all_of(std::cin, "standard input"));
  std::ifstream file(given, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + given + ": " + std::strerror(errno));
  return from_json(all_of(file, given));
}

}  // namespace perlane::cli
