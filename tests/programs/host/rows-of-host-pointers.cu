#include <cstdio>
#include <cstdlib>
#define CK(x) if ((x) != cudaSuccess) { std::printf("failed at %d\n", __LINE__); std::exit(1); }
__global__ void rowSums(const float *const *rows, float *sums, int cols) {
  float s = 0;
  for (int c = 0; c < cols; ++c) s += rows[threadIdx.x][c];
  sums[threadIdx.x] = s;
}
int main() {
  const int rows = 8, cols = 40;
  float *h_rows[rows], *d_row[rows], **d_rows, *d_sums, sums[rows];
  for (int r = 0; r < rows; ++r) {
    h_rows[r] = (float *)malloc(cols * sizeof(float));
    for (int c = 0; c < cols; ++c) h_rows[r][c] = r;
    CK(cudaMalloc(&d_row[r], cols * sizeof(float)));
    CK(cudaMemcpy(d_row[r], h_rows[r], cols * sizeof(float), cudaMemcpyHostToDevice));
  }
  CK(cudaMalloc(&d_rows, rows * sizeof(float *)));
  CK(cudaMemcpy(d_rows, h_rows, rows * sizeof(float *), cudaMemcpyHostToDevice));  //! wrong-memory right: CK(cudaMemcpy(d_rows, d_row, rows * sizeof(float *), cudaMemcpyHostToDevice));
  CK(cudaMalloc(&d_sums, sizeof sums));
  rowSums<<<1, rows>>>(d_rows, d_sums, cols);
  CK(cudaGetLastError());
  CK(cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost));
  std::printf("%g\n", sums[7]);
  for (int r = 0; r < rows; ++r) { CK(cudaFree(d_row[r])); free(h_rows[r]); }
  CK(cudaFree(d_rows)); CK(cudaFree(d_sums));
  return 0;
}
