// A CUDA driver that runs nothing: it remembers which symbols an image holds
// and prints one line a call of interest. The image is a text: `function NAME
// OFFSET:SIZE...` and `global NAME TEXT` a line. What a launch test looks at is
// which body was launched with which shape, and whether anything was launched
// at all.
//
// FAKE_CUDA_SYNC=719 makes the next synchronisation return that error;
// FAKE_CUDA_LAUNCH likewise the launch. FAKE_CUDA_FUNCTION="0=128 11=2" are the
// attributes of every function, FAKE_CUDA_DEVICE those of the device, and
// FAKE_CUDA_BLOCKS how many blocks a multiprocessor can have.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace {

struct module;
struct function {
  module *home;
  std::string name;
  std::vector<std::pair<std::size_t, std::size_t>> params;
};
struct module {
  std::map<std::string, function> functions;
  std::map<std::string, std::string> globals;
};
std::vector<std::unique_ptr<module>> modules;
int context_object;
void *current;

int code(const char *variable) {
  const char *value = std::getenv(variable);
  return value ? std::atoi(value) : 0;
}

/// The value of `attribute` in a list like "0=128 11=2"; an error if none is.
int attribute_of(const char *variable, int attribute, int *value) {
  const char *list = std::getenv(variable);
  std::istringstream words(list ? list : "");
  char equals = 0;
  for (int id = 0, found = 0; words >> id >> equals >> found;)
    if (id == attribute) {
      *value = found;
      return 0;
    }
  return 1;
}

void print(const char *how, void *f, const unsigned *d, unsigned shared) {
  std::printf("%s %s grid %u,%u,%u block %u,%u,%u shared %u\n", how,
              static_cast<function *>(f)->name.c_str(), d[0], d[1], d[2], d[3],
              d[4], d[5], shared);
}

} // namespace

extern "C" {
int cuInit(unsigned) { return 0; }
int cuDeviceGet(int *d, int) { return *d = 0; }
int cuDevicePrimaryCtxRetain(void **c, int) {
  *c = &context_object;
  return 0;
}
int cuCtxGetCurrent(void **c) {
  *c = current;
  return 0;
}
int cuCtxSetCurrent(void *c) {
  current = c;
  return 0;
}
int cuCtxSynchronize() { return code("FAKE_CUDA_SYNC"); }
int cuModuleLoadData(void **m, const void *image) {
  std::istringstream text{std::string(static_cast<const char *>(image))};
  auto loaded = std::make_unique<module>();
  for (std::string line; std::getline(text, line);) {
    std::istringstream words(line);
    std::string kind, name;
    words >> kind >> name;
    if (kind == "function") {
      function &f = loaded->functions[name];
      f.home = loaded.get();
      f.name = name;
      char colon = 0;
      for (std::size_t offset = 0, size = 0; words >> offset >> colon >> size;)
        f.params.emplace_back(offset, size);
    } else if (kind == "global") {
      std::getline(words >> std::ws, loaded->globals[name]);
    } else {
      return 200; // CUDA_ERROR_INVALID_IMAGE
    }
  }
  std::printf("load module\n");
  *m = modules.emplace_back(std::move(loaded)).get();
  return 0;
}
int cuModuleGetFunction(void **f, void *m, const char *name) {
  auto &all = static_cast<module *>(m)->functions;
  const auto found = all.find(name);
  if (found == all.end())
    return 500;
  *f = &found->second;
  return 0;
}
int cuModuleGetGlobal_v2(unsigned long long *at, std::size_t *size, void *m,
                         const char *name) {
  auto &all = static_cast<module *>(m)->globals;
  const auto found = all.find(name);
  if (found == all.end())
    return 500;
  *at = reinterpret_cast<unsigned long long>(found->second.c_str());
  *size = found->second.size() + 1;
  return 0;
}
int cuFuncGetParamInfo(void *f, std::size_t i, std::size_t *offset,
                       std::size_t *size) {
  const auto &params = static_cast<function *>(f)->params;
  if (i >= params.size())
    return 1;
  std::tie(*offset, *size) = params[i];
  return 0;
}
int cuCtxGetDevice(int *d) { return *d = 0; }
int cuFuncGetAttribute(int *value, int attribute, void *) {
  return attribute_of("FAKE_CUDA_FUNCTION", attribute, value);
}
int cuDeviceGetAttribute(int *value, int attribute, int) {
  return attribute_of("FAKE_CUDA_DEVICE", attribute, value);
}
int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, void *, int,
                                                std::size_t) {
  *blocks = code("FAKE_CUDA_BLOCKS");
  return 0;
}
int cuOccupancyMaxActiveClusters(int *clusters, void *, const void *) {
  *clusters = code("FAKE_CUDA_CLUSTERS");
  return 0;
}
int cuFuncSetAttribute(void *, int attribute, int value) {
  std::printf("set attribute %d to %d\n", attribute, value);
  return 0;
}
int cuLaunchKernel(void *f, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                   unsigned by, unsigned bz, unsigned shared, void *, void **,
                   void **) {
  if (int error = code("FAKE_CUDA_LAUNCH"))
    return error;
  const unsigned shape[] = {gx, gy, gz, bx, by, bz};
  print("launch", f, shape, shared);
  return 0;
}
int cuLaunchKernelEx(const void *config, void *f, void **, void **) {
  struct attribute {
    unsigned id, pad, value[16];
  };
  struct launch {
    unsigned shape[7];
    void *stream;
    const attribute *attributes;
    unsigned count;
  };
  const auto *l = static_cast<const launch *>(config);
  std::string how = "launch attributes";
  for (unsigned i = 0; i != l->count; ++i)
    how += " " + std::to_string(l->attributes[i].id);
  print(how.c_str(), f, l->shape, l->shape[6]);
  return 0;
}
int cuMemAlloc_v2(unsigned long long *, std::size_t) { return 2; }
int cuMemFree_v2(unsigned long long) { return 0; }
int cuMemcpyHtoD_v2(unsigned long long, const void *, std::size_t) { return 1; }
int cuMemcpyDtoH_v2(void *to, unsigned long long from, std::size_t size) {
  std::memcpy(to, reinterpret_cast<const void *>(from), size);
  return 0;
}
int cuFuncGetModule(void **m, void *f) {
  *m = static_cast<function *>(f)->home;
  return 0;
}
int cuFuncGetName(const char **name, void *f) {
  *name = static_cast<function *>(f)->name.c_str();
  return 0;
}
// A module is the library of its functions, and these are its kernels.
int cuKernelGetLibrary(void **library, void *f) {
  *library = static_cast<function *>(f)->home;
  return code("FAKE_CUDA_LIBRARY");
}
int cuLibraryGetKernel(void **f, void *library, const char *name) {
  return cuModuleGetFunction(f, library, name);
}
int cuCtxGetId(void *, unsigned long long *id) {
  *id = 1;
  return 0;
}
int cuStreamCreate(void **, unsigned) { return 0; }
int cuStreamSynchronize(void *) { return 0; }
int cuStreamDestroy_v2(void *) { return 0; }
int cuMemcpyDtoHAsync_v2(void *to, unsigned long long from, std::size_t size,
                         void *) {
  return cuMemcpyDtoH_v2(to, from, size);
}
int cuGetErrorName(int e, const char **text) {
  *text = e == 719   ? "CUDA_ERROR_LAUNCH_FAILED"
          : e == 500 ? "CUDA_ERROR_NOT_FOUND"
                     : "CUDA_ERROR_OTHER";
  return 0;
}
int cuGetErrorString(int e, const char **text) {
  *text = e == 719 ? "unspecified launch failure" : "another error";
  return 0;
}
}
