#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// C = A * B, walks over K in steps of one tile
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tileA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tileB[TILE_WIDTH][TILE_WIDTH];
    const unsigned tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty, col = blockIdx.x * TILE_WIDTH + tx;
    float acc = 0.f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        // how much of K is still to the right of (below) this thread's element?
        if (row < M && K - k0 - tx > 0)
            tileA[ty][tx] = A[row * K + k0 + tx];
        else
            tileA[ty][tx] = 0.f;
        if (col < N && K - k0 - ty > 0)
            tileB[ty][tx] = B[(k0 + ty) * N + col];
        else
            tileB[ty][tx] = 0.f;
        __syncthreads();
        #pragma unroll
        for (int i = 0; i < TILE_WIDTH; i++)
            acc = acc + tileA[ty][i] * tileB[i][tx];
        __syncthreads();
    }
    if (row < M && col < N) C[row * N + col] = acc;
}
