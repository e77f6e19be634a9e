// Each thread of a quarter of the rows computes four cells of the tile, the others load and wait
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];
    const int R = TILE_WIDTH >= 4 ? 4 : TILE_WIDTH;
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float sum[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    int first = ty * R;
    for (int p = 0; p < (K + TILE_WIDTH - 1) / TILE_WIDTH; ++p) {
        As[ty][tx] = (row < M && p * TILE_WIDTH + tx < K) ? A[row * K + p * TILE_WIDTH + tx] : 0.0f;
        Bs[ty][tx] = (p * TILE_WIDTH + ty < K && col < N) ? B[(p * TILE_WIDTH + ty) * N + col] : 0.0f;
        __syncthreads();
        if (first < TILE_WIDTH)
            for (int k = 0; k < TILE_WIDTH; ++k) {
                float b = Bs[k][tx];
                for (int r = 0; r < R; ++r)
                    sum[r] += As[first + r][k] * b;
            }
        __syncthreads();
    }
    if (first < TILE_WIDTH)
        for (int r = 0; r < R; ++r) {
            int out = blockIdx.y * TILE_WIDTH + first + r;
            if (out < M && col < N)
                C[out * N + col] = sum[r];
        }
}
