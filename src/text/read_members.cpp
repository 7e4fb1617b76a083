#include "text/read_members.hpp"

#include "text/nearest.hpp"
#include "text/values.hpp"

namespace perlane::text {
namespace {

struct Reader {
  const Json& value;
  const JsonPath& path;
  const graph::Member& member;

  void operator()(bool* to) const {
    if (!value.is_boolean()) reject_value(path, value, "true or false");
    *to = value.boolean();
  }
  void operator()(int* to) const {
    *to = static_cast<int>(whole(value, path, static_cast<std::int64_t>(member.limits.least),
                                 static_cast<std::int64_t>(member.limits.most)));
  }
  void operator()(std::int64_t* to) const { *to = signed_seed_of(value, path); }
  void operator()(Seed* to) const { *to = seed_of(value, path); }
  void operator()(double* to) const { *to = number(value, path); }
  void operator()(float* to) const { *to = float_number(value, path); }
  void operator()(const graph::Choice& to) const {
    std::string use;
    for (std::size_t i = 0; i < to.names.size(); ++i) {
      if (value.is_string(to.names[i])) {
        to.set(to.at, static_cast<int>(i));
        return;
      }
      use += (i == 0 ? "" : i + 1 == to.names.size() ? " or " : ", ");
      use += '"' + std::string(to.names[i]) + '"';
    }
    if (value.is_string()) use += suggestion(value.text(), to.names);
    reject_value(path, value, use);
  }
  void operator()(PerAxis<std::int64_t>* to) const {
    *to = by_axis<std::int64_t>(
        "a whole number for all axes, or a list of up to 4, for x, y, z and w",
        [&](const Json& element, const JsonPath& at) {
          return whole(element, at, static_cast<std::int64_t>(member.limits.least),
                       static_cast<std::int64_t>(member.limits.most));
        });
  }
  void operator()(PerAxis<double>* to) const {
    *to = by_axis<double>(
        "a number for all axes, or a list of up to 4, for x, y, z and w",
        [&](const Json& element, const JsonPath& at) { return number(element, at); });
  }
  void operator()(std::array<std::array<double, 5>, 4>* to) const {
    each(value, path, 4, 4, "a list of 4 rows, for x, y, z and w",
         [&](const Json& row, const JsonPath& of_row, std::size_t a) {
           each(row, of_row, 5, 5, "a list of 5 numbers, the last of which is a distance",
                [&](const Json& element, const JsonPath& at, std::size_t b) {
                  (*to)[a][b] = number(element, at);
                });
         });
  }
  void operator()(Range* to) const {
    each(value, path, 2, 2, "a list of 2 numbers",
         [&](const Json& element, const JsonPath& at, std::size_t i) {
           (i == 0 ? to->min : to->max) = float_number(element, at);
         });
  }
  void operator()(Path* to) const {
    std::vector<Path::Position> positions;
    each(value, path, 0, value.size(), "a list of positions, each [x, y, z]",
         [&](const Json& position, const JsonPath& of_position, std::size_t) {
           positions.emplace_back();
           each(position, of_position, 3, 3, "a list of x, y and z",
                [&](const Json& element, const JsonPath& at, std::size_t axis) {
                  positions.back()[axis] = static_cast<int>(whole(element, at, 0, 15));
                });
         });
    *to = Path(positions);
  }
  void operator()(std::vector<std::array<float, 2>>* to) const {
    each(value, path, 0, value.size(), "a list of points, each [x, y]",
         [&](const Json& point, const JsonPath& of_point, std::size_t) {
           to->emplace_back();
           each(point, of_point, 2, 2, "a list of x and y",
                [&](const Json& element, const JsonPath& at, std::size_t axis) {
                  to->back()[axis] = float_number(element, at);
                });
         });
  }
  void operator()(std::vector<ChunkLayer>* to) const {
    each(value, path, 0, value.size(), "a list of layers, each [chop, weight]",
         [&](const Json& layer, const JsonPath& of_layer, std::size_t) {
           each(layer, of_layer, 2, 2, "a list of chop and weight",
                [](const Json&, const JsonPath&, std::size_t) {});
           to->push_back({static_cast<int>(whole(layer.list()[0], JsonPath(0, &of_layer),
                                                 -Chunk::chop_limit, Chunk::chop_limit)),
                          number(layer.list()[1], JsonPath(1, &of_layer))});
         });
  }
  void operator()(std::vector<std::uint32_t>* to) const {
    each(value, path, 0, value.size(), "a list of whole numbers",
         [&](const Json& element, const JsonPath& at, std::size_t) {
           to->push_back(static_cast<std::uint32_t>(whole(element, at, 0, 0xffffffff)));
         });
  }
  void operator()(Lattice* to) const { *to = read_lattice(value, path); }
  void operator()(Gradients* to) const { *to = read_gradients(value, path); }

 private:
  // `read(element, path)` reads one of the numbers.
  template <class T, class Read>
  PerAxis<T> by_axis(const char* use, Read read) const {
    if (value.is_number()) return read(value, path);
    std::array<T, 4> numbers{};
    std::size_t count = 0;
    each(value, path, 0, 4, use, [&](const Json& element, const JsonPath& at, std::size_t axis) {
      numbers[axis] = read(element, at);
      count = axis + 1;
    });
    return PerAxis<T>(std::span<const T>(numbers).first(count));
  }
};

}  // namespace

void read_member(const Json& value, const JsonPath& path, const graph::Member& member,
                 const graph::Slot& slot) {
  std::visit(Reader{value, path, member}, slot);
}

}  // namespace perlane::text
