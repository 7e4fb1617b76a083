// OpenEXR by its library: one channel, Y, which is luminance, in lines, compressed by ZIP.

#include "cli/formats/format.hpp"
#include "engine/parallel.hpp"

#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfIO.h>
#include <ImfInputFile.h>
#include <ImfOutputFile.h>
#include <ImfStringAttribute.h>
#include <ImfTestFile.h>
#include <ImfThreading.h>

#include <algorithm>
#include <atomic>
#include <half.h>
#include <stdexcept>
#include <system_error>
#include <vector>

namespace perlane::cli::formats {
namespace {

constexpr char channel[] = "Y";
constexpr char attribute[] = "perlane";
constexpr std::int64_t lines = 16;  // that ZIP compresses together
constexpr std::int64_t read_bytes = 1 << 20;  // at a time

class Stream final : public Imf::OStream {
 public:
  explicit Stream(output::OutputFile& file) : OStream(file.path().c_str()), file_(file) {}

  void write(const char* data, int size) override {
    const int error = file_.write_at(position_, data, static_cast<std::size_t>(size));
    if (error != 0) error_ = error;
    check();
    position_ += static_cast<std::uint64_t>(size);
  }
  std::uint64_t tellp() override { return position_; }
  void seekp(std::uint64_t position) override { position_ = position; }

  // OpenEXR ends a file in a destructor, where errors get lost.
  void check() const {
    if (error_ != 0) file_.fail(error_);
  }

 private:
  output::OutputFile& file_;
  std::uint64_t position_ = 0;
  int error_ = 0;
};

Imf::Header header_of(const Picture& picture) {
  Imf::Header header(static_cast<int>(picture.width), static_cast<int>(picture.height));
  header.compression() = Imf::ZIP_COMPRESSION;
  header.zipCompressionLevel() = 1;  // higher ones take longer, and make noise hardly smaller
  const bool is_half = picture.element == Element::float16;
  header.channels().insert(channel, Imf::Channel(is_half ? Imf::HALF : Imf::FLOAT));
  if (!picture.recipe.empty()) header.insert(attribute, Imf::StringAttribute(picture.recipe));
  return header;
}

// Returns true for a header that shows the picture as header_of does.
bool is_header_of(const Picture& picture, const Imf::Header& header) {
  const Imf::Header expected = header_of(picture);
  return header.dataWindow() == expected.dataWindow() &&
         header.displayWindow() == expected.displayWindow() &&
         header.pixelAspectRatio() == expected.pixelAspectRatio() &&
         header.screenWindowCenter() == expected.screenWindowCenter() &&
         header.screenWindowWidth() == expected.screenWindowWidth() &&
         header.channels() == expected.channels();
}

class ExrWriter final : public Writer {
 public:
  ExrWriter(output::OutputFile& file, const Picture& picture)
      : Writer(file, picture), picture_(picture), stream_(file), threads_(engine::thread_count()) {
    try {
      Imf::setGlobalThreadCount(threads_ > 1 ? threads_ : 0);
    } catch (const std::system_error&) {  // the system has no more
      Imf::setGlobalThreadCount(0);
    }
    file_ = std::make_unique<Imf::OutputFile>(stream_, header_of(picture), threads_);
  }

  void write(const Block& block) override {
    const bool is_half = picture_.element == Element::float16;
    const char* samples = reinterpret_cast<const char*>(block.samples);
    std::int64_t bytes = 4, stride = block.stride, rows = block.height;
    if (is_half) {
      rows = narrow(block);
      samples = reinterpret_cast<const char*>(halves_.data());
      bytes = 2;
      stride = block.width * bytes;
    }
    // The library wants the address that line 0 would have.
    Imf::FrameBuffer frame;
    frame.insert(
        channel,
        Imf::Slice(is_half ? Imf::HALF : Imf::FLOAT, const_cast<char*>(samples) - block.y * stride,
                   static_cast<std::size_t>(bytes), static_cast<std::size_t>(stride)));
    file_->setFrameBuffer(frame);
    file_->writePixels(static_cast<int>(block.height));
    count(block.width * rows);
  }

  void end() override {
    file_.reset();
    stream_.check();
  }

 private:
  // Returns how many rows it has made halves of.
  std::int64_t narrow(const Block& block) {
    std::atomic<std::int64_t> rows = 0;
    halves_.resize(static_cast<std::size_t>(block.width * block.height));
    engine::parallel_for(block.height, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t y = begin; y < end; ++y) {
        const auto* from = reinterpret_cast<const float*>(block.row(y));
        Imath::half* to = halves_.data() + y * block.width;
        for (std::int64_t x = 0; x < block.width; ++x) to[x] = from[x];
      }
      rows += end - begin;
    });
    return rows;
  }

  Picture picture_;
  Stream stream_;
  int threads_;
  std::vector<Imath::half> halves_;
  std::unique_ptr<Imf::OutputFile> file_;
};

Size granularity(const Picture& picture) { return {picture.width, lines}; }

std::unique_ptr<Writer> make(output::OutputFile& file, const Picture& picture) {
  return std::make_unique<ExrWriter>(file, picture);
}

std::optional<std::string> recipe_in(const std::filesystem::path& path) {
  if (!Imf::isOpenExrFile(path.c_str())) return {};
  std::optional<std::string> recipe;
  try {
    const Imf::InputFile file(path.c_str(), 0);
    const auto* found = file.header().findTypedAttribute<Imf::StringAttribute>(attribute);
    if (found != nullptr) recipe = found->value();
  } catch (const std::exception&) {
    reject_recipe(path, "is damaged");
  }
  if (!recipe) reject_recipe(path, "has no recipe of perlane's");
  return recipe;
}

// Halves become floats.
void read_lines(Imf::InputFile& file, const Picture& picture, const Visit& visit) {
  if (!is_header_of(picture, file.header())) throw std::invalid_argument("it is another picture");
  const std::int64_t stride = picture.width * 4;
  const std::int64_t most = std::max(read_bytes / stride / lines, std::int64_t{1}) * lines;
  std::vector<std::byte> room(static_cast<std::size_t>(stride * std::min(most, picture.height)));
  for (std::int64_t y = 0; y < picture.height; y += most) {
    const std::int64_t rows = std::min(most, picture.height - y);
    Imf::FrameBuffer frame;
    frame.insert(channel, Imf::Slice(Imf::FLOAT, reinterpret_cast<char*>(room.data()) - y * stride,
                                     4, static_cast<std::size_t>(stride)));
    file.setFrameBuffer(frame);
    file.readPixels(static_cast<int>(y), static_cast<int>(y + rows - 1));
    visit({0, y, picture.width, rows, room.data(), stride});
  }
}

void read(const std::filesystem::path& path, const Picture& picture, const Visit& visit) {
  std::unique_ptr<Imf::InputFile> file;
  try {
    file = std::make_unique<Imf::InputFile>(path.c_str(), 0);
    read_lines(*file, picture, visit);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    cannot_read(path, error.what());
  }
}

constexpr std::int64_t most_extent = (std::int64_t{1} << 30) - 1;  // Imf::Header::sanityCheck

constexpr Element elements[] = {Element::float32, Element::float16};

}  // namespace

const Format exr_format{".exr",      "OpenEXR, one channel of luminance",
                        elements,    output::OutputFile::Kind::file,
                        false,       true,
                        granularity, make,
                        recipe_in,   read,
                        nullptr,     nullptr,
                        nullptr,     false,
                        most_extent};

}  // namespace perlane::cli::formats
