#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define EVERYBODY 0xffffffffu

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float shA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float shB[TILE_WIDTH][TILE_WIDTH];

    const int cx = threadIdx.x;
    const int ry = threadIdx.y;
    const int col = blockIdx.x * TILE_WIDTH + cx;
    const int row = blockIdx.y * TILE_WIDTH + ry;

    float out = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        shA[ry][cx] = (row < M && k0 + cx < K) ? A[row * K + k0 + cx] : 0.0f;
        shB[ry][cx] = (k0 + ry < K && col < N) ? B[(k0 + ry) * N + col] : 0.0f;
        __syncthreads();

        // read the row of shA once, one element a thread, and hand it round by shuffles
        float mine = shA[ry][cx];
        for (int k = 0; k < TILE_WIDTH; ++k) {
            float a = __shfl_sync(EVERYBODY, mine, k);
            out += a * shB[k][cx];
        }
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = out;
}
