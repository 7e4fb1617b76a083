#pragma once
// Calls of the C interface that make fields, describe them, or divide worlds. Their results must be
// those of C++.

#include "c_caller.hpp"
#include "c_expected.hpp"
#include "c_structures.hpp"
#include "require.hpp"

#include <perlane/perlane.h>
#include <perlane/text.hpp>

#include "c/arguments.hpp"
#include "graph/catalogue/factories.hpp"
#include "graph/node.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace perlane::fuzz {

class FieldCalls : Caller {
 public:
  using Caller::Caller;

  void world() {
    const perlane_grid grid = any_grid(bytes, any_dimensions(bytes));
    const std::int64_t tile = any_integer(bytes, 1 + bytes.choice(20));
    const auto levels = static_cast<std::int32_t>(any_integer(bytes, 1 + bytes.choice(4)));
    Given<perlane_grid> given(bytes, grid);
    Memory tasks(sizeof(std::int64_t));
    auto* const to =
        bytes.choice(32) == 31 ? nullptr : reinterpret_cast<std::int64_t*>(tasks.data());
    perlane_status status = status_of([&](perlane_error* error) {
      return perlane_world_tasks(given.get(), tile, levels, to, error);
    });
    require_untouched(status, tasks.written() == 0);
    const AcceptedGrid accepted(grid);
    if (status == PERLANE_OK)
      require(*to == detail::tasks({accepted.any(), tile, levels}), "another number of tasks");
    perlane_grid task{};
    task.size = sizeof task;
    task.dimensions = -1;
    const std::int64_t number = any_integer(bytes, bytes.choice(100));
    Memory level(sizeof(std::int32_t)), at(4 * sizeof(std::int64_t));
    status = status_of([&](perlane_error* error) {
      return perlane_world_task(given.get(), tile, levels, number, &task,
                                reinterpret_cast<std::int32_t*>(level.data()),
                                reinterpret_cast<std::int64_t*>(at.data()), error);
    });
    require_untouched(status, level.written() == 0 && at.written() == 0 && task.dimensions == -1);
    if (status != PERLANE_OK) return;
    require_task(detail::task({accepted.any(), tile, levels}, number), grid, task,
                 *reinterpret_cast<const std::int32_t*>(level.data()),
                 {reinterpret_cast<const std::int64_t*>(at.data()), 4});
  }

  void text() {
    char* json = nullptr;
    const bool is_asked = bytes.choice(32) != 31;
    const perlane_status status = status_of([&](perlane_error* error) {
      return perlane_field_to_json(field, is_asked ? &json : nullptr, error);
    });
    require((status == PERLANE_OK) == (json != nullptr), "a text beside an error");
    if (json == nullptr) return;
    // Some bytes of the text may be others.
    std::string changed(json);
    perlane_text_destroy(json);
    require(changed == to_json(field->field), "a text differs from that of C++");
    for (int i = bytes.choice(4); i > 0; --i)
      changed[bytes.take<std::uint16_t>() % changed.size()] = bytes.take<char>();
    const std::optional<Field> read = made_by([&](perlane_field** made, perlane_error* error) {
      return perlane_field_from_json(changed.data(), changed.size(), made, error);
    });
    if (read) require(to_json(*read) == to_json(from_json(changed)), "another field is read");
  }

  void made() {
    const int kind = bytes.choice(4);
    const double number = bytes.number();
    const auto seed = bytes.take<std::uint64_t>();
    const auto factories = graph::factories();
    const auto& factory =
        factories[static_cast<std::size_t>(bytes.choice(static_cast<int>(factories.size())))];
    const std::string name(factory.name);
    static constexpr std::string_view texts[] = {
        "",  "{}", R"({"axis":1})",        R"({"octaves":3,"gain":0.4})", R"({"value":1e39})",
        "{", "[]", R"({"low":0,"high":1})"};
    const std::string_view members = texts[bytes.choice(8)];
    std::vector<const perlane_field*> fields(static_cast<std::size_t>(bytes.choice(5)), field);
    if (bytes.choice(2) == 0) fields.resize(factory.fields.size(), field);
    const std::optional<Field> result = made_by([&](perlane_field** made, perlane_error* error) {
      if (kind == 0) return perlane_field_reseed(field, seed, made, error);
      if (kind == 1) return perlane_field_with_footprint(field, number, made, error);
      return perlane_field_call(name.c_str(), members.data(), members.size(), fields.data(),
                                fields.size(), made, error);
    });
    if (!result) return;
    if (kind > 1) return require_call(*result, name, fields);
    const Field expected =
        kind == 0 ? reseed(field->field, seed) : with_footprint(field->field, number);
    require(to_json(*result) == to_json(expected), "another field is made");
  }

  // The field that a call has made is that call, of the same fields, and its text says all of it.
  void require_call(const Field& made, std::string_view function,
                    const std::vector<const perlane_field*>& fields) const {
    const graph::Call* const call = graph::node_of(made).call();
    require(call != nullptr && call->function == function, "a call of another function");
    require(call->fields.size() == fields.size(), "a call of another number of fields");
    for (const graph::NodePointer& given : call->fields)
      require(given == graph::pointer_of(field->field), "a call of another field");
    const std::string json = to_json(made);
    require(to_json(from_json(json)) == json, "the text of a call is that of another");
  }

  template <class Make>
  std::optional<Field> made_by(Make make) {
    perlane_field* made = nullptr;
    const bool is_asked = bytes.choice(32) != 31;
    const perlane_status status =
        status_of([&](perlane_error* error) { return make(is_asked ? &made : nullptr, error); });
    require((status == PERLANE_OK) == (made != nullptr), "a field beside an error");
    if (made == nullptr) return std::nullopt;
    Field field_made = made->field;
    perlane_field_destroy(made);
    return field_made;
  }

  void properties() {
    Result<float> range(bytes, 2);
    const std::int32_t dimensions = any_dimensions(bytes);
    perlane_status status = status_of([&](perlane_error* error) {
      return perlane_field_range(field, dimensions, range.get(), error);
    });
    require_result(status, range);
    if (status == PERLANE_OK) require_range(perlane::range(field->field, dimensions), range.get());
    std::int32_t least = -1, most = -1, has = -1;
    const bool is_asked = bytes.choice(32) != 31;
    status = status_of([&](perlane_error* error) {
      return perlane_field_dimensions(field, &least, is_asked ? &most : nullptr, error);
    });
    if (status == PERLANE_OK) {
      const graph::Dimensions expected = graph::node_of(field->field).dimensions();
      require(expected == graph::Dimensions{least, most}, "other dimensions than in C++");
    } else {
      require(least == -1, "dimensions beside an error");
    }
    status = status_of([&](perlane_error* error) {
      return perlane_field_has_derivatives(field, is_asked ? &has : nullptr, error);
    });
    const int expected = status == PERLANE_OK ? has_derivatives(field->field) : -1;
    require(has == expected, "neither yes nor no, or another answer than in C++");
    (void)perlane_status_name(bytes.take<std::int32_t>());
    (void)perlane_isa(bytes.take<std::int32_t>());
  }
};

}  // namespace perlane::fuzz
