# Finds what TileChecks is built with and tested by. LLVM is required at exactly one version, because the plugin is loaded
# into clang and opt of that version; everything else is optional and switches off what needs it.
#
# Sets: TILECHECKS_LLVM_BIN, TILECHECKS_CLANGXX, TILECHECKS_OPT, TILECHECKS_LIT (empty if absent), TILECHECKS_CUDA_ROOT
# (empty if absent), TILECHECKS_NVCC, TILECHECKS_PTXAS.

set(TILECHECKS_LLVM_WANTED 22.1)

# Debian's package answers to 22.1 and not to 22; /usr/lib/llvm-22 is not on CMake's default path.
find_package(LLVM ${TILECHECKS_LLVM_WANTED} QUIET CONFIG
  HINTS /usr/lib/llvm-22/lib/cmake/llvm /usr/lib/llvm-22/cmake ENV LLVM_DIR)
if(NOT LLVM_FOUND)
  if(LLVM_CONSIDERED_VERSIONS)
    list(JOIN LLVM_CONSIDERED_VERSIONS ", " found)
    message(FATAL_ERROR "TileChecks needs LLVM ${TILECHECKS_LLVM_WANTED}, found ${found}: install llvm-22-dev or set LLVM_DIR")
  endif()
  message(FATAL_ERROR "TileChecks needs LLVM ${TILECHECKS_LLVM_WANTED}, found none: install llvm-22-dev or set LLVM_DIR")
endif()
if(NOT LLVM_PACKAGE_VERSION VERSION_GREATER_EQUAL 22.1 OR NOT LLVM_PACKAGE_VERSION VERSION_LESS 22.2)
  message(FATAL_ERROR "TileChecks needs LLVM ${TILECHECKS_LLVM_WANTED}, found ${LLVM_PACKAGE_VERSION} in ${LLVM_DIR}")
endif()

set(TILECHECKS_LLVM_BIN "${LLVM_TOOLS_BINARY_DIR}")
find_program(TILECHECKS_CLANGXX NAMES clang++ clang++-22 HINTS "${TILECHECKS_LLVM_BIN}" NO_DEFAULT_PATH)
find_program(TILECHECKS_CLANGXX NAMES clang++-22)
find_program(TILECHECKS_OPT NAMES opt opt-22 HINTS "${TILECHECKS_LLVM_BIN}" NO_DEFAULT_PATH)
find_program(TILECHECKS_OPT NAMES opt-22)

# LLVM_DEFAULT_EXTERNAL_LIT names a path that Debian does not ship; the tool is in llvm-22-tools.
find_program(TILECHECKS_LIT NAMES lit llvm-lit
  HINTS "${TILECHECKS_LLVM_BIN}" "${TILECHECKS_LLVM_BIN}/../utils/lit" NO_DEFAULT_PATH)
find_program(TILECHECKS_LIT NAMES lit llvm-lit)

set(TILECHECKS_CUDA_ROOT "")
set(_tilechecks_cuda_hints "${TILECHECKS_CUDA_PATH}" "$ENV{CUDA_PATH}" "$ENV{CUDA_HOME}" /usr/local/cuda)
foreach(hint IN LISTS _tilechecks_cuda_hints)
  if(hint AND EXISTS "${hint}/bin/ptxas" AND EXISTS "${hint}/include/cuda_runtime.h")
    set(TILECHECKS_CUDA_ROOT "${hint}")
    break()
  endif()
endforeach()
set(TILECHECKS_NVCC "")
set(TILECHECKS_PTXAS "")
if(TILECHECKS_CUDA_ROOT)
  set(TILECHECKS_PTXAS "${TILECHECKS_CUDA_ROOT}/bin/ptxas")
  if(EXISTS "${TILECHECKS_CUDA_ROOT}/bin/nvcc")
    set(TILECHECKS_NVCC "${TILECHECKS_CUDA_ROOT}/bin/nvcc")
  endif()
endif()

if(NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(TILECHECKS_CCACHE NAMES ccache)
  if(TILECHECKS_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER "${TILECHECKS_CCACHE}")
  endif()
endif()

message(STATUS "LLVM: ${LLVM_PACKAGE_VERSION} in ${LLVM_DIR}")
if(NOT TILECHECKS_CLANGXX)
  message(STATUS "clang++ 22: not found; no kernel can be compiled")
else()
  message(STATUS "clang++ 22: ${TILECHECKS_CLANGXX}")
endif()
if(NOT TILECHECKS_LIT)
  message(STATUS "lit: not found; the lit suites cannot run (package llvm-22-tools)")
else()
  message(STATUS "lit: ${TILECHECKS_LIT}")
endif()
if(NOT TILECHECKS_CUDA_ROOT)
  message(STATUS "CUDA: not found; no kernels from CUDA sources, their tests are skipped (set TILECHECKS_CUDA_PATH)")
else()
  message(STATUS "CUDA: ${TILECHECKS_CUDA_ROOT}")
endif()
