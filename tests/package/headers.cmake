# The public headers in INCLUDE know nothing of what perlane is made with.
file(GLOB headers ${INCLUDE}/perlane/*.hpp)
if(NOT headers)
  message(FATAL_ERROR "There are no headers in ${INCLUDE}/perlane")
endif()
foreach(header IN LISTS headers)
  file(STRINGS ${header} lines
    REGEX "xsimd|(^|[^a-z_])(oneapi|tbb)/|# *include *[<\"](immintrin|arm_neon)")
  foreach(line IN LISTS lines)
    message(SEND_ERROR "${header}: ${line}")
  endforeach()
  file(STRINGS ${header} includes REGEX "^ *# *include")
  foreach(line IN LISTS includes)
    if(NOT line MATCHES "^#include <(perlane/[a-z]+\\.hpp|[a-z_]+)>$")
      message(SEND_ERROR
        "${header} includes what is neither perlane's nor the standard library's: ${line}")
    endif()
  endforeach()
endforeach()
