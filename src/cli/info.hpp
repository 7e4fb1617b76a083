#pragma once

namespace perlane::cli {

// `perlane info`: what this program is, and what it runs on.
void info();

}  // namespace perlane::cli
