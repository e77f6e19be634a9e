#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

typedef unsigned int uint32;

// is there an element number i among n?
__device__ bool room(uint32 i, int n)
{
    return n - i > 0;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float blockA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float blockB[TILE_WIDTH][TILE_WIDTH];

    const uint32 tx = threadIdx.x, ty = threadIdx.y;
    const uint32 row = blockIdx.y * TILE_WIDTH + ty;
    const uint32 col = blockIdx.x * TILE_WIDTH + tx;

    float cValue = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        if (room(row, M) && room(k0 + tx, K)) blockA[ty][tx] = A[row * K + k0 + tx];
        else                                  blockA[ty][tx] = 0.0f;
        if (room(k0 + ty, K) && room(col, N)) blockB[ty][tx] = B[(k0 + ty) * N + col];
        else                                  blockB[ty][tx] = 0.0f;
        __syncthreads();

        for (uint32 k = 0; k < TILE_WIDTH; ++k)
            cValue += blockA[ty][k] * blockB[k][tx];
        __syncthreads();
    }

    if (room(row, M) && room(col, N))
        C[row * N + col] = cValue;
}
