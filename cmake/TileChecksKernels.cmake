# tilechecks_add_kernels(TARGET SOURCES k.cu... ARCHS sm_90 sm_100a... [OUTPUT_DIRECTORY dir] [BODIES all|list]
#                        [OPTIONS arg...] [DEPENDS file...] [FATBIN] [LAUNCHER [LAUNCHER_OPTIONS arg...]])
#
# Compiles each source once per target with the plugin: NAME.ARCH.ptx, NAME.ARCH.cubin and the sidecar NAME.ARCH.json in
# OUTPUT_DIRECTORY (default: the current binary folder). With LAUNCHER, the generated NAME.ARCH.launch.hpp as well, the cubin
# embedded unless LAUNCHER_OPTIONS (of launcher-gen) say otherwise. With FATBIN, the cubins of all targets of a source become
# NAME.fatbin, and the launcher is one for all of them, NAME.launch.hpp. TARGET builds them all; its properties TILECHECKS_CUBINS,
# TILECHECKS_PTX, TILECHECKS_SIDECARS, TILECHECKS_FATBINS and TILECHECKS_LAUNCHERS list the files.
#
# In this project the driver and the generator are targets; for an installed package they are files.

include_guard(GLOBAL)

function(tilechecks_add_kernels target)
  cmake_parse_arguments(K "LAUNCHER;FATBIN" "OUTPUT_DIRECTORY;BODIES" "SOURCES;ARCHS;OPTIONS;DEPENDS;LAUNCHER_OPTIONS" ${ARGN})
  if(K_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "tilechecks_add_kernels(${target}): what is '${K_UNPARSED_ARGUMENTS}'?")
  endif()
  if(NOT K_SOURCES OR NOT K_ARCHS)
    message(FATAL_ERROR "tilechecks_add_kernels(${target}): SOURCES and ARCHS are needed")
  endif()
  if(NOT K_OUTPUT_DIRECTORY)
    set(K_OUTPUT_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}")
  endif()
  file(MAKE_DIRECTORY "${K_OUTPUT_DIRECTORY}")

  set(tool_targets "")
  if(TARGET tilechecks-clang)
    set(driver "$<TARGET_FILE:tilechecks-clang>")
    list(APPEND tool_targets tilechecks-clang TileChecks)
  else()
    set(driver "${TILECHECKS_DRIVER}")
    list(APPEND tool_targets "${TILECHECKS_DRIVER}" "${TILECHECKS_PLUGIN}")
  endif()
  if(TARGET launcher-gen)
    set(generator "$<TARGET_FILE:launcher-gen>")
    set(generator_dependency launcher-gen)
  else()
    set(generator "${TILECHECKS_LAUNCHER_GEN}")
    set(generator_dependency "${TILECHECKS_LAUNCHER_GEN}")
  endif()

  if(NOT K_LAUNCHER_OPTIONS)
    set(K_LAUNCHER_OPTIONS --embed)
  endif()
  set(options "")
  if(TILECHECKS_CUDA_ROOT)
    list(APPEND options "--cuda-path=${TILECHECKS_CUDA_ROOT}")
  endif()
  if(K_BODIES)
    list(APPEND options "--bodies=${K_BODIES}")
  endif()
  list(APPEND options ${K_OPTIONS})

  if(K_FATBIN)
    find_program(TILECHECKS_FATBINARY fatbinary
      HINTS "${TILECHECKS_CUDA_ROOT}/bin" ENV CUDA_PATH PATH_SUFFIXES bin PATHS /usr/local/cuda/bin)
    if(NOT TILECHECKS_FATBINARY)
      message(FATAL_ERROR "tilechecks_add_kernels(${target}): FATBIN needs fatbinary, which comes with the CUDA toolkit")
    endif()
  endif()

  set(fatbins "")
  set(cubins "")
  set(ptxs "")
  set(sidecars "")
  set(launchers "")
  foreach(source IN LISTS K_SOURCES)
    get_filename_component(source "${source}" ABSOLUTE)
    get_filename_component(name "${source}" NAME_WE)
    set(images "")
    set(described "")
    set(parts "")
    foreach(arch IN LISTS K_ARCHS)
      set(stem "${K_OUTPUT_DIRECTORY}/${name}.${arch}")
      add_custom_command(
        OUTPUT "${stem}.cubin" "${stem}.ptx" "${stem}.json"
        COMMAND "${driver}" "${source}" "--offload-arch=${arch}" "--sidecar=${stem}.json" "--ptx=${stem}.ptx"
                "-MD" "-MF" "${stem}.d" "-MT" "${stem}.cubin" ${options} -o "${stem}.cubin"
        DEPENDS "${source}" ${K_DEPENDS} ${tool_targets}
        DEPFILE "${stem}.d"
        COMMENT "tilechecks-clang ${name}.cu for ${arch}"
        VERBATIM)
      list(APPEND cubins "${stem}.cubin")
      list(APPEND sidecars "${stem}.json")
      list(APPEND ptxs "${stem}.ptx")
      string(REPLACE "sm_" "" number "${arch}")
      list(APPEND images "--image3=kind=elf,sm=${number},file=${stem}.cubin")
      list(APPEND described --sidecar "${stem}.json")
      list(APPEND parts "${stem}.json" "${stem}.cubin")
      if(K_LAUNCHER AND NOT K_FATBIN)
        add_custom_command(
          OUTPUT "${stem}.launch.hpp"
          COMMAND "${generator}" --sidecar "${stem}.json" --cubin "${stem}.cubin" ${K_LAUNCHER_OPTIONS}
                  -o "${stem}.launch.hpp"
          DEPENDS "${stem}.json" "${stem}.cubin" ${generator_dependency}
          COMMENT "launcher-gen ${name} for ${arch}"
          VERBATIM)
        list(APPEND launchers "${stem}.launch.hpp")
      endif()
    endforeach()
    if(K_FATBIN)
      set(stem "${K_OUTPUT_DIRECTORY}/${name}")
      add_custom_command(OUTPUT "${stem}.fatbin"
        COMMAND "${TILECHECKS_FATBINARY}" --create "${stem}.fatbin" ${images}
        DEPENDS ${parts} COMMENT "fatbinary ${name}" VERBATIM)
      list(APPEND fatbins "${stem}.fatbin")
      if(K_LAUNCHER)
        add_custom_command(OUTPUT "${stem}.launch.hpp"
          COMMAND "${generator}" ${described} --cubin "${stem}.fatbin" ${K_LAUNCHER_OPTIONS} -o "${stem}.launch.hpp"
          DEPENDS "${stem}.fatbin" ${parts} ${generator_dependency} COMMENT "launcher-gen ${name}" VERBATIM)
        list(APPEND launchers "${stem}.launch.hpp")
      endif()
    endif()
  endforeach()
  add_custom_target(${target} ALL DEPENDS ${cubins} ${sidecars} ${ptxs} ${fatbins} ${launchers})
  set_target_properties(${target} PROPERTIES
    TILECHECKS_CUBINS "${cubins}" TILECHECKS_PTX "${ptxs}" TILECHECKS_SIDECARS "${sidecars}"
    TILECHECKS_FATBINS "${fatbins}" TILECHECKS_LAUNCHERS "${launchers}")
endfunction()
