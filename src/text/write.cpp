// A field as text.

#include <perlane/text.hpp>

#include "base/float_environment.hpp"
#include "base/error.hpp"
#include "graph/catalogue/factories.hpp"
#include "graph/node.hpp"
#include "text/limits.hpp"
#include "text/members.hpp"

#include <algorithm>
#include <stdexcept>
#include <unordered_map>
#include <utility>
#include <vector>

namespace perlane {
namespace {

using base::throw_invalid;
using graph::Call;
using graph::Factory;
using graph::Node;
using graph::NodePointer;

// The text that equal nodes share.
struct Class {
  std::string head;         // a constant; or {"name":{ and the arguments are the rest
  std::string arguments;    // "seed":7,"frequency":0.5
  const Factory* factory;   // null of a constant
  std::vector<int> fields;  // the classes of the fields that it is made of
  int uses = 0;
  int depth = 0;  // of fields that are written within it
  std::string reference{};  // its name, or all of it
};

// The arguments that differ from the defaults.
std::string arguments_text(const Factory& factory, std::any arguments) {
  std::any unchanged = factory.default_arguments();
  void* const given = factory.address(arguments);
  void* const defaults = factory.address(unchanged);
  std::string text;
  for (const graph::Member& member : factory.members) {
    const std::string value = text::member_text(member.slot(given));
    if (!member.is_required && value == text::member_text(member.slot(defaults))) continue;
    if (!text.empty()) text += ',';
    text += text::in_quotes(member.name) + ':' + value;
  }
  return text;
}

class Writer {
 public:
  explicit Writer(const Node& root) : root_(root) { find_classes(); }

  std::string text() {
    for (const Class& user : numbering_) {
      for (const int part : user.fields) ++at(part).uses;
    }
    const int root = class_of_.at(&root_);
    at(root).uses = 1;
    std::string names;
    int named = 0;
    for (Class& one : numbering_) {
      std::string whole = whole_text(one);
      const bool is_root = &one == &at(root);
      const bool has_name = one.factory != nullptr && !is_root &&
                            (one.uses > 1 || one.depth == text::deepest_written);
      if (has_name) {
        std::string name = "\"f";
        name += std::to_string(++named);
        name += '"';
        if (!names.empty()) names += ',';
        names += name;
        names += ':';
        names += whole;
        one.reference = name;
        one.depth = 0;
      } else {
        one.reference = std::move(whole);
      }
      if (names.size() + one.reference.size() > text::most_bytes) too_long();
    }
    std::string text = "{\"perlane\":" + std::to_string(text::version);
    if (!names.empty()) text += ",\"fields\":{" + names + '}';
    text += ",\"field\":" + at(root).reference + '}';
    if (text.size() > text::most_bytes) too_long();
    return text;
  }

 private:
  Class& at(int number) { return numbering_[static_cast<std::size_t>(number)]; }

  [[noreturn]] static void too_long() {
    throw_invalid("to_json: the text has more than ", text::most_bytes,
                  " bytes; use smaller lattices or fewer fields");
  }

  // Fields come before those made of them. The stack is our own, for graphs may be deeper than that
  // of the thread.
  void find_classes() {
    std::vector<const Node*> open{&root_};
    while (!open.empty()) {
      const Node* node = open.back();
      if (class_of_.contains(node)) {
        open.pop_back();
        continue;
      }
      const std::size_t before = open.size();
      if (const Call* call = node->call()) {
        for (const NodePointer& part : call->fields) {
          if (!class_of_.contains(part.get())) open.push_back(part.get());
        }
      }
      if (open.size() != before) continue;
      open.pop_back();
      count(*node);
      class_of_.emplace(node, number_of(class_for(*node)));
    }
  }

  // Reading makes all of these again, also what nothing else of the field is made of, such as the
  // source whose octaves are drawn otherwise.
  void count(const Node& node) {
    nodes_.add(node);
    if (nodes_.value() <= graph::most_nodes) return;
    throw_invalid("to_json: the field is made of more than ", graph::most_nodes,
                  " nodes; use fewer fields or octaves");
  }

  Class class_for(const Node& node) const {
    if (const float* constant = node.constant()) {
      return {text::number_text(*constant), {}, nullptr, {}};
    }
    const Call* call = node.call();
    const Factory* factory = call == nullptr ? nullptr : graph::factory_of(call->function);
    if (factory == nullptr) throw std::logic_error("to_json: a field that no factory has made");
    std::string head = "{";
    head += text::in_quotes(factory->name);
    head += ":{";
    Class made{std::move(head), arguments_text(*factory, call->arguments), factory, {}};
    for (const NodePointer& part : call->fields) made.fields.push_back(class_of_.at(part.get()));
    return made;
  }

  int number_of(Class made) {
    std::string key = made.head + made.arguments;
    for (const int part : made.fields) key += ' ' + std::to_string(part);
    bytes_ += key.size();
    if (bytes_ > text::most_bytes) too_long();
    const auto [known, is_new] =
        by_key_.emplace(std::move(key), static_cast<int>(numbering_.size()));
    if (is_new) numbering_.push_back(std::move(made));
    return known->second;
  }

  // Takes the texts of the fields written within it.
  std::string whole_text(Class& one) {
    if (one.factory == nullptr) return one.head;
    std::string text = std::move(one.head);
    const auto names = one.factory->fields;
    const bool has_list = one.factory->most_of_list > 0;
    const auto append = [&](int part) {
      Class& other = at(part);
      one.depth = std::max(one.depth, other.depth);
      text += other.uses == 1 ? std::exchange(other.reference, {}) : other.reference;
    };
    for (std::size_t i = 0; i < one.fields.size(); ++i) {
      const bool is_in_list = has_list && i + 1 >= names.size();
      const bool is_first = i < names.size();
      if (i > 0) text += ',';
      if (is_first) text += text::in_quotes(names[i]) + (is_in_list ? ":[" : ":");
      append(one.fields[i]);
    }
    if (has_list) text += ']';
    if (!one.fields.empty() && !one.arguments.empty()) text += ',';
    text += one.arguments + "}}";
    ++one.depth;
    return text;
  }

  const Node& root_;
  graph::NodeCount nodes_;
  std::unordered_map<const Node*, int> class_of_;
  std::unordered_map<std::string, int> by_key_;
  std::vector<Class> numbering_;
  std::size_t bytes_ = 0;
};

}  // namespace

std::string to_json(const Field& field) {
  const base::FloatEnvironment environment;
  Writer writer(graph::node_of(field));
  text::check_steps(graph::node_of(field));
  return writer.text();
}

}  // namespace perlane
