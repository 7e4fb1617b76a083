#pragma once
// The work of a case, once it is set up.

#include "cases.hpp"

#include <memory>
#include <stdexcept>

namespace perlane::bench {

class Work {
 public:
  virtual ~Work() = default;
  virtual void run() = 0;     // what is measured
  virtual void verify() = 0;  // throws if what a run writes is wrong
};

inline void require(bool is_right) {
  if (!is_right) throw std::runtime_error("the output is wrong");
}

using MakeWork = std::unique_ptr<Work>(const Case&);
MakeWork make_fill, make_sample, make_single, make_chunk, make_maps, make_range, make_store;

}  // namespace perlane::bench
