#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tile[2][TILE_WIDTH][TILE_WIDTH];   // 0: of A, 1: of B

    int lx = threadIdx.x;
    int ly = threadIdx.y;
    int ix = blockIdx.x * TILE_WIDTH + lx;
    int iy = blockIdx.y * TILE_WIDTH + ly;

    float hi = 0.0f, lo = 0.0f;       // Kahan summation

    for (int base = 0; base < K; base += TILE_WIDTH) {
        bool okA = iy < M && base + lx < K;
        bool okB = ix < N && base + ly < K;
        tile[0][ly][lx] = okA ? A[iy * K + base + lx] : 0.0f;
        tile[1][ly][lx] = okB ? B[(base + ly) * N + ix] : 0.0f;
        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; i++) {
            float y = tile[0][ly][i] * tile[1][i][lx] - lo;
            float t = hi + y;
            lo = (t - hi) - y;
            hi = t;
        }
        __syncthreads();
    }

    // threads outside of C have nothing to store
    if (iy >= M && ix >= N)
        return;

    C[iy * N + ix] = hi;
}
