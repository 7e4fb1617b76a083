#pragma once
// The shaded relief of a render, as a PNG.

#include "cli/formats/format.hpp"
#include "cli/output_file.hpp"
#include "cli/plan.hpp"
#include "cli/relief.hpp"
#include "cli/samples.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace perlane::cli {

class Preview {
 public:
  Preview(const Plan& plan, OutputFile& file);

  // Paints the samples, and writes them once a row of blocks is whole.
  void write(const Samples& samples);
  void finish() { writer_->finish(); }

  static Tile tile_of(const Plan& plan);

 private:
  Picture picture_;
  Relief relief_;
  std::unique_ptr<Writer> writer_;
  std::vector<std::uint8_t> colours_;
};

}  // namespace perlane::cli
