#pragma once
/// \file
/// What is told how far an evaluation is, and may end it.

#include <perlane/detail/cxx20.hpp>

#include <concepts>
#include <exception>
#include <memory>
#include <type_traits>
#include <utility>

namespace perlane {

/// A function that is told which part of an evaluation is done, from 0 to 1. It may return whether
/// to go on: if it returns false, `fill` or `sample` throws Cancelled. What it throws itself, they
/// throw.
///
///     std::atomic<bool> is_wanted = true;
///     std::vector<float> height(4096 * 4096);
///     perlane::fill(height, {.shape = {4096, 4096}}, perlane::fbm(perlane::perlin()),
///                   {.progress = [&](double) { return is_wanted.load(); }});
///
/// It is told 0 before anything is written, 1 when all is, and in between parts that grow, at most
/// a hundred times a second. These calls come from any of the threads that take part, but never two
/// at a time, so that the function needs no lock of its own. An evaluation that has ended early has
/// written some of the array, no matter which, and nothing else is left of it.
class Progress {
 public:
  /// Nobody is told.
  Progress() = default;

  /// \param function  takes a double; returns whether to go on, or nothing
  template <class Function>
    requires(!std::same_as<Function, Progress> && std::invocable<Function&, double>)
  Progress(Function function)
      : function_(std::make_shared<Function>(std::move(function))), call_(call<Function>) {}

  /// Whether somebody is told.
  explicit operator bool() const noexcept { return call_ != nullptr; }

  /// Tells, and returns whether to go on.
  bool operator()(double part) const { return call_(function_.get(), part); }

 private:
  template <class Function>
  static bool call(void* pointer, double part) {
    Function& function = *static_cast<Function*>(pointer);
    if constexpr (std::is_void_v<std::invoke_result_t<Function&, double>>) {
      function(part);
      return true;
    } else {
      return static_cast<bool>(function(part));
    }
  }

  // The headers of the library do without std::function, for what includes it takes long to
  // compile.
  std::shared_ptr<void> function_{};
  bool (*call_)(void*, double) = nullptr;
};

/// What `fill` and `sample` throw when Options::progress has ended them.
class Cancelled : public std::exception {
 public:
  const char* what() const noexcept override;
};

}  // namespace perlane
