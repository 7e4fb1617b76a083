# The project that was configured in BUILD installs share/consumer/bits.cpp, to PREFIX, and nothing
# of the perlane below it, which has not even been built.
file(REMOVE_RECURSE ${PREFIX})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${PREFIX}
  COMMAND_ERROR_IS_FATAL ANY)
file(GLOB_RECURSE installed RELATIVE ${PREFIX} ${PREFIX}/*)
if(NOT installed STREQUAL "share/consumer/bits.cpp")
  message(FATAL_ERROR "The project installs ${installed}")
endif()
