# Run by cpack before it makes Debian packages: what each of them has in its share/doc directory.
foreach(component IN LISTS CPACK_COMPONENTS_ALL)
  string(TOUPPER ${component} upper)
  set(directory ${CPACK_TEMPORARY_DIRECTORY}/${component}/usr/share/doc/${CPACK_DEBIAN_${upper}_PACKAGE_NAME})
  file(MAKE_DIRECTORY ${directory})
  configure_file(${CPACK_RESOURCE_FILE_LICENSE} ${directory}/copyright COPYONLY)
  configure_file(${CPACK_PERLANE_CHANGELOG} ${directory}/changelog COPYONLY)
  execute_process(COMMAND gzip -9nf ${directory}/changelog COMMAND_ERROR_IS_FATAL ANY)
endforeach()
