cmake_policy(SET CMP0057 NEW)
# The public headers in INCLUDE know nothing of what perlane is made with, and compile quickly.
file(GLOB_RECURSE headers ${INCLUDE}/perlane/*.hpp)
# All that perlane needs besides what <vector>, <memory> and <span> include already. <random> alone
# would double the time that the headers take to compile. The headers that <mdspan> needs are
# included where there is an <mdspan>.
set(light array bit concepts cstddef cstdint exception initializer_list iterator memory optional
  span string_view tuple type_traits utility vector version mdspan stdexcept string)
if(NOT headers)
  message(FATAL_ERROR "There are no headers in ${INCLUDE}/perlane")
endif()
foreach(header IN LISTS headers)
  file(STRINGS ${header} lines
    REGEX "xsimd|nlohmann|(^|[^a-z_])(oneapi|tbb)/|# *include *[<\"](immintrin|arm_neon)")
  foreach(line IN LISTS lines)
    message(SEND_ERROR "${header}: ${line}")
  endforeach()
  file(STRINGS ${header} includes REGEX "^ *# *include")
  foreach(line IN LISTS includes)
    if(NOT line MATCHES "^#include <perlane/(detail/)?[a-z0-9_]+\\.hpp>$"
        AND NOT (line MATCHES "^#include <([a-z_]+)>$" AND CMAKE_MATCH_1 IN_LIST light))
      message(SEND_ERROR "${header} includes what is neither perlane's nor a header of the standard"
        " library that compiles quickly: ${line}")
    endif()
  endforeach()
endforeach()
