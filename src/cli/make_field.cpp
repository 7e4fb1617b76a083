// The field that options of the command line ask for.

#include "cli/render_options.hpp"
#include "field/catalogue.hpp"
#include "field/factories.hpp"
#include "field/node.hpp"

#include <perlane/operators.hpp>

#include <algorithm>
#include <any>
#include <functional>
#include <span>
#include <stdexcept>
#include <utility>
#include <variant>

namespace perlane::cli {
namespace {

void replace(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
}

template <class Entry>
const Entry& entry_of(std::span<const Entry> list, std::string_view name) {
  for (const Entry& entry : list) {
    if (entry.name == name) return entry;
  }
  throw std::invalid_argument("there is no " + std::string(name));
}

const field::Member* member_of(const Field& source, std::string_view name) {
  const field::Call* call = source.node().call();
  const field::Factory* factory = call ? field::factory_of(call->function) : nullptr;
  if (factory == nullptr || !factory->fields.empty()) return nullptr;
  for (const field::Member& member : factory->members) {
    if (member.name == name) return &member;
  }
  return nullptr;
}

// The same call with another value of a member.
Field changed(const Field& source, std::string_view name, const std::string& option,
              const std::string& noise, const std::function<void(const field::Slot&)>& set) {
  const field::Member* member = member_of(source, name);
  if (member == nullptr) {
    std::string names;
    for (const field::Source& other : field::sources()) {
      if (member_of(other.make(0, 1), name) != nullptr)
        names += (names.empty() ? "" : ", ") + std::string(other.name);
    }
    throw std::invalid_argument(option + " does not go with --noise " + noise + "; use one of " +
                                names);
  }
  const field::Call& call = *source.node().call();
  const field::Factory& factory = *field::factory_of(call.function);
  std::any arguments = call.arguments;
  set(member->slot(factory.address(arguments)));
  return factory.make(arguments, {});
}

}  // namespace

Field make_field(const RenderOptions& options) {
  Field field =
      entry_of(field::sources(), options.noise).make(options.seed, options.cells_per_sample());
  if (options.fade) {
    field = changed(field, "fade", "--fade", options.noise, [&](const field::Slot& slot) {
      const auto& choice = std::get<field::Choice>(slot);
      const auto name = std::find(choice.names.begin(), choice.names.end(), *options.fade);
      if (name == choice.names.end())
        throw std::invalid_argument("--fade is \"" + *options.fade +
                                    "\"; use quintic, cubic or linear");
      choice.set(choice.at, static_cast<int>(name - choice.names.begin()));
    });
  }
  if (options.period) {
    field = changed(field, "period", "--period", options.noise, [&](const field::Slot& slot) {
      *std::get<Integers<4>*>(slot) = {(*options.period)[0], (*options.period)[1], 0, 0};
    });
  }
  if (options.fractal != no_fractal)
    field = entry_of(field::fractals(), options.fractal).make(field, options.octaves);
  if (options.seamless) field = tile(field, {(*options.seamless)[0], (*options.seamless)[1], 0, 0});
  return field;
}

std::string in_terms_of_options(std::string message, const RenderOptions& options) {
  const std::string_view frequency = options.frequency ? "--frequency" : "1 / --cell";
  const std::pair<std::string_view, std::string_view> names[] = {
      {"Fractal::octaves", "--octaves"},
      {"Multifractal::octaves", "--octaves"},
      {"Multifractal::lacunarity", "--lacunarity"},
      {"Multifractal::gain", "--gain"},
      {"Fractal::lacunarity", "--lacunarity"},
      {"Fractal::gain", "--gain"},
      {"Fractal::weight", "--weight"},
      {"Fractal::fraction", "--fraction"},
      {"Grid::origin, first and step put", "--origin, --first and --size put"},
      {"Grid::origin", "--origin"},
      {"Grid::first", "--first"},
      {"Grid::shape", "--size"},
  };
  for (const auto& [member, option] : names) replace(message, member, option);
  // Any source of noise may complain of its frequency, each with the name of its own type.
  constexpr std::string_view member = "::frequency";
  for (std::size_t at = message.find(member); at != std::string::npos; at = message.find(member)) {
    const std::size_t type = message.find_last_of(' ', at) + 1;
    message.replace(type, at + member.size() - type, frequency);
  }
  return message;
}

}  // namespace perlane::cli
