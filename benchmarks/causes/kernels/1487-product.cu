#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define T TILE_WIDTH

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[T][T];
    __shared__ float Bs[T][T];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * T + ty;
    int col = blockIdx.x * T + tx;

    // walk through both matrices
    size_t aPos = (size_t)row * K + tx;
    size_t bPos = (size_t)ty * N + col;

    float s = 0.0f;
    for (int k0 = 0; k0 < K; k0 += T) {
        As[ty][tx] = (row < M && k0 + tx < K) ? A[aPos] : 0.0f;
        Bs[ty][tx] = (col < N && k0 + ty < K) ? B[bPos] : 0.0f;
        aPos += T;
        bPos += T * K;
        __syncthreads();

#pragma unroll
        for (int k = 0; k < T; ++k)
            s += As[ty][k] * Bs[k][tx];

        __syncthreads();
    }

    if (row < M && col < N)
        C[(size_t)row * N + col] = s;
}
