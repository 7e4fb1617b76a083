#pragma once
/// \file
/// Reports the progress of an evaluation to a callback, which may cancel it.

#include <perlane/detail/cxx20.hpp>

#include <concepts>
#include <cstddef>
#include <exception>
#include <type_traits>
#include <utility>

namespace perlane {

/// A callback that receives the part of an evaluation that is done, from 0 to 1. If it returns
/// false, `fill` or `sample` throws Cancelled. If it throws, they throw the same exception.
///
///     std::atomic<bool> is_wanted = true;
///     std::vector<float> height(4096 * 4096);
///     perlane::fill(height, {.shape = {4096, 4096}}, perlane::fbm(perlane::perlin()),
///                   {.progress = [&](double) { return is_wanted.load(); }});
///
/// It is called with 0 before anything is written, with 1 when everything is, and in between with
/// increasing parts, at most a hundred times a second. The calls come from any of the threads that
/// take part, but never two at a time, so the callback needs no lock of its own. An evaluation that
/// was cancelled has written an unspecified part of the array, and leaves nothing else behind. For
/// an array without points, the callback is never called.
class Progress {
 public:
  /// No callback.
  constexpr Progress() = default;
  /// No callback.
  constexpr Progress(std::nullptr_t) noexcept {}  // NOLINT(google-explicit-constructor)

  /// \param function  takes a double; returns whether to continue, or nothing. Copies of a Progress
  /// have copies of it. An empty std::function or a null pointer is no callback
  template <class Function>
    requires(!std::same_as<Function, Progress> && std::copy_constructible<Function> &&
             std::invocable<Function&, double>)
  Progress(Function function) {
    if constexpr (requires { static_cast<bool>(function == nullptr); }) {
      if (function == nullptr) return;
    }
    function_ = new Function(std::move(function));
    actions_ = &actions_of<Function>;
  }

  /// Copies the callback.
  constexpr Progress(const Progress& other)
      : function_(other ? other.actions_->copy(other.function_) : nullptr),
        actions_(other.actions_) {}
  /// Takes the callback; `other` has none afterwards.
  constexpr Progress(Progress&& other) noexcept
      : function_(std::exchange(other.function_, nullptr)),
        actions_(std::exchange(other.actions_, nullptr)) {}
  /// Takes the callback of `other`, or a copy of it.
  constexpr Progress& operator=(Progress other) noexcept {
    std::swap(function_, other.function_);
    std::swap(actions_, other.actions_);
    return *this;
  }
  constexpr ~Progress() {
    if (*this) actions_->destroy(function_);
  }

  /// True if a callback is set.
  constexpr explicit operator bool() const noexcept { return actions_ != nullptr; }

  /// Calls it, and returns whether to continue.
  bool operator()(double part) const { return actions_->call(function_, part); }

 private:
  /// \cond
  // The headers of the library do without std::function: its header takes long to compile, and no
  // constant could have it as a member.
  struct Actions {
    bool (*call)(void* function, double part);
    void* (*copy)(const void* function);
    void (*destroy)(void* function) noexcept;
  };
  /// \endcond

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

/// `fill` and `sample` throw this when Options::progress has cancelled them.
class Cancelled : public std::exception {
 public:
  /// "cancelled by Options::progress".
  const char* what() const noexcept override;
};

}  // namespace perlane
