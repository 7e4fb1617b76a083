#pragma once
// The shaded relief of a render, as a PNG.

#include "cli/formats/format.hpp"
#include "cli/output/output_file.hpp"
#include "cli/render/plan.hpp"
#include "cli/samples/relief.hpp"
#include "cli/samples/samples.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace perlane::cli::render {

class Preview {
 public:
  Preview(const Plan& plan, output::OutputFile& file);

  // Paints the samples, and writes them once a row of blocks is whole.
  void write(const samples::Samples& samples);
  void finish() { writer_->finish(); }

  // The rows of samples that are written together.
  static std::int64_t granularity(const Plan& plan);

 private:
  void reduce(std::int64_t first, std::int64_t rows);

  formats::Size size_;  // of the heightmap
  formats::Picture picture_;
  samples::Relief relief_;
  std::unique_ptr<formats::Writer> writer_;
  std::vector<std::uint8_t> colours_;
  std::vector<std::uint64_t> sums_;  // of the row of pixels that is not whole
  std::vector<std::uint8_t> pixels_;  // of the rows that are not written
  std::int64_t written_ = 0;          // rows
};

}  // namespace perlane::cli::render
