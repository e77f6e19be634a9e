#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Everybody loads one element per tile; a quarter of the threads computes 2x2 cells each.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    constexpr int HALF = TILE_WIDTH / 2;

    __shared__ float Ad[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bd[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int top  = blockIdx.y * TILE_WIDTH;
    const int left = blockIdx.x * TILE_WIDTH;
    const int gRow = top + ty;
    const int gCol = left + tx;

    const int id = ty * TILE_WIDTH + tx;
    const bool computes = id < HALF * HALF;
    const int mr = (id / HALF) * 2;
    const int mc = (id % HALF) * 2;

    float r[2][2];

    const int steps = (K - 1) / TILE_WIDTH + 1;
    for (int s = 0; s < steps; ++s) {
        const int ka = s * TILE_WIDTH + tx;
        const int kb = s * TILE_WIDTH + ty;

        if (gRow < M && ka < K) Ad[ty][tx] = A[gRow * K + ka];
        else                    Ad[ty][tx] = 0.0f;
        if (gCol < K && kb < K) Bd[ty][tx] = B[kb * N + gCol];
        else                    Bd[ty][tx] = 0.0f;
        __syncthreads();

        if (computes) {
            for (int k = 0; k < TILE_WIDTH; ++k)
                for (int i = 0; i < 2; ++i)
                    for (int j = 0; j < 2; ++j)
                        r[i][j] += Ad[mr + i][k] * Bd[k][mc + j];
        }
        __syncthreads();
    }

    if (computes) {
        for (int i = 0; i < 2; ++i)
            for (int j = 0; j < 2; ++j)
                if (top + mr + i < M && left + mc + j < N)
                    C[(top + mr + i) * N + left + mc + j] = r[i][j];
    }
}
