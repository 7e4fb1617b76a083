# Tests packages with the compilers that there are.

# ---- compilers --------------------------------------------------------------
set(warnings_GNU -Wall -Wextra -Wconversion -Wsign-conversion -Wshadow -Wpedantic
  -Wold-style-cast -Wuseless-cast -Werror)
# All but what speaks of other versions of C++, of padding, of pointers in general, and of templates
# that are defined in a library.
set(warnings_Clang -Weverything -Wno-c++98-compat -Wno-c++98-compat-pedantic
  -Wno-pre-c++20-compat-pedantic -Wno-padded -Wno-unsafe-buffer-usage -Wno-undefined-func-template
  -Werror)

# The compiler of this build, and the other of the two, if there is one.
set(compilers ${CMAKE_CXX_COMPILER_ID})
set(compiler_${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER})
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  foreach(version RANGE 29 19 -1)
    list(APPEND names clang++-${version})
  endforeach()
  find_program(PERLANE_CLANG NAMES ${names} DOC "A Clang to test the package with")
  if(PERLANE_CLANG)
    list(APPEND compilers Clang)
    set(compiler_Clang ${PERLANE_CLANG})
  endif()
endif()

# ---- how to test ------------------------------------------------------------
set(build_and_test ${CMAKE_CTEST_COMMAND} --build-and-test)
set(consumer ${CMAKE_CURRENT_SOURCE_DIR}/consumer)
set(c_consumer ${CMAKE_CURRENT_SOURCE_DIR}/c_consumer)

# A package to be found: the one in `prefix`, set up by the fixture `fixture`, used with `compiler`;
# without the headers of xsimd and nlohmann_json, and with what ARGN says. Further labels: `labels`.
function(test_package name prefix fixture compiler labels)
  set(directory ${CMAKE_CURRENT_BINARY_DIR}/${name}.${compiler})
  set(test package.${name}.${compiler})
  add_test(NAME ${test}.build
    COMMAND ${build_and_test} ${consumer} ${directory}
      --build-generator ${CMAKE_GENERATOR}
      --build-options -DPERLANE_BY=package -DCMAKE_PREFIX_PATH=${prefix}
        -DCMAKE_CXX_COMPILER=${compiler_${compiler}} -DCMAKE_BUILD_TYPE=Release
        -DEXAMPLE=${example} "-DWARNINGS=${warnings_${compiler}}"
        -DCMAKE_DISABLE_FIND_PACKAGE_xsimd=ON
        -DCMAKE_DISABLE_FIND_PACKAGE_nlohmann_json=ON ${ARGN})
  set_tests_properties(${test}.build PROPERTIES
    FIXTURES_REQUIRED ${fixture} FIXTURES_SETUP ${test} LABELS "${labels}")
  foreach(program readme-20 readme-23 twice-20 twice-23)
    add_test(NAME ${test}.${program} COMMAND ${directory}/${program})
    set_tests_properties(${test}.${program} PROPERTIES FIXTURES_REQUIRED ${test} LABELS "${labels}")
  endforeach()
  foreach(program bits bits-fast-math)
    test_bits(${test}.${program} ${directory}/${program})
    set_tests_properties(${test}.${program} PROPERTIES FIXTURES_REQUIRED ${test} LABELS "${labels}")
  endforeach()
  foreach(program from-c from-cxx17)
    string(COMPARE EQUAL ${program} from-cxx17 cxx17)
    add_test(NAME ${test}.${program}
      COMMAND ${build_and_test} ${c_consumer} ${directory}.${program}
        --build-generator ${CMAKE_GENERATOR}
        --build-options -DPERLANE_BY=package -DCMAKE_PREFIX_PATH=${prefix} -DCXX17=${cxx17}
          -DCMAKE_CXX_COMPILER=${compiler_${compiler}} ${ARGN}
        --test-command ${program})
    set_tests_properties(${test}.${program} PROPERTIES
      FIXTURES_REQUIRED ${fixture} LABELS "${labels}")
  endforeach()
endfunction()

function(test_bits test program)
  add_test(NAME ${test} COMMAND ${CMAKE_COMMAND}
    -DPROGRAM=${program} -DREFERENCE=$<TARGET_FILE:package-bits>
    -P ${CMAKE_CURRENT_SOURCE_DIR}/same_bits.cmake)
endfunction()

# The sources in a project's own tree, or fetched as docs/linking.md says, but from this machine:
# all that can be had without building the library, and then (slow) all.
foreach(library xsimd nlohmann_json)
  string(TOUPPER ${library} upper)
  list(APPEND fetched
    -DFETCHCONTENT_SOURCE_DIR_${upper}=${CMAKE_CURRENT_SOURCE_DIR}/fetched/${library})
