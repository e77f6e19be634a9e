#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define ALL 0xffffffffu

// the row of A travels by shuffle, after it has been read from its tile
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float At[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bt[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int m = blockIdx.y * TILE_WIDTH + ty;
    int n = blockIdx.x * TILE_WIDTH + tx;
    float out = 0.0f;

    for (int p = 0; p < (K + TILE_WIDTH - 1) / TILE_WIDTH; ++p) {
        At[ty][tx] = (m < M && p * TILE_WIDTH + tx < K) ? A[m * K + p * TILE_WIDTH + tx] : 0.0f;
        Bt[ty][tx] = (n < N && p * TILE_WIDTH + ty < K) ? B[(p * TILE_WIDTH + ty) * N + n] : 0.0f;
        __syncthreads();

        float mine = At[ty][tx];
        for (int k = 0; k < TILE_WIDTH; ++k) {
            float a = __shfl_sync(ALL, mine, k);
            out += a * Bt[k][tx];
        }
        __syncthreads();
    }

    if (m < M && n < N)
        C[m * N + n] = out;
}
