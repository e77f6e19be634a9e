// SAXPY com memoria pinned
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

static inline void verifica(cudaError_t fehler, int linha)
{
    if (fehler != cudaSuccess) {
        fprintf(stderr, "linha %d: %s\n", linha, cudaGetErrorString(fehler));
        exit(1);
    }
}
#define V(x) verifica((x), __LINE__)

__global__ void saxpy(int n, float a, const float *x, float *y)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}

int main()
{
    const int n = 1 << 16;
    const size_t tam = n * sizeof(float);
    float *x, *y, *dx, *dy;
    V(cudaMallocHost((void **)&x, tam));
    V(cudaMallocHost((void **)&y, tam));
    V(cudaMalloc((void **)&dx, tam));
    V(cudaMalloc((void **)&dy, tam));
    for (int i = 0; i < n; i++) {
        x[i] = 1.0f;
        y[i] = (float)(i % 4);
    }

    cudaStream_t fluxo;
    V(cudaStreamCreate(&fluxo));
    V(cudaMemcpyAsync(dx, x, tam, cudaMemcpyHostToDevice, fluxo));
    V(cudaMemcpyAsync(dy, y, tam, cudaMemcpyHostToDevice, fluxo));
    saxpy<<<(n + 255) / 256, 256, 0, fluxo>>>(n, 3.0f, dx, dy);
    V(cudaGetLastError());
    V(cudaMemcpyAsync(y, dy, tam, cudaMemcpyDeviceToHost, fluxo));
    V(cudaStreamSynchronize(fluxo));

    double soma = 0.0;
    for (int i = 0; i <= n; i++)  //! wrong-memory right: for (int i = 0; i < n; i++)
        soma += y[i];
    printf("soma = %.2f (esperado %.2f)\n", soma, n * 4.5);

    V(cudaStreamDestroy(fluxo));
    V(cudaFree(dx));
    V(cudaFree(dy));
    V(cudaFreeHost(x));
    V(cudaFreeHost(y));
    return 0;
}
