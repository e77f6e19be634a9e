// Everything that gives and takes memory of the host's, as C and C++ have it.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <new>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

__global__ void index(int *x) { x[threadIdx.x] = threadIdx.x; }

extern "C" size_t malloc_usable_size(void *);
struct alignas(256) Wide { float values[100]; };
static int own_news;

struct Own {
  int value[3];
  void *operator new(size_t size) {
    own_news++;
    return malloc(size);
  }
  void operator delete(void *at) { free(at); }
};

static bool filled(const char *from, size_t size, char value) {
  for (size_t n = 0; n < size; n++)
    if (from[n] != value) return false;
  return true;
}

static bool sizes_and_boundaries() {
  for (size_t size = 0; size < 300000; size = size * 3 / 2 + 1) {
    char *plain = (char *)malloc(size), *zero = (char *)calloc(size, 1), *grown = (char *)realloc(NULL, size);
    if (((uintptr_t)plain | (uintptr_t)zero | (uintptr_t)grown) % 16 || !filled(zero, size, 0)) return false;
    memset(plain, 1, size), memset(zero, 2, size), memset(grown, 3, size);
    if (malloc_usable_size(plain) < size) return false;
    grown = (char *)realloc(grown, 2 * size + 1);
    if (!filled(grown, size, 3)) return false;
    grown = (char *)realloc(grown, size / 2 + 1);
    if (!filled(grown, size / 2, 3)) return false;
    free(plain), free(zero), free(grown);
    for (size_t boundary = 8; boundary <= 65536; boundary *= 4) {
      void *at;
      if (posix_memalign(&at, boundary, size) || (uintptr_t)at % boundary) return false;
      memset(at, 4, size), free(at);
    }
  }
  void *at = NULL, *volatile product = calloc(SIZE_MAX / 2, 3), *volatile huge = realloc(NULL, SIZE_MAX - 8);
  if (!posix_memalign(&at, 24, 8) || product || huge) return false;
  free(NULL);
  return true;
}

static bool texts() {
  char *text = strdup("abcdefghij"), *line = NULL, *written = NULL;
  text = (char *)realloc(text, 1000);
  strcat(text, "klm");
  size_t size = 0;
  FILE *file = fmemopen(text, strlen(text), "r");
  ssize_t read = getline(&line, &size, file);
  fclose(file);
  if (asprintf(&written, "%s %d", text, 7) != 15) return false;
  bool right = read == 13 && !strcmp(line, text) && !strcmp(written, "abcdefghijklm 7");
  free(text), free(line), free(written);
  return right;
}

static bool containers() {
  std::map<int, std::string> many;
  for (int n = 0; n < 40000; n++) many[n * 7919 % 40009] = "a text that is longer than a short one";
  std::vector<std::unique_ptr<Wide>> wide(700);
  for (auto &each : wide) {
    each = std::make_unique<Wide>();
    if ((uintptr_t)each.get() % 256) return false;
  }
  std::vector<int> grows;
  for (int n = 0; n < 100000; n++) grows.push_back(n);
  std::ostringstream out;
  out << many.size() << ' ' << grows.back();
  std::unique_ptr<Own> own(new Own);
  delete new (std::nothrow) double;
  return out.str() == "40000 99999" && own_news == 1;
}

int main() {
  bool right[4] = {};
  right[0] = sizes_and_boundaries() && texts();
  std::vector<std::thread> threads;
  for (int n = 1; n < 4; n++)
    threads.emplace_back([&right, n] { right[n] = n == 3 ? containers() : sizes_and_boundaries(); });
  for (auto &thread : threads) thread.join();
  int *x = (int *)malloc(64 * sizeof(int)), *d_x;
  if (cudaMalloc(&d_x, 64 * sizeof(int))) return 2;
  index<<<1, 64>>>(d_x);
  if (cudaMemcpy(x, d_x, 64 * sizeof(int), cudaMemcpyDeviceToHost) || cudaFree(d_x)) return 2;
  if (x[63] == 63 && right[0] && right[1] && right[2] && right[3]) std::puts("right");
  free(x);
}
