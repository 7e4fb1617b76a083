# Conan 2 recipe of perlane, from the source tree that it lies in: conan create packaging/conan
import os
import re

from conan import ConanFile
from conan.tools.build import check_min_cppstd, stdcpp_library
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load, rmdir

required_conan_version = ">=2.0"


class PerlaneConan(ConanFile):
    name = "perlane"
    description = "Coherent noise on grids at the speed of memory, with the same bits on every CPU"
    license = "MIT"
    topics = ("noise", "perlin", "procedural-generation", "simd", "terrain")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False], "with_tbb": [True, False]}
    default_options = {"shared": False, "fPIC": True, "with_tbb": True}
    implements = ["auto_shared_fpic"]

    @property
    def _tree(self):
        return os.path.join(self.recipe_folder, os.pardir, os.pardir)

    def set_version(self):
        cmake_lists = load(self, os.path.join(self._tree, "CMakeLists.txt"))
        self.version = re.search(r"project\(perlane VERSION ([0-9.]+)", cmake_lists).group(1)

    def export_sources(self):
        for pattern in ("CMakeLists.txt", "LICENSE", "cmake/*", "include/*", "src/*"):
            copy(self, pattern, src=self._tree, dst=self.export_sources_folder)

    def layout(self):
        cmake_layout(self)

    def requirements(self):
        self.requires("xsimd/[>=13.2 <15]", visible=False)
        self.requires("nlohmann_json/[>=3.11 <4]", visible=False)
        if self.options.with_tbb:
            self.requires("onetbb/[>=2021.8 <2023]")

    def validate(self):
        check_min_cppstd(self, 20)

    def generate(self):
        CMakeDeps(self).generate()
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["PERLANE_WITH_TBB"] = bool(self.options.with_tbb)
        for part in ("TESTS", "BENCH", "CLI", "EXAMPLES"):
            toolchain.cache_variables[f"PERLANE_BUILD_{part}"] = False
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(
            self,
            "LICENSE",
            src=self.source_folder,
            dst=os.path.join(self.package_folder, "licenses"),
        )
        for directory in ("cmake", "pkgconfig"):  # Conan makes its own
            rmdir(self, os.path.join(self.package_folder, "lib", directory))

    def package_info(self):
        self.cpp_info.libs = ["perlane"]
        self.cpp_info.set_property("cmake_file_name", "perlane")
        self.cpp_info.set_property("cmake_target_name", "perlane::perlane")
        self.cpp_info.set_property("cmake_target_aliases", ["perlane::c"])  # no standard either
        self.cpp_info.set_property("pkg_config_name", "perlane")
        if not self.options.shared:  # C compilers do not link these by themselves
            if runtime := stdcpp_library(self):
                self.cpp_info.system_libs.append(runtime)
            if self.settings.os in ("Linux", "FreeBSD"):
                self.cpp_info.system_libs.append("m")
                if not self.options.with_tbb:
                    self.cpp_info.system_libs.append("pthread")
