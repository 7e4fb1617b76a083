#include "cli/samples/histogram.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace perlane::cli::samples {
namespace {

constexpr std::size_t bins = 65536;
constexpr int bars = 16;
constexpr int longest_bar = 40;

double width_of(Range range) {
  return static_cast<double>(range.max) - static_cast<double>(range.min);
}

}  // namespace

Histogram::Histogram(Range range)
    : range_(range),
      scale_(static_cast<double>(bins) / (range.min == range.max ? 1.0 : width_of(range))),
      counts_(bins) {}

void Histogram::add(std::span<const float> values) {
  const double least = range_.min;
  for (const float value : values) {
    const double bin = (static_cast<double>(value) - least) * scale_;
    ++counts_[bin < 0 ? 0 : bin < bins - 1 ? static_cast<std::size_t>(bin) : bins - 1];
    least_ += value == range_.min;
    greatest_ += value == range_.max;
  }
  total_ += values.size();
}

void Histogram::add(const Histogram& other) {
  for (std::size_t bin = 0; bin < bins; ++bin) counts_[bin] += other.counts_[bin];
  least_ += other.least_;
  greatest_ += other.greatest_;
  total_ += other.total_;
}

double Histogram::edge(std::size_t bin) const {
  return static_cast<double>(range_.min) + static_cast<double>(bin) / scale_;
}

double Histogram::quantile(double part) const {
  const double below = part * static_cast<double>(total_);
  if (below <= static_cast<double>(least_)) return range_.min;
  if (below > static_cast<double>(total_ - greatest_)) return range_.max;
  auto sum = static_cast<double>(least_);
  for (std::size_t bin = 0; bin < bins; ++bin) {
    const std::uint64_t counted = (bin == 0 ? least_ : 0) + (bin == bins - 1 ? greatest_ : 0);
    const auto count = static_cast<double>(counts_[bin] - counted);
    if (count > 0 && sum + count >= below)
      return edge(bin) + std::max(below - sum, 0.0) / count / scale_;
    sum += count;
  }
  return range_.max;
}

std::string Histogram::text() const {
  std::string text = "quantiles ";
  for (const double percent : {1.0, 5.0, 25.0, 50.0, 75.0, 95.0, 99.0})
    text +=
        fmt::format(" {:g}% {:.4g}{}", percent, quantile(percent / 100), percent < 99 ? "," : "\n");
  std::vector<std::uint64_t> counts(bars);
  const double least = range_.min, width = width_of(range_) / bars;
  if (!(width > 0)) return text;
  for (std::size_t bin = 0; bin < bins; ++bin) {
    const double bar = (edge(bin) + 0.5 / scale_ - least) / width;
    counts[static_cast<std::size_t>(std::clamp(bar, 0.0, bars - 1.0))] += counts_[bin];
  }
  const auto most = static_cast<double>(*std::max_element(counts.begin(), counts.end()));
  for (std::size_t bar = 0; bar < bars; ++bar) {
    const auto count = static_cast<double>(counts[bar]);
    text += fmt::format("{:10.4g}  {:6.2f}%  {:#<{}}\n", least + static_cast<double>(bar) * width,
                        100 * count / static_cast<double>(total_), "",
                        static_cast<int>(count / most * longest_bar + 0.5));
  }
  return text;
}

}  // namespace perlane::cli::samples
