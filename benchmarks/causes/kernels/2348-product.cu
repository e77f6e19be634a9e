#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH + 1];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH + 1];
    unsigned tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * blockDim.y + ty;
    int col = blockIdx.x * blockDim.x + tx;
    float acc = 0;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH)
    {
        int aCol = k0 + tx;
        int bRow = k0 + ty;
        bool okA = row < M && aCol < K;
        bool okB = bRow < N && col < K;
        As[ty][tx] = okA ? A[row * K + aCol] : 0;
        Bs[ty][tx] = okB ? B[bRow * N + col] : 0;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < TILE_WIDTH; ++k)
            acc = fmaf(As[ty][k], Bs[k][tx], acc);
        __syncthreads();
    }
    if (row < M && col < N) C[row * N + col] = acc;
}
