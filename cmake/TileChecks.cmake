# How a room, the plugin, a tool and a unit test are built.

include_guard(GLOBAL)

# Flags every C++ target of ours shares. `passes/` is the include root: #include "core/Term.h".
add_library(tilechecks_flags INTERFACE)
target_compile_features(tilechecks_flags INTERFACE cxx_std_20)
target_include_directories(tilechecks_flags INTERFACE "${PROJECT_SOURCE_DIR}/passes")
target_compile_options(tilechecks_flags INTERFACE -Wall -Wextra -fvisibility-inlines-hidden)
if(TILECHECKS_WERROR)
  target_compile_options(tilechecks_flags INTERFACE -Werror)
endif()
if(TILECHECKS_ASSERTIONS)
  target_compile_options(tilechecks_flags INTERFACE -UNDEBUG)
endif()
if(TILECHECKS_SANITIZE)
  target_compile_options(tilechecks_flags INTERFACE -fsanitize=${TILECHECKS_SANITIZE} -fno-omit-frame-pointer
    -fno-sanitize-recover=all)
  target_link_options(tilechecks_flags INTERFACE -fsanitize=${TILECHECKS_SANITIZE})
endif()

# Headers of LLVM, no libraries: what the plugin needs, since opt and clang bring the code.
add_library(tilechecks_llvm_headers INTERFACE)
target_include_directories(tilechecks_llvm_headers SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
separate_arguments(_tilechecks_llvm_definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
target_compile_definitions(tilechecks_llvm_headers INTERFACE ${_tilechecks_llvm_definitions})

# The shared LLVM library, for tools and unit tests that are not loaded into a host.
add_library(tilechecks_llvm INTERFACE)
target_link_libraries(tilechecks_llvm INTERFACE tilechecks_llvm_headers)
if(TARGET LLVM)
  target_link_libraries(tilechecks_llvm INTERFACE LLVM)
else()
  llvm_map_components_to_libnames(_tilechecks_llvm_libs all)
  target_link_libraries(tilechecks_llvm INTERFACE ${_tilechecks_llvm_libs})
endif()

# tilechecks_add_room(NAME SOURCES file... [LLVM] [EXCEPTIONS] [DEPENDS room...])
#
# Makes `tilechecks_NAME_objects` (what the plugin is put together from) and `tilechecks_NAME`, the same objects as an
# archive that carries its dependencies, for tools and tests. A room without sources is an INTERFACE library.
#   LLVM        the room reads LLVM headers; it is then built without exceptions, as LLVM is
#   EXCEPTIONS  keep exceptions in spite of LLVM
#   DEPENDS     other rooms by name
function(tilechecks_add_room name)
  cmake_parse_arguments(ROOM "LLVM;EXCEPTIONS" "" "SOURCES;DEPENDS" ${ARGN})
  if(ROOM_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "tilechecks_add_room(${name}): what is '${ROOM_UNPARSED_ARGUMENTS}'?")
  endif()
  set(depends "")
  foreach(room IN LISTS ROOM_DEPENDS)
    list(APPEND depends tilechecks_${room})
  endforeach()
  set(common tilechecks_flags)
  if(ROOM_LLVM)
    list(APPEND common tilechecks_llvm_headers)
  endif()

  set_property(GLOBAL APPEND PROPERTY TILECHECKS_ROOMS ${name})
  if(NOT ROOM_SOURCES)
    add_library(tilechecks_${name} INTERFACE)
    target_link_libraries(tilechecks_${name} INTERFACE ${common} ${depends})
    return()
  endif()

  add_library(tilechecks_${name}_objects OBJECT ${ROOM_SOURCES})
  target_link_libraries(tilechecks_${name}_objects PRIVATE ${common})
  # Usage requirements of the rooms below, not their archives: an OBJECT library links nothing.
  target_link_libraries(tilechecks_${name}_objects PRIVATE ${depends})
  if(ROOM_LLVM AND NOT ROOM_EXCEPTIONS)
    target_compile_options(tilechecks_${name}_objects PRIVATE -fno-exceptions)
  endif()

  add_library(tilechecks_${name} STATIC $<TARGET_OBJECTS:tilechecks_${name}_objects>)
  set_target_properties(tilechecks_${name} PROPERTIES LINKER_LANGUAGE CXX)
  target_link_libraries(tilechecks_${name} PUBLIC ${common} ${depends})
endfunction()

# tilechecks_add_plugin(NAME SOURCES file... ROOMS room...)
#
# A MODULE `libNAME.so` from the objects of its rooms. LLVM is not linked: a second copy in the process of opt or clang
# would have its own registries. Nothing but the entry point is exported.
function(tilechecks_add_plugin name)
  cmake_parse_arguments(PLUGIN "" "" "SOURCES;ROOMS" ${ARGN})
  add_library(${name} MODULE ${PLUGIN_SOURCES})
  foreach(room IN LISTS PLUGIN_ROOMS)
    if(TARGET tilechecks_${room}_objects)
      target_sources(${name} PRIVATE $<TARGET_OBJECTS:tilechecks_${room}_objects>)
    elseif(TARGET tilechecks_${room})
      target_link_libraries(${name} PRIVATE tilechecks_${room}) # a room that is an archive or headers only
    else()
      message(FATAL_ERROR "tilechecks_add_plugin(${name}): no room '${room}'")
    endif()
  endforeach()
  target_link_libraries(${name} PRIVATE tilechecks_flags tilechecks_llvm_headers)
  target_compile_options(${name} PRIVATE -fno-exceptions)
  set(exports "${PROJECT_SOURCE_DIR}/cmake/plugin.map")
  target_link_options(${name} PRIVATE "LINKER:--version-script=${exports}")
  set_target_properties(${name} PROPERTIES LINK_DEPENDS "${exports}")
  set_property(GLOBAL APPEND PROPERTY TILECHECKS_PLUGINS ${name})
  install(TARGETS ${name} LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
endfunction()

# tilechecks_add_tool(NAME SOURCES file... [ROOMS room...] [LLVM] [LIBRARIES lib...] [NO_INSTALL])
# An executable in build/bin.
function(tilechecks_add_tool name)
  cmake_parse_arguments(TOOL "LLVM;NO_INSTALL" "" "SOURCES;ROOMS;LIBRARIES" ${ARGN})
  add_executable(${name} ${TOOL_SOURCES})
  foreach(room IN LISTS TOOL_ROOMS)
    target_link_libraries(${name} PRIVATE tilechecks_${room})
  endforeach()
  target_link_libraries(${name} PRIVATE tilechecks_flags ${TOOL_LIBRARIES})
  if(TOOL_LLVM)
    target_link_libraries(${name} PRIVATE tilechecks_llvm)
  endif()
  set_property(GLOBAL APPEND PROPERTY TILECHECKS_TOOLS ${name})
  if(NOT TOOL_NO_INSTALL)
    install(TARGETS ${name} RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
  endif()
endfunction()

# tilechecks_add_unit_test(NAME SOURCES file... [ROOMS room...] [LLVM] [LIBRARIES lib...])
# A GoogleTest binary in build/bin/unit, run by ctest as one entry and by scripts/test case by case.
function(tilechecks_add_unit_test name)
  cmake_parse_arguments(UNIT "LLVM" "" "SOURCES;ROOMS;LIBRARIES" ${ARGN})
  if(NOT TILECHECKS_BUILD_TESTS)
    return()
  endif()
  find_package(GTest REQUIRED)
  find_package(Threads REQUIRED)
  add_executable(${name} ${UNIT_SOURCES})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin/unit")
  foreach(room IN LISTS UNIT_ROOMS)
    target_link_libraries(${name} PRIVATE tilechecks_${room})
  endforeach()
  target_link_libraries(${name} PRIVATE tilechecks_flags ${UNIT_LIBRARIES} GTest::gmock GTest::gtest GTest::gtest_main
    Threads::Threads)
  if(UNIT_LLVM)
    target_link_libraries(${name} PRIVATE tilechecks_llvm)
  endif()
  set_property(GLOBAL APPEND PROPERTY TILECHECKS_UNIT_TESTS ${name})
  add_test(NAME unit.${name} COMMAND ${name})
endfunction()

# The package that find_package(TileChecks) finds: tilechecks_add_kernels() and the paths it needs.
function(tilechecks_install_package)
  include(CMakePackageConfigHelpers)
  set(destination "${CMAKE_INSTALL_LIBDIR}/cmake/TileChecks")
  if(EXISTS "${PROJECT_SOURCE_DIR}/intrinsics/include/tilechecks")
    install(DIRECTORY "${PROJECT_SOURCE_DIR}/intrinsics/include/tilechecks" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
  endif()
  configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/TileChecksConfig.cmake.in"
    "${PROJECT_BINARY_DIR}/cmake/TileChecksConfig.cmake" INSTALL_DESTINATION "${destination}"
    PATH_VARS CMAKE_INSTALL_BINDIR CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
  write_basic_package_version_file("${PROJECT_BINARY_DIR}/cmake/TileChecksConfigVersion.cmake"
    COMPATIBILITY SameMinorVersion)
  install(FILES "${PROJECT_BINARY_DIR}/cmake/TileChecksConfig.cmake"
    "${PROJECT_BINARY_DIR}/cmake/TileChecksConfigVersion.cmake"
    "${PROJECT_SOURCE_DIR}/cmake/TileChecksKernels.cmake" DESTINATION "${destination}")
  if(EXISTS "${PROJECT_SOURCE_DIR}/LICENSE")
    install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
  endif()
endfunction()
