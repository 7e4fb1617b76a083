# PROGRAM prints what REFERENCE prints.
foreach(program PROGRAM REFERENCE)
  execute_process(COMMAND ${${program}}
    OUTPUT_VARIABLE output_of_${program} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
if(output_of_REFERENCE STREQUAL "" OR NOT output_of_PROGRAM STREQUAL output_of_REFERENCE)
  message(FATAL_ERROR
    "${PROGRAM} prints\n${output_of_PROGRAM}and ${REFERENCE}\n${output_of_REFERENCE}")
endif()
