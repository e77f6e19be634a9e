#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    const int LD = TILE_WIDTH + 1;   // against bank conflicts
    __shared__ float pool[2 * TILE_WIDTH * TILE_WIDTH];
    float *Atile = pool;
    float *Btile = pool + TILE_WIDTH * LD;

    int tid = threadIdx.y * TILE_WIDTH + threadIdx.x;
    int ty = tid / TILE_WIDTH;
    int tx = tid % TILE_WIDTH;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    float c = 0.0f;
    int n = (K % TILE_WIDTH == 0) ? K / TILE_WIDTH : K / TILE_WIDTH + 1;
    for (int t = 0; t < n; t++) {
        int ak = t * TILE_WIDTH + tx;
        int bk = t * TILE_WIDTH + ty;
        Atile[ty * LD + tx] = (row < M && ak < K) ? A[row * K + ak] : 0.0f;
        Btile[ty * LD + tx] = (bk < K && col < N) ? B[bk * N + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; k++)
            c += Atile[ty * LD + k] * Btile[k * LD + tx];
        __syncthreads();
    }
    if (row >= M) return;
    if (col >= N) return;
    C[row * N + col] = c;
}
