# COMPILER builds SOURCE, of a STANDARD of its language, as PROGRAM, with the flags that pkg-config
# (PKG_CONFIG, perhaps with an OPTION) gives for the package whose .pc file is in DIRECTORY. PROGRAM
# succeeds, and prints what REFERENCE prints, if there is one. VERSION: that of the package.
set(ENV{PKG_CONFIG_PATH} ${DIRECTORY})

function(ask variable)
  execute_process(COMMAND ${PKG_CONFIG} ${ARGN} perlane
    OUTPUT_VARIABLE answer OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  set(${variable} "${answer}" PARENT_SCOPE)
endfunction()

ask(version --modversion)
if(NOT version STREQUAL VERSION)
  message(FATAL_ERROR "perlane.pc is of version ${version}, not ${VERSION}")
endif()

ask(compile_flags --cflags ${OPTION})
ask(link_flags --libs ${OPTION})
separate_arguments(compile_flags UNIX_COMMAND "${compile_flags}")
separate_arguments(link_flags UNIX_COMMAND "${link_flags}")
execute_process(
  COMMAND ${COMPILER} -std=${STANDARD} ${compile_flags} ${SOURCE} -o ${PROGRAM} ${link_flags}
  COMMAND_ERROR_IS_FATAL ANY COMMAND_ECHO STDOUT)

ask(libdir --variable=libdir)
set(ENV{LD_LIBRARY_PATH} "${libdir}")
if(REFERENCE)
  include(${CMAKE_CURRENT_LIST_DIR}/same_bits.cmake)
else()
  execute_process(COMMAND ${PROGRAM} COMMAND_ERROR_IS_FATAL ANY)
endif()
