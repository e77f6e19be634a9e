#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

/*
 * B's tile is kept transposed, one float of padding against bank conflicts.
 */
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tBT[TILE_WIDTH][TILE_WIDTH + 1];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int rad = blockIdx.y * TILE_WIDTH + ty;
    int kol = blockIdx.x * TILE_WIDTH + tx;
    float svar = 0.0f;

    for (int steg = 0; steg < K; steg += TILE_WIDTH) {
        tA[ty][tx] = (rad < M && steg + tx < K) ? A[rad * K + steg + tx] : 0.0f;
        __syncthreads();
        tBT[tx][ty] = (steg + ty < K && kol < N) ? B[(steg + ty) * N + kol] : 0.0f;

        int k = 0;
        while (k < TILE_WIDTH) {
            svar += tA[ty][k] * tBT[k][tx];
            k++;
        }
        __syncthreads();
    }

    if (rad < M && kol < N)
        C[rad * N + kol] = svar;
}
