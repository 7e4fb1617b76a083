#pragma once
// Every kernel, for one instruction set.

#include "kernels/table.hpp"
#include "kernels/grid.hpp"
#include "kernels/operations.hpp"
#include "kernels/write.hpp"
#include "kernels/perlin.hpp"
#include "kernels/points.hpp"
#include "kernels/ramp.hpp"
#include "kernels/value.hpp"

namespace perlane::kernels {

template <class Arch, int N, class Noise>
void fill(const Noise& noise, const model::Tile& tile, const model::Fold& fold,
          const model::Sink& sink, model::State& state) noexcept {
  GridFill<Arch, N, typename Sources<Arch, N, Noise>::Rows>::of(noise, tile, state)(tile, fold,
                                                                                    sink);
}

template <class Arch, int N, class Noise>
void differentiate(const Noise& noise, const model::Tile& tile, float* const* planes,
                   model::State& state) noexcept {
  GridFill<Arch, N, typename Sources<Arch, N, Noise>::Rows, true>::of(noise, tile, state)
      .differentiate(tile, planes, static_cast<float>(noise.frequency));
}

template <class Arch, int N, class Noise>
inline constexpr auto sample =
    evaluate_points<Arch, N, typename Sources<Arch, N, Noise>::Drawn, false, Noise>;
template <class Arch, int N, class Noise>
inline constexpr auto sample_derivatives =
    evaluate_points<Arch, N, typename Sources<Arch, N, Noise>::Drawn, true, Noise>;

template <class Arch, class Noise>
constexpr NoiseTable<Noise> make_noise() noexcept {
  return {true,
          {fill<Arch, 1, Noise>, fill<Arch, 2, Noise>, fill<Arch, 3, Noise>, fill<Arch, 4, Noise>},
          {differentiate<Arch, 1, Noise>, differentiate<Arch, 2, Noise>,
           differentiate<Arch, 3, Noise>, differentiate<Arch, 4, Noise>},
          {sample<Arch, 1, Noise>, sample<Arch, 2, Noise>, sample<Arch, 3, Noise>,
           sample<Arch, 4, Noise>},
          {sample_derivatives<Arch, 1, Noise>, sample_derivatives<Arch, 2, Noise>,
           sample_derivatives<Arch, 3, Noise>, sample_derivatives<Arch, 4, Noise>}};
}

template <class Arch, class Noise>
constexpr NoiseTable<Noise> noise_table = make_noise<Arch, Noise>();
template <class Arch>
constexpr NoiseTable<model::Ramp> noise_table<Arch, model::Ramp>{
    false,
    {fill_ramp<Arch>, fill_ramp<Arch>, fill_ramp<Arch>, fill_ramp<Arch>},
    {differentiate_ramp<Arch>, differentiate_ramp<Arch>, differentiate_ramp<Arch>,
     differentiate_ramp<Arch>},
    {sample_ramp<Arch>, sample_ramp<Arch>, sample_ramp<Arch>, sample_ramp<Arch>},
    {sample_ramp_derivatives<Arch>, sample_ramp_derivatives<Arch>, sample_ramp_derivatives<Arch>,
     sample_ramp_derivatives<Arch>}};

template <class Arch, class... Noise>
constexpr NoiseTables<model::NoiseList<Noise...>> make_noises(model::NoiseList<Noise...>) noexcept {
  return {noise_table<Arch, Noise>...};
}

template <class Arch>
constexpr kernels::Kernels make_table(const char* name) noexcept {
  return {name,
          make_noises<Arch>(model::Noises{}),
          write<Arch>,
          shape_slope<Arch>,
          operate<Arch>,
          operate_slope<Arch>,
          map_double<Arch>,
          map_single<Arch>,
          spread<Arch>};
}

}  // namespace perlane::kernels
