#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    // two buffers, so that one barrier in each phase is enough
    __shared__ float bufA[2][TILE_WIDTH][TILE_WIDTH];
    __shared__ float bufB[2][TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int r = blockIdx.y * TILE_WIDTH + ty;
    int c = blockIdx.x * TILE_WIDTH + tx;
    int n_phases = (K - 1) / TILE_WIDTH + 1;

    float res = 0.0f;

    for (int p = 0; p < n_phases; p++) {
        int which = p && 1;
        int ka = p * TILE_WIDTH + tx;
        int kb = p * TILE_WIDTH + ty;

        bufA[which][ty][tx] = r < M && ka < K ? A[r * K + ka] : 0.0f;
        bufB[which][ty][tx] = kb < K && c < N ? B[kb * N + c] : 0.0f;

        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            res += bufA[which][ty][k] * bufB[which][k][tx];
    }

    if (r < M && c < N)
        C[r * N + c] = res;
}
