// 最后一块不满时单独处理
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define TAIL(k0) k0 + TILE_WIDTH > K

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        As[ty][tx] = (row < M && k0 + tx < K) ? A[row * K + k0 + tx] : 0.0f;
        Bs[ty][tx] = (k0 + ty < K && col < N) ? B[(k0 + ty) * N + col] : 0.0f;
        __syncthreads();

        if (!TAIL(k0)) {
            // full tile: the compiler knows the count and can unroll
            #pragma unroll
            for (int k = 0; k < TILE_WIDTH; ++k)
                sum += As[ty][k] * Bs[k][tx];
        } else {
            for (int k = 0; k < K - k0; ++k)
                sum += As[ty][k] * Bs[k][tx];
        }
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
