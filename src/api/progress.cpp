#include "api/progress.hpp"

#include "engine/parallel.hpp"

namespace perlane {

const char* Cancelled::what() const noexcept { return "cancelled by Options::progress"; }

void engine::throw_cancelled() { throw Cancelled(); }

engine::EvaluateOptions api::engine_options(const Options& options, engine::Extremes& seen) {
  engine::EvaluateOptions result{options.parallel};
  if (options.seen != nullptr) result.seen = &seen;
  if (options.progress) {
    result.report = [&progress = options.progress](double part) {
      if (!progress(part)) throw Cancelled();
    };
  }
  return result;
}

}  // namespace perlane
