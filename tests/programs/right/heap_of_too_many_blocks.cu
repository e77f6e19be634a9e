// Two threads keep the heap at the most blocks that are known, while two more make theirs grow and shrink.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

__global__ void index(int *x) { x[threadIdx.x] = threadIdx.x; }

static std::atomic<bool> done(false);

static void full() {
  std::vector<void *> many;
  for (int n = 0; n < 32000; n++) many.push_back(malloc(20));
  for (int round = 0; round < 150; round++) {
    for (int n = 0; n < 1500; n++) many.push_back(malloc(20));
    for (int n = 0; n < 1500; n++) free(many.back()), many.pop_back();
  }
  for (void *each : many) free(each);
}

static void grows(bool *right) {
  for (*right = true; !done && *right;) {
    char *text = (char *)malloc(2000);
    memset(text, 7, 2000);
    text = (char *)realloc(text, 200000), *right &= text[1999] == 7;
    text = (char *)realloc(text, 1000), *right &= text[999] == 7;
    char *large = (char *)malloc(200000);
    large[199999] = 3, text[0] = 1;
    free(large), free(text);
  }
}

int main() {
  bool right[2];
  std::thread one(grows, &right[0]), two(grows, &right[1]), three(full);
  three.join();
  std::thread four(full);
  four.join(), done = true, one.join(), two.join();
  int *x = (int *)malloc(64 * sizeof(int)), *d_x;
  if (cudaMalloc(&d_x, 64 * sizeof(int))) return 2;
  index<<<1, 64>>>(d_x);
  if (cudaMemcpy(x, d_x, 64 * sizeof(int), cudaMemcpyDeviceToHost) || cudaFree(d_x)) return 2;
  if (x[63] == 63 && right[0] && right[1]) std::puts("right");
  free(x);
}
