#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    // two buffers: compute on one, fill the other
    __shared__ float As[2][TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[2][TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    auto load = [&](int which, int p) {
        int ka = p * TILE_WIDTH + tx;
        int kb = p * TILE_WIDTH + ty;
        As[which][ty][tx] = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
        Bs[which][ty][tx] = (kb < K && col < N) ? B[kb * N + col] : 0.0f;
    };

    int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    int cur = 0;
    float sum = 0.0f;

    load(0, 0);
    __syncthreads();

    for (int p = 0; p < phases; ++p) {
        if (p + 1 < phases)
            load(cur, p + 1);
        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[cur][ty][k] * Bs[cur][k][tx];
        __syncthreads();
        cur ^= 1;
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
