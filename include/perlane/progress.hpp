#pragma once
/// \file
/// What is told how far an evaluation is, and may end it.

#include <perlane/detail/cxx20.hpp>

#include <concepts>
#include <exception>
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
/// written some of the array, no matter which, and nothing else is left of it. Of an array without
/// points it is told nothing.
class Progress {
 public:
  /// Nobody is told.
  constexpr Progress() = default;

  /// \param function  takes a double; returns whether to go on, or nothing. Copies of a Progress
  /// have copies of it
  template <class Function>
    requires(!std::same_as<Function, Progress> && std::copy_constructible<Function> &&
             std::invocable<Function&, double>)
  Progress(Function function)
      : function_(new Function(std::move(function))), actions_(&actions_of<Function>) {}

  constexpr Progress(const Progress& other)
      : function_(other ? other.actions_->copy(other.function_) : nullptr),
        actions_(other.actions_) {}
  constexpr Progress(Progress&& other) noexcept
      : function_(std::exchange(other.function_, nullptr)),
        actions_(std::exchange(other.actions_, nullptr)) {}
  constexpr Progress& operator=(Progress other) noexcept {
    std::swap(function_, other.function_);
    std::swap(actions_, other.actions_);
    return *this;
  }
  constexpr ~Progress() {
    if (*this) actions_->destroy(function_);
  }

  /// Whether somebody is told.
  constexpr explicit operator bool() const noexcept { return actions_ != nullptr; }

  /// Tells, and returns whether to go on.
  bool operator()(double part) const { return actions_->call(function_, part); }

 private:
  // The headers of the library do without std::function: what has it takes long to compile, and no
  // constant could have it as a member.
  struct Actions {
    bool (*call)(void* function, double part);
    void* (*copy)(const void* function);
    void (*destroy)(void* function) noexcept;
  };

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

  template <class Function>
  static constexpr Actions actions_of{
      call<Function>,
      [](const void* function) -> void* {
        return new Function(*static_cast<const Function*>(function));
      },
      [](void* function) noexcept { delete static_cast<Function*>(function); }};

  void* function_ = nullptr;
  const Actions* actions_ = nullptr;
};

/// What `fill` and `sample` throw when Options::progress has ended them.
class Cancelled : public std::exception {
 public:
  const char* what() const noexcept override;
};

}  // namespace perlane
