#pragma once
// Converts public classes to the objects behind them, and back. Nothing else has access to these.

#include <perlane/chunk.hpp>
#include <perlane/field.hpp>
#include <perlane/lattice.hpp>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace perlane {

struct detail::Access {
  static const auto& node(const Field& field) noexcept { return field.node_; }
  static const auto& custom(const Gradients& gradients) noexcept { return gradients.custom_; }
  static const auto& custom(const Lattice& lattice) noexcept { return lattice.custom_; }
  static const auto& digits(const Path& path) noexcept { return path.digits_; }

  static Field field(std::shared_ptr<const graph::Node> node) noexcept {
    Field field;
    field.node_ = std::move(node);
    return field;
  }
  static Gradients gradients(std::shared_ptr<const graph::CustomGradients> custom) noexcept {
    Gradients gradients;
    gradients.custom_ = std::move(custom);
    return gradients;
  }
  static Lattice lattice(std::shared_ptr<const graph::CustomLattice> custom) noexcept {
    Lattice lattice;
    lattice.custom_ = std::move(custom);
    return lattice;
  }
};

namespace graph {

[[noreturn]] void reject_empty_field();

// The node behind a field. Throws std::invalid_argument if the field is empty.
inline const std::shared_ptr<const Node>& pointer_of(const Field& field) {
  const auto& node = detail::Access::node(field);
  if (node == nullptr) reject_empty_field();
  return node;
}
inline const Node& node_of(const Field& field) { return *pointer_of(field); }
inline Field field_of(std::shared_ptr<const Node> node) noexcept {
  return detail::Access::field(std::move(node));
}

// Null is the automatic set, and a hashed lattice.
inline const std::shared_ptr<const CustomGradients>& custom_of(
    const Gradients& gradients) noexcept {
  return detail::Access::custom(gradients);
}
inline const std::shared_ptr<const CustomLattice>& custom_of(const Lattice& lattice) noexcept {
  return detail::Access::custom(lattice);
}
inline Gradients gradients_of(std::shared_ptr<const CustomGradients> custom) noexcept {
  return detail::Access::gradients(std::move(custom));
}
inline Lattice lattice_of(std::shared_ptr<const CustomLattice> custom) noexcept {
  return detail::Access::lattice(std::move(custom));
}

// Each position of a path as one number, x + 16 (y + 16 z).
inline const std::vector<std::uint16_t>& digits_of(const Path& path) noexcept {
  return detail::Access::digits(path);
}

}  // namespace graph
}  // namespace perlane