endforeach()
set(fetched
  -DFETCH=${fetch} -DFETCHCONTENT_SOURCE_DIR_PERLANE=${PROJECT_SOURCE_DIR} ${fetched}
  -DHEADERS_OF_XSIMD=$<TARGET_PROPERTY:xsimd,INTERFACE_INCLUDE_DIRECTORIES>
  -DHEADERS_OF_JSON=$<TARGET_PROPERTY:nlohmann_json::nlohmann_json,INTERFACE_INCLUDE_DIRECTORIES>)
function(test_sources name by)
  set(options -DPERLANE_BY=${by} -DPERLANE_SOURCE_DIR=${PROJECT_SOURCE_DIR}
    -DPERLANE_WITH_TBB=${PERLANE_WITH_TBB} -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}
    -DCMAKE_BUILD_TYPE=Release -DEXAMPLE=${example} -DCMAKE_EXPORT_COMPILE_COMMANDS=ON ${ARGN})
  set(directory ${CMAKE_CURRENT_BINARY_DIR}/${name})
  set(test package.${name})
  add_test(NAME ${test}.compile
    COMMAND ${build_and_test} ${consumer} ${directory}.compile
      --build-generator ${CMAKE_GENERATOR} --build-target compiled --build-options ${options})
  add_test(NAME ${test}.install
    COMMAND ${CMAKE_COMMAND} -DBUILD=${directory}.compile -DPREFIX=${directory}.staging
      -P ${CMAKE_CURRENT_SOURCE_DIR}/installs_nothing.cmake)
  set_tests_properties(${test}.compile PROPERTIES FIXTURES_SETUP ${test}.compile)
  set_tests_properties(${test}.install PROPERTIES FIXTURES_REQUIRED ${test}.compile)
  add_test(NAME ${test}.build
    COMMAND ${build_and_test} ${consumer} ${directory}
      --build-generator ${CMAKE_GENERATOR} --build-options ${options}
      --test-command readme-20)
  test_bits(${test}.bits ${directory}/bits)
  test_bits(${test}.bits-fast-math ${directory}/bits-fast-math)
  set_tests_properties(${test}.build PROPERTIES
    LABELS slow FIXTURES_SETUP ${test} PROCESSORS 2)
  set_tests_properties(${test}.bits ${test}.bits-fast-math PROPERTIES
    LABELS slow FIXTURES_REQUIRED ${test})
endfunction()

# Another build of the library, installed to a prefix of its own by the fixture package.NAME.
function(test_build name compiler)
  set(directory ${CMAKE_CURRENT_BINARY_DIR}/${name})
  add_test(NAME package.${name}.library
    COMMAND ${build_and_test} ${PROJECT_SOURCE_DIR} ${directory}
      --build-generator ${CMAKE_GENERATOR}
      --build-options -DCMAKE_CXX_COMPILER=${compiler_${compiler}} -DCMAKE_BUILD_TYPE=Release
        -DPERLANE_BUILD_TESTS=OFF -DPERLANE_BUILD_CLI=OFF -DPERLANE_BUILD_EXAMPLES=OFF
        -DCMAKE_INSTALL_LIBDIR=${CMAKE_INSTALL_LIBDIR} ${ARGN}
      --test-command ${CMAKE_COMMAND} --install ${directory} --prefix ${directory}.staging)
  set_tests_properties(package.${name}.library PROPERTIES
    LABELS slow FIXTURES_SETUP package.${name} PROCESSORS 2)
endfunction()

# Programs that are built by hand with the flags that pkg-config gives, perhaps with an option.
# ARGN: bits (in C++), from-c.
function(test_pkg_config name prefix fixture labels option)
  set(bits -DCOMPILER=${CMAKE_CXX_COMPILER} -DSTANDARD=c++20 -DSOURCE=${consumer}/bits.cpp
    -DREFERENCE=$<TARGET_FILE:package-bits>)
  set(from-c -DCOMPILER=${PERLANE_CC} -DSTANDARD=c99 -DSOURCE=${c_consumer}/from_c.c)
  foreach(program IN LISTS ARGN)
    set(test package.${name}.pkg-config${option}.${program})
    add_test(NAME ${test}
      COMMAND ${CMAKE_COMMAND} -DPKG_CONFIG=${PKG_CONFIG_EXECUTABLE} -DOPTION=${option}
        -DDIRECTORY=${prefix}/${CMAKE_INSTALL_LIBDIR}/pkgconfig -DVERSION=${PROJECT_VERSION}
        -DPROGRAM=${CMAKE_CURRENT_BINARY_DIR}/${test} ${${program}}
        -P ${CMAKE_CURRENT_SOURCE_DIR}/pkg_config.cmake)
    set_tests_properties(${test} PROPERTIES FIXTURES_REQUIRED ${fixture} LABELS "${labels}")
  endforeach()
endfunction()
