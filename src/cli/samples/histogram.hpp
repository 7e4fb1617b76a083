#pragma once
// A histogram of values.

#include <perlane/field.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace perlane::cli::samples {

class Histogram {
 public:
  // Counts values within this range.
  explicit Histogram(Range range);

  Histogram empty_copy() const { return Histogram(range_); }
  void add(std::span<const float> values);
  void add(const Histogram& other);

  // The value that this part of all values, 0 to 1, is below: to 1 / 65536 of the range, and exact
  // where it is the least or the greatest value, which masks (fields of 0 and 1) have at many
  // places.
  double quantile(double part) const;
  // A printed table: quantiles, and bars of the parts of all that lie in the range.
  std::string text() const;

 private:
  double edge(std::size_t bin) const;

  Range range_;
  double scale_;
  std::vector<std::uint64_t> counts_;
  std::uint64_t least_ = 0, greatest_ = 0;  // of those in the first and in the last bin
  std::uint64_t total_ = 0;
};

}  // namespace perlane::cli::samples
