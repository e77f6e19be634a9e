#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    // two buffers: compute on one while the other is being filled
    __shared__ float sa[2][TILE_WIDTH][TILE_WIDTH];
    __shared__ float sb[2][TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int r = blockIdx.y * TILE_WIDTH + ty;
    const int c = blockIdx.x * TILE_WIDTH + tx;
    const int nTiles = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    auto fetch = [&](int buf, int t) {
        int ka = t * TILE_WIDTH + tx;
        int kb = t * TILE_WIDTH + ty;
        sa[buf][ty][tx] = (r < M && ka < K) ? A[r * K + ka] : 0.0f;
        sb[buf][ty][tx] = (kb < K && c < N) ? B[kb * N + c] : 0.0f;
    };

    float out = 0.0f;
    int cur = 0;
    fetch(cur, 0);
    __syncthreads();

    for (int t = 0; t < nTiles; ++t) {
        if (t + 1 < nTiles)
            fetch(cur, t + 1);

        for (int k = 0; k < TILE_WIDTH; ++k)
            out += sa[cur][ty][k] * sb[cur][k][tx];

        __syncthreads();
        cur ^= 1;
    }

    if (r < M && c < N)
        C[r * N + c] = out;
}
