#include <cstdio>
#include <cstdlib>
__global__ void index(int *x) { x[threadIdx.x] = threadIdx.x; }
int main() {
  const int n = 64;
  int *x = (int *)malloc(n * sizeof(int)), *d_x;
  int **rows = (int **)malloc(n * sizeof(int));  //! right: int **rows = (int **)malloc(n * sizeof(int *));
  cudaMalloc(&d_x, n * sizeof(int));
  index<<<1, n>>>(d_x);
  cudaMemcpy(x, d_x, n * sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++)
    rows[i] = x + n - 1 - i;  //! wrong-memory right: rows[i] = x + n - 1 - i;
  printf("%d\n", *rows[1]);
  cudaFree(d_x);
  free(rows);
  free(x);
  return 0;
}
