#include <cstdio>
#include <vector>
struct Matrix { int rows, cols; float *data; };
static void ok(cudaError_t e, const char *what) { if (e != cudaSuccess) { printf("%s: %s\n", what, cudaGetErrorString(e)); std::exit(2); } }
__global__ void scale(Matrix *m, float by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m->rows * m->cols) m->data[i] *= by;
}
int main() {
  std::vector<float> values(600, 2.0f);
  Matrix m;
  m.rows = 20; m.cols = 30;
  float *d_values;
  ok(cudaMalloc(&d_values, values.size() * sizeof(float)), "malloc");
  ok(cudaMemcpy(d_values, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice), "copy");
  m.data = values.data();  //! wrong-memory right: m.data = d_values;
  Matrix *d_m;
  ok(cudaMalloc(&d_m, sizeof(Matrix)), "malloc");
  ok(cudaMemcpy(d_m, &m, sizeof(Matrix), cudaMemcpyHostToDevice), "copy");
  scale<<<3, 256>>>(d_m, 1.5f);
  ok(cudaGetLastError(), "launch");
  ok(cudaDeviceSynchronize(), "kernel");
  ok(cudaMemcpy(values.data(), d_values, values.size() * sizeof(float), cudaMemcpyDeviceToHost), "back");
  printf("%g\n", values[599]);
  ok(cudaFree(d_m), "free"); ok(cudaFree(d_values), "free");
  return 0;
}
