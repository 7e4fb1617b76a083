#include "api/progress.hpp"

namespace perlane {

const char* Cancelled::what() const noexcept { return "cancelled by Options::progress"; }

engine::Run api::run_of(const Options& options) {
  if (!options.progress) return {options.parallel};
  return {options.parallel, [&progress = options.progress](double part) {
            if (!progress(part)) throw Cancelled();
          }};
}

}  // namespace perlane
