// Writers and readers of formats: a picture is read as it was written, one that lacks samples is
// not finished, and a file that was changed is noticed.

#include "cli/formats/format.hpp"
#include "cli/formats/sample_sum.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <string>
#include <sys/resource.h>
#include <unistd.h>
#include <vector>

namespace perlane::cli::formats {
namespace {

namespace fs = std::filesystem;
using output::append_whole;
using output::OutputFile;

using Bytes = std::vector<std::byte>;

class Directory {
 public:
  Directory() {
    char name[] = "/tmp/perlane-writers-XXXXXX";
    if (::mkdtemp(name) != nullptr) path_ = name;
  }
  ~Directory() { fs::remove_all(path_); }
  fs::path operator/(const std::string& name) const { return path_ / name; }

 private:
  fs::path path_;
};

// Samples in which every bit changes often; those of float16 are halves.
Bytes samples_of(const Picture& picture) {
  const int bytes = bytes_of(picture.element);
  Bytes samples(static_cast<std::size_t>(picture.width * picture.height * bytes));
  std::uint32_t state = 7;
  for (std::size_t at = 0; at < samples.size(); at += static_cast<std::size_t>(bytes)) {
    state = state * 1664525u + 1013904223u;
    const float value = static_cast<float>(static_cast<std::int32_t>(state) >> 21) * 0x1p-9f;
    const std::uint32_t number =
        is_code(picture.element) ? state >> (32 - 8 * bytes) : std::bit_cast<std::uint32_t>(value);
    const auto code = static_cast<std::uint16_t>(number);
    const auto small = static_cast<std::uint8_t>(number);
    std::memcpy(samples.data() + at,
                bytes == 4   ? static_cast<const void*>(&number)
                : bytes == 2 ? static_cast<const void*>(&code)
                             : static_cast<const void*>(&small),
                static_cast<std::size_t>(bytes));
  }
  return samples;
}

Block block_of(const Picture& picture, const Bytes& samples, std::int64_t x, std::int64_t y,
               std::int64_t width, std::int64_t height) {
  const std::int64_t bytes = bytes_of(picture.element);
  return {x,
          y,
          std::min(width, picture.width - x),
          std::min(height, picture.height - y),
          samples.data() + (y * picture.width + x) * bytes,
          picture.width * bytes};
}

// Calls visit(block) for blocks as writers take them: of one tile, or of whole rows of them.
template <class Call>
void each_block(const Format& format, const Picture& picture, const Bytes& samples, bool are_rows,
                const Call& visit) {
  const Size tile = format.granularity(picture);
  const std::int64_t width = are_rows ? picture.width : tile.width;
  const std::int64_t height = tile.height * (are_rows ? 3 : 1);
  for (std::int64_t y = 0; y < picture.height; y += height) {
    for (std::int64_t x = 0; x < picture.width; x += width)
      visit(block_of(picture, samples, x, y, width, height));
  }
}

void write(const Format& format, const fs::path& path, const Picture& picture, const Bytes& samples,
           bool are_rows) {
  OutputFile file(path, format.kind);
  const auto writer = format.make(file, picture);
  each_block(format, picture, samples, are_rows, [&](const Block& block) { writer->write(block); });
  writer->finish();
  OutputFile* const files[] = {&file};
  OutputFile::publish(files);
}

Bytes read(const Format& format, const fs::path& path, const Picture& picture) {
  const auto bytes = static_cast<std::size_t>(bytes_of(picture.element));
  Bytes found(static_cast<std::size_t>(picture.width * picture.height) * bytes);
  format.read(path, picture, [&](const Block& block) {
    for (std::int64_t y = 0; y < block.height; ++y) {
      std::copy_n(
          block.row(y), static_cast<std::size_t>(block.width) * bytes,
          found.data() + static_cast<std::size_t>((block.y + y) * picture.width + block.x) * bytes);
    }
  });
  return found;
}

// Calls test(format, picture, name of a file) for formats, types and sizes.
template <class Test>
void with_every_picture(const Test& test) {
  for (const Format& format : all()) {
    for (const Element element : format.elements) {
      constexpr std::int64_t sizes[][2] = {{1, 1}, {300, 1}, {1, 70}, {257, 530}, {1100, 18}};
      for (const auto& [width, height] : sizes) {
        for (const int variant : {0, 1}) {
          Picture picture{.width = width,
                          .height = height,
                          .element = element,
                          .recipe = format.carries_recipe ? R"({"recipe":1})" : "",
                          .compression = variant == 0 ? Compression::deflate : Compression::zstd,
                          .zarr = variant == 0 ? 3 : 2};
          const bool has_variants = format.extension == ".tif" || format.extension == ".zarr";
          if (variant == 1 && !has_variants) continue;
          SCOPED_TRACE(std::string(format.extension) + " of " + std::string(name_of(element)) +
                       ", " + std::to_string(width) + " x " + std::to_string(height) +
                       ", variant " + std::to_string(variant));
          test(format, picture, "picture" + std::string(format.extension));
        }
      }
    }
  }
}

TEST(Writers, AreReadAsTheyWrite) {
  with_every_picture([](const Format& format, const Picture& picture, const std::string& name) {
    const Directory directory;
    const Bytes samples = samples_of(picture);
    for (const bool are_rows : {false, true}) {
      const std::string file = (are_rows ? "rows-" : "tiles-") + name;
      write(format, directory / file, picture, samples, are_rows);
      EXPECT_TRUE(read(format, directory / file, picture) == samples);
    }
  });
}

// Volumes, and the shards of arrays that are larger than what is written.
TEST(Writers, BoxesAreReadAsTheyWrite) {
  const Format* const zarr = format_of(".zarr");
  if (zarr == nullptr) GTEST_SKIP() << "perlane was built without .zarr";
  for (const Size& size :
       {Size{70, 66, 130}, {5, 3, 2}, {64, 64, 64}, {65, 1, 1}, {1, 129, 3}, {1100, 520}}) {
    for (const bool is_shard : {false, true}) {
      const Format& format = is_shard ? *zarr->of_tiles : *zarr;
      Picture picture{.width = size.width,
                      .height = size.height,
                      .element = Element::uint16,
                      .recipe = {},
                      .depth = size.depth};
      picture.sharding = sharding_of(size, is_shard ? 2048 : size.is_volume() ? 64 : 512);
      SCOPED_TRACE(text_of(size) + (is_shard ? " in a shard" : " in shards"));
      const Directory directory;
      std::vector<std::uint16_t> samples(static_cast<std::size_t>(size.samples()));
      for (std::size_t i = 0; i < samples.size(); ++i)
        samples[i] = static_cast<std::uint16_t>(i * 40503u >> 4);
      {
        OutputFile file(directory / "volume", format.kind);
        const auto writer = format.make(file, picture);
        const Size granule = format.granularity(picture);
        for (std::int64_t z = 0; z < size.slices(); z += granule.slices()) {
          for (std::int64_t y = 0; y < size.height; y += granule.height) {
            const std::int64_t rows = std::min(granule.height, size.height - y);
            const std::int64_t slices = std::min(granule.slices(), size.slices() - z);
            std::vector<std::uint16_t> block;
            for (std::int64_t slice = z; slice < z + slices; ++slice) {
              const auto from = samples.begin() + (slice * size.height + y) * size.width;
              block.insert(block.end(), from, from + rows * size.width);
            }
            writer->write({0, y, size.width, rows, reinterpret_cast<std::byte*>(block.data()),
                           2 * size.width, z, slices});
          }
        }
        writer->finish();
        OutputFile* const files[] = {&file};
        OutputFile::publish(files);
      }
      std::vector<std::uint16_t> found(samples.size());
      SampleSum sum(picture), expected(picture);
      format.read(directory / "volume", picture, [&](const Block& block) {
        sum.add(block);
        for (std::int64_t row = 0; row < block.rows(); ++row) {
          const std::int64_t z = block.z + row / block.height, y = block.y + row % block.height;
          std::memcpy(
              &found[static_cast<std::size_t>((z * size.height + y) * size.width + block.x)],
              block.row(row), static_cast<std::size_t>(2 * block.width));
        }
      });
      EXPECT_TRUE(found == samples);
      expected.add({0, 0, size.width, size.height, reinterpret_cast<std::byte*>(samples.data()),
                    2 * size.width, 0, size.slices()});
      EXPECT_EQ(sum.result(), expected.result());
    }
  }
}

TEST(Writers, DoNotFinishWithoutEverySample) {
  with_every_picture([](const Format& format, const Picture& picture, const std::string& name) {
    const Directory directory;
    const Bytes samples = samples_of(picture);
    int blocks = 0;
    each_block(format, picture, samples, false, [&](const Block&) { ++blocks; });
    for (const int missing : {0, blocks - 1}) {
      OutputFile file(directory / name, format.kind);
      const auto writer = format.make(file, picture);
      int number = 0;
      // A format without any order is not in the way of what is missed out in the middle.
      const bool is_last = missing == blocks - 1;
      if (!is_last && !writer->takes_any_order()) continue;
      each_block(format, picture, samples, false, [&](const Block& block) {
        if (number++ != missing) writer->write(block);
      });
      try {
        writer->finish();
        ADD_FAILURE() << "finished without block " << missing;
      } catch (const std::runtime_error& error) {
        const std::string all = std::to_string(picture.width * picture.height);
        EXPECT_NE(std::string(error.what()).find(" of its " + all + " samples were written"),
                  std::string::npos)
            << error.what();
      }
    }
  });
}

std::string bytes_in(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void put_bytes(const fs::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

// A file with an end that is missing is no picture, however much of it is.
TEST(Writers, TruncatedFilesAreNotRead) {
  with_every_picture([](const Format& format, const Picture& picture, const std::string& name) {
    if (picture.width != 257) return;
    const Directory directory;
    const Bytes samples = samples_of(picture);
    write(format, directory / name, picture, samples, true);
    fs::path path = directory / name;
    if (format.kind == OutputFile::Kind::directory) path /= picture.zarr == 2 ? "1.0" : "c/0/0";
    const std::string whole = bytes_in(path);
    for (const std::size_t size :
         {std::size_t{0}, std::size_t{9}, whole.size() / 2, whole.size() - 1}) {
      put_bytes(path, whole.substr(0, size));
      try {
        // A directory of an image may come before what is cut off.
        EXPECT_TRUE(read(format, directory / name, picture) == samples);
        EXPECT_NE(format.extension, ".png");
        EXPECT_NE(format.extension, ".npy");
      } catch (const std::runtime_error&) {
      }
    }
  });
}

// The file of a picture of another size is another file.
TEST(Writers, OtherPicturesAreNotRead) {
  with_every_picture([](const Format& format, const Picture& picture, const std::string& name) {
    const Directory directory;
    write(format, directory / name, picture, samples_of(picture), true);
    Picture other = picture;
    other.height += 1;
    EXPECT_THROW(read(format, directory / name, other), std::runtime_error);
    other = picture;
    other.width += 1;
    EXPECT_THROW(read(format, directory / name, other), std::runtime_error);
    EXPECT_THROW(read(format, directory / "none", picture), std::exception);
  });
}

// A file that shows the same samples at another place is another file.
TEST(Writers, OtherPlacesAreNotRead) {
  const Directory directory;
  for (const Format& format : all()) {
    if (format.extension != ".tif") continue;
    for (const Element element : format.elements) {
      Picture place{.width = 3, .height = 2, .element = element, .recipe = {}};
      place.map = MapPlace{{2600000, 1200000}, {10, 12.5}, 2056};
      place.least = -1;
      place.per_code = is_code(element) ? 0.25 : 0;
      std::vector<Picture> pictures(9, place);
      pictures[1].map->origin[1] += 1;
      pictures[2].map->pixel_size[0] += 1;
      pictures[3].map->epsg = 2057;
      pictures[4].map->epsg = 0;
      pictures[5].map->epsg = 4326;
      pictures[6].map.reset();
      if (is_code(element)) pictures[7].least = 0;
      if (is_code(element)) pictures[8].per_code = 0;
      for (const Picture& written : pictures) {
        write(format, directory / "place", written, samples_of(written), true);
        for (const Picture& other : pictures) {
          const bool is_same =
              written.map == other.map && (!written.map || (written.least == other.least &&
                                                            written.per_code == other.per_code));
          if (is_same) {
            EXPECT_TRUE(read(format, directory / "place", other) == samples_of(other));
          } else {
            EXPECT_THROW(read(format, directory / "place", other), std::runtime_error);
          }
        }
      }
    }
  }
}

// Swaps a number in the header of a file for another one.
void replace_bytes(const fs::path& path, std::string_view from, std::string_view to) {
  std::string bytes = bytes_in(path);
  const std::size_t at = bytes.find(from);
  ASSERT_NE(at, std::string::npos);
  put_bytes(path, bytes.replace(at, from.size(), to));
}

// Readers would show the samples of these files in another way.
TEST(Writers, HeadersThatShowSamplesOtherwiseAreNotRead) {
  using namespace std::string_view_literals;
  struct Case {
    std::string_view extension, from, to;
  };
  const Case cases[] = {
      // 262, photometric interpretation: one SHORT, which is 1; and 0, white is zero.
      {".tif", "\x06\x01\x03\0\x01\0\0\0\x01\0"sv, "\x06\x01\x03\0\x01\0\0\0\0\0"sv},
      {".exr", "displayWindow\0box2i\0\x10\0\0\0\0\0\0\0"sv,
       "displayWindow\0box2i\0\x10\0\0\0\x01\0\0\0"sv},
      {".exr", "pixelAspectRatio\0float\0\x04\0\0\0\0\0\x80\x3f"sv,
       "pixelAspectRatio\0float\0\x04\0\0\0\0\0\0\x40"sv},
  };
  const Directory directory;
  for (const auto& [extension, from, to] : cases) {
    const Format* const format = format_of(extension);
    if (format == nullptr) continue;
    SCOPED_TRACE(from);
    const Picture picture{
        .width = 3, .height = 2, .element = Element::float32, .recipe = R"({"recipe":1})"};
    write(*format, directory / "map", picture, samples_of(picture), true);
    EXPECT_TRUE(read(*format, directory / "map", picture) == samples_of(picture));
    replace_bytes(directory / "map", from, to);
    EXPECT_THROW(read(*format, directory / "map", picture), std::runtime_error);
  }
}

// A bit of a file that has changed is an error or another sample, or is of no matter to them; it is
// never the end of the program.
TEST(Writers, ChangedBitsDoNotCrash) {
  with_every_picture([](const Format& format, const Picture& picture, const std::string& name) {
    if (picture.width != 257) return;
    const Directory directory;
    write(format, directory / name, picture, samples_of(picture), true);
    fs::path path = directory / name;
    if (format.kind == OutputFile::Kind::directory) path /= picture.zarr == 2 ? "0.0" : "c/0/0";
    const std::string whole = bytes_in(path);
    for (std::size_t i = 0; i < 40; ++i) {
      std::string changed = whole;
      const std::size_t at = i < 20 ? i * 21 % whole.size() : i * 7919 % whole.size();
      changed[at] = static_cast<char>(changed[at] ^ (1 << i % 8));
      put_bytes(path, changed);
      try {
        (void)read(format, directory / name, picture);
      } catch (const std::exception&) {
      }
    }
  });
}

// A disk that is full takes a part of a line. The next line must not be appended to that.
TEST(Writers, AppendAllOrNothing) {
  const Directory directory;
  const fs::path path = directory / "lines";
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND, 0666);
  ASSERT_GE(descriptor, 0);
  EXPECT_EQ(append_whole(descriptor, "first\n"), 0);
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  rlimit full = before;
  full.rlim_cur = 8;
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  ::setrlimit(RLIMIT_FSIZE, &full);
  const int error = append_whole(descriptor, "second\n");
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(error, EFBIG);
  EXPECT_EQ(append_whole(descriptor, "third\n"), 0);
  ::close(descriptor);
  EXPECT_EQ(bytes_in(path), "first\nthird\n");
}

// ---- checksums of samples ---------------------------------------------------------

TEST(SampleSum, DoesNotDependOnTheFormat) {
  for (const Element element : {Element::uint8, Element::uint16, Element::float32}) {
    const Picture picture{.width = 700, .height = 90, .element = element, .recipe = {}};
    const Bytes samples = samples_of(picture);
    std::vector<std::uint32_t> sums;
    for (const Format& format : all()) {
      for (const bool are_rows : {false, true}) {
        SampleSum sum(picture);
        each_block(format, picture, samples, are_rows, [&](const Block& block) { sum.add(block); });
        sums.push_back(sum.result());
      }
    }
    EXPECT_EQ(std::ranges::count(sums, sums.front()), std::ssize(sums));
  }
}

// By zlib.crc32 of Python, of the four rows and of their checksums.
TEST(SampleSum, IsAsDocumented) {
  Picture picture{.width = 3, .height = 4, .element = Element::uint8, .recipe = {}};
  Bytes samples;
  for (int i = 0; i < 12; ++i) samples.push_back(static_cast<std::byte>(i));
  SampleSum sum(picture);
  sum.add(block_of(picture, samples, 0, 0, 3, 4));
  EXPECT_EQ(sum.result(), 0x187136d1u);
}

TEST(SampleSum, IsOfAllSamples) {
  const Picture picture{.width = 8, .height = 4, .element = Element::uint16, .recipe = {}};
  const Bytes samples = samples_of(picture);
  SampleSum rows(picture), columns(picture), order(picture);
  rows.add(block_of(picture, samples, 0, 0, 8, 3));
  EXPECT_THROW(rows.result(), std::logic_error);
  columns.add(block_of(picture, samples, 0, 0, 5, 4));
  EXPECT_THROW(columns.result(), std::logic_error);
  EXPECT_THROW(order.add(block_of(picture, samples, 5, 0, 3, 4)), std::logic_error);
}

#ifdef PERLANE_WITH_EXR
// Halves are those that OpenEXR writes: all of them, what lies between two, and beyond.
TEST(SampleSum, RoundsToHalvesAsOpenExrDoes) {
  std::vector<float> values;
  for (std::uint32_t bits = 0; bits < 0x7c00; ++bits) {
    const auto half = [](std::uint32_t number) {
      const std::uint32_t exponent = number >> 10, mantissa = number & 1023;
      return exponent == 0
                 ? std::ldexp(static_cast<float>(mantissa), -24)
                 : std::ldexp(static_cast<float>(1024 + mantissa), static_cast<int>(exponent) - 25);
    };
    const float here = half(bits), next = half(bits + 1), middle = (here + next) / 2;
    values.insert(values.end(), {here, -here, middle, -middle, std::nextafter(middle, here),
                                 std::nextafter(middle, next)});
  }
  const float infinity = std::numeric_limits<float>::infinity();
  values.insert(values.end(), {infinity, -infinity, 65519.99f, 65520.0f, 1e30f, -1e30f, 1e-30f,
                               std::numeric_limits<float>::denorm_min(),
                               std::numeric_limits<float>::quiet_NaN()});
  while (values.size() % 1000 != 0) values.push_back(0);
  const Picture picture{.width = 1000,
                        .height = std::ssize(values) / 1000,
                        .element = Element::float16,
                        .recipe = "{}"};
  Bytes samples(values.size() * 4), room, other;
  std::memcpy(samples.data(), values.data(), samples.size());
  const Directory directory;
  write(exr_format, directory / "halves.exr", picture, samples, true);
  const Bytes found = read(exr_format, directory / "halves.exr", picture);
  const auto a = stored(samples.data(), std::ssize(values), Element::float16, room);
  const auto b = stored(found.data(), std::ssize(values), Element::float16, other);
  ASSERT_EQ(a.size(), 2 * values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    float rounded = 0;
    std::memcpy(&rounded, found.data() + 4 * i, 4);
    EXPECT_TRUE(a[2 * i] == b[2 * i] && a[2 * i + 1] == b[2 * i + 1])
        << std::hexfloat << values[i] << " is " << rounded;
  }
}
#endif

// Files that belong together appear together, or the older ones stay.
TEST(OutputFile, AllOlderFilesStayIfOneCannotBeReplaced) {
  const std::vector<std::string> names{"map.raw", "map.raw.json", "look.png"};
  const auto text_of = [](const fs::path& path) {
    std::ifstream file(path);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  for (std::size_t blocked = 0; blocked <= names.size(); ++blocked) {
    const Directory directory;
    for (const std::string& name : names) std::ofstream(directory / name) << "older " << name;
    {
      OutputFile map(directory / names[0]), recipe(directory / names[1]),
          preview(directory / names[2]);
      OutputFile* const files[] = {&map, nullptr, &recipe, &preview};
      for (OutputFile* file : files)
        if (file != nullptr) file->put("newer", 5);
      if (blocked < names.size()) {
        fs::remove(directory / names[blocked]);
        fs::create_directories(directory / names[blocked] / "inside");
        EXPECT_THROW(OutputFile::publish(files), std::exception);
      } else {
        OutputFile::publish(files);
      }
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (i == blocked) continue;
      const std::string expected = blocked < names.size() ? "older " + names[i] : "newer";
      EXPECT_EQ(text_of(directory / names[i]), expected) << blocked;
    }
    const auto there = std::distance(fs::directory_iterator(directory / ""), {});
    EXPECT_EQ(there, static_cast<std::ptrdiff_t>(names.size())) << "temporary files are left";
  }
}

}  // namespace
}  // namespace perlane::cli::formats
