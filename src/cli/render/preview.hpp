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

  static formats::Size granularity(const Plan& plan);

 private:
  formats::Picture picture_;
  samples::Relief relief_;
  std::unique_ptr<formats::Writer> writer_;
  std::vector<std::uint8_t> colours_;
};

}  // namespace perlane::cli::render
