#include "api/progress.hpp"

#include "engine/parallel.hpp"

namespace perlane {

const char* Cancelled::what() const noexcept { return "cancelled by Options::progress"; }

void engine::throw_cancelled() { throw Cancelled(); }

engine::EvaluateOptions api::run_of(const Options& options, engine::Extremes& seen) {
  engine::EvaluateOptions run{options.parallel};
  if (options.seen != nullptr) run.seen = &seen;
  if (options.progress) {
    run.report = [&progress = options.progress](double part) {
      if (!progress(part)) throw Cancelled();
    };
  }
  return run;
}

}  // namespace perlane
