#include <cstdio>
__global__ void sums(const int *m, int rows, int cols, int *of_rows, int *of_cols)
{
    int i = threadIdx.x;
    if (i < rows) of_rows[i] = 0;
    if (i < cols) of_cols[i] = 0;
    for (int k = 0; k < cols && i < rows; k++) of_rows[i] += m[i * cols + k];
    for (int k = 0; k < rows && i < cols; k++) of_cols[i] += m[k * cols + i];
}
int main()
{
    const int rows = 20, cols = 50;
    int m[rows * cols], of_rows[rows], of_cols[cols], *d_m, *d_rows, *d_cols;
    for (int i = 0; i < rows * cols; i++) m[i] = 1;
    cudaMalloc(&d_m, sizeof(m));
    cudaMalloc(&d_rows, rows * sizeof(int)); //! any
    cudaMalloc(&d_cols, cols * sizeof(int));
    cudaMemcpy(d_m, m, sizeof(m), cudaMemcpyHostToDevice);
    sums<<<1, 64>>>(d_m, rows, cols, d_rows, d_cols);
    cudaMemcpy(of_rows, d_rows, rows * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(of_cols, d_rows, cols * sizeof(int), cudaMemcpyDeviceToHost); //! wrong-copy right: cudaMemcpy(of_cols, d_cols, cols * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d %d\n", of_rows[3], of_cols[3]);
    cudaFree(d_m);
    cudaFree(d_rows);
    cudaFree(d_cols);
}
