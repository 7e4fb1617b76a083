# Makes the Debian packages of the build tree BUILD in DIRECTORY, and looks into them.
# TOOL: whether there is the command-line tool.
# SHARED: the name of the shared library's package, if there is one.
# TBB: whether perlane uses oneTBB.
# VERSION: that of the packages.
file(REMOVE_RECURSE ${DIRECTORY})
execute_process(COMMAND ${CPACK} -G DEB -B ${DIRECTORY} -D CPACK_DEBIAN_COMPRESSION_TYPE=gzip
  WORKING_DIRECTORY ${BUILD} COMMAND_ERROR_IS_FATAL ANY)

# The package called `name` depends on what matches `depends` and has files that match each of ARGN.
function(check name depends)
  file(GLOB package ${DIRECTORY}/${name}_${VERSION}_*.deb)
  if(NOT package)
    message(SEND_ERROR "There is no package ${name} of version ${VERSION} in ${DIRECTORY}")
    return()
  endif()
  execute_process(COMMAND dpkg-deb --field ${package}
    OUTPUT_VARIABLE fields COMMAND_ERROR_IS_FATAL ANY)
  foreach(field "Package: ${name}\n" "Version: ${VERSION}\n" "Depends: [^\n]*${depends}"
      "Maintainer: [^\n]+ <[^\n]+@[^\n]+>\n" "Section: [a-z]+\n"
      "Description: [^\n]+\n [^\n]+\n")
    if(NOT fields MATCHES "${field}")
      message(SEND_ERROR "${name} has no field that matches \"${field}\":\n${fields}")
    endif()
  endforeach()
  execute_process(COMMAND dpkg-deb --contents ${package}
    OUTPUT_VARIABLE contents COMMAND_ERROR_IS_FATAL ANY)
  foreach(file ${ARGN} /share/doc/${name}/copyright)
    if(NOT contents MATCHES "\\./usr[^\n]*${file}[\n ]")
      message(SEND_ERROR "${name} has no file ${file}:\n${contents}")
    endif()
  endforeach()
  if(contents MATCHES "${BUILD}")
    message(SEND_ERROR "${name} has files of the build tree:\n${contents}")
  endif()
endfunction()

set(development
  /include/perlane/perlane\\.hpp
  /include/perlane/version\\.hpp
  /cmake/perlane/perlane-config\\.cmake
  /cmake/perlane/perlane-config-version\\.cmake
  /cmake/perlane/perlane-targets\\.cmake
  /pkgconfig/perlane\\.pc)
if(SHARED)
  check(libperlane-dev "${SHARED} \\(= ${VERSION}\\)" ${development} /libperlane\\.so)
  check(${SHARED} libstdc "/libperlane\\.so\\.${VERSION}")
elseif(TBB)
  check(libperlane-dev libtbb-dev ${development} /libperlane\\.a)
else()
  check(libperlane-dev "" ${development} /libperlane\\.a)
endif()
if(TOOL)
  check(perlane libstdc
    /bin/perlane
    /share/man/man1/perlane\\.1\\.gz
    /share/man/man1/perlane-render\\.1\\.gz
    /share/bash-completion/completions/perlane
    /share/zsh/vendor-completions/_perlane
    /share/perlane/field\\.schema\\.json)
endif()
