# The shared library LIBRARY of the version VERSION shows what the public headers declare, and
# nothing of what is behind them. NM and READELF are the programs that look.
cmake_policy(SET CMP0057 NEW)
execute_process(COMMAND ${NM} --dynamic --defined-only --format=posix ${LIBRARY}
  OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n]+" symbols "${symbols}")
set(inside 3api|5model|9reference|7kernels|3isa|6engine|5field|4text)
set(operators "(pl|mi|ml|dv|ng|pL|mI|mL|dV)")
set(ours 0)
foreach(line IN LISTS symbols)
  string(REGEX MATCH "^[^ ]+" name "${line}")
  # _ZN..7perlane.. is a member of the namespace. The rest is of the standard library's templates,
  # which every library shows.
  if(name MATCHES "^_Z(NK?|TV|TI|TS|TVN|TIN|TSN)?7perlane(${inside})"
      OR name MATCHES "xsimd|3tbb|8nlohmann")
    message(SEND_ERROR "${LIBRARY} shows ${name}")
  elseif(name MATCHES "^_Z(T[VIS])?N?K?7perlane([0-9]|${operators}E)")  # members, types
    math(EXPR ours "${ours} + 1")
  elseif(name MATCHES "^perlane_")  # C
    math(EXPR ours "${ours} + 1")
  elseif(NOT name MATCHES "^_Z(NK?|T[VIS]N?)?(K?S[a-z]|St)" AND NOT name MATCHES "^_Z.*St")
    message(SEND_ERROR "${LIBRARY} shows ${name}, which is not perlane's")
  endif()
endforeach()
if(ours LESS 76)
  message(SEND_ERROR "${LIBRARY} shows only ${ours} functions")
endif()

string(REGEX MATCH "^(0\\.[0-9]+|[0-9]+)" soversion ${VERSION})
execute_process(COMMAND ${READELF} --dynamic ${LIBRARY}
  OUTPUT_VARIABLE dynamic COMMAND_ERROR_IS_FATAL ANY)
if(NOT dynamic MATCHES "SONAME[^\n]*\\[libperlane\\.so\\.${soversion}\\]")
  message(SEND_ERROR "The name in ${LIBRARY} is not libperlane.so.${soversion}:\n${dynamic}")
endif()
if(NOT dynamic MATCHES "NODELETE")
  message(SEND_ERROR "${LIBRARY} may be unloaded, but threads wait in it:\n${dynamic}")
endif()
if(dynamic MATCHES "RPATH|RUNPATH")
  message(SEND_ERROR "${LIBRARY} looks for libraries where it was built:\n${dynamic}")
endif()
