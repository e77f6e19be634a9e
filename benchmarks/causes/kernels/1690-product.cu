#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float ds_A[TILE_WIDTH][TILE_WIDTH];
    __shared__ float ds_B[TILE_WIDTH][TILE_WIDTH];

    auto tx = threadIdx.x;
    auto ty = threadIdx.y;
    auto row = blockIdx.y * TILE_WIDTH + ty;
    auto col = blockIdx.x * TILE_WIDTH + tx;
    const unsigned uM = M, uK = K, uN = N;

    for (unsigned off = 0; off < uK; off += TILE_WIDTH) {
        float result = 0.0f;
        bool loadA = row < uM && off + tx < uK;
        bool loadB = col < uN && off + ty < uK;
        ds_A[ty][tx] = loadA ? A[row * uK + off + tx] : 0.0f;
        ds_B[ty][tx] = loadB ? B[(off + ty) * uN + col] : 0.0f;
        __syncthreads();

        for (unsigned k = 0; k < TILE_WIDTH; ++k)
            result += ds_A[ty][k] * ds_B[k][tx];

        __syncthreads();
    }

    if (row < uM && col < uN)
        C[row * uN + col] = result;
}
