#include <cstdio>
__global__ void weigh(const int *x, const int *w, int *y) { y[threadIdx.x] = x[threadIdx.x] * (w ? w[threadIdx.x] : 1); }
static void compute(const int *x, const int *w, int *y)
{
    int *d_x, *d_y, *d_w = nullptr;
    cudaMalloc(&d_x, 32 * sizeof(int));
    cudaMalloc(&d_y, 32 * sizeof(int));
    cudaMemcpy(d_x, x, 32 * sizeof(int), cudaMemcpyHostToDevice);
    if (w) {
        int *d_w; //! not-copied-back right: size_t bytes = 32 * sizeof(int);
        cudaMalloc(&d_w, 32 * sizeof(int)); //! any right: cudaMalloc(&d_w, bytes);
        cudaMemcpy(d_w, w, 32 * sizeof(int), cudaMemcpyHostToDevice);
    }
    weigh<<<1, 32>>>(d_x, d_w, d_y);
    cudaMemcpy(y, d_y, 32 * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_y);
    cudaFree(d_w);
}
int main()
{
    int x[32], w[32], y[32];
    for (int i = 0; i < 32; i++) x[i] = w[i] = i;
    compute(x, nullptr, y);
    compute(x, w, y);
    printf("%d\n", y[5]);
}
