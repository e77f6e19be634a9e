// A whole program, as they are found: kernel, launch and all. Nothing of it is told in config.yaml.
#include <cstdio>
#include <cuda_runtime.h>

#define TILE 16

__global__ void product(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE][TILE];
    __shared__ float Bs[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y;
    int col = blockIdx.x * TILE + threadIdx.x;
    float sum = 0.0f;
    for (int first = 0; first < K; first += TILE) {
        int k = first + threadIdx.x, l = first + threadIdx.y;
        As[threadIdx.y][threadIdx.x] = row < M && k < K ? A[row * K + k] : 0.0f;
        Bs[threadIdx.y][threadIdx.x] = l < K && col < N ? B[l * N + col] : 0.0f;
        __syncthreads();
        for (int i = 0; i < TILE; ++i)
            sum += As[threadIdx.y][i] * Bs[i][threadIdx.x];
        __syncthreads();
    }
    if (row < M && col < N)
        C[row * N + col] = sum;
}

int main()
{
    const int M = 500, K = 300, N = 400;
    float *A, *B, *C;
    cudaMallocManaged(&A, M * K * sizeof(float));
    cudaMallocManaged(&B, K * N * sizeof(float));
    cudaMallocManaged(&C, M * N * sizeof(float));
    for (int i = 0; i < M * K; ++i)
        A[i] = i % 7;
    for (int i = 0; i < K * N; ++i)
        B[i] = i % 5;
    dim3 block(TILE, TILE);
    dim3 grid((N + TILE - 1) / TILE, (M + TILE - 1) / TILE);
    product<<<grid, block>>>(A, B, C, M, K, N);
    cudaDeviceSynchronize();
    printf("%f\n", C[0]);
    return 0;
}
