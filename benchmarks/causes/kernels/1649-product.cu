#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
struct Tile {
    float v[TILE_WIDTH][TILE_WIDTH];
};

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ Tile ta;
    __shared__ Tile tb;

    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + y;
    const int col = blockIdx.x * TILE_WIDTH + x;

    // two sums, so that the additions do not wait for each other
    float even = 0.0f;
    float odd = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        ta.v[y][x] = (row < M && k0 + x < K) ? A[row * K + (k0 + x)] : 0.0f;
        tb.v[y][x] = (k0 + y < K && col < N) ? B[(k0 + y) * N + col] : 0.0f;
        __syncwarp();

        for (int k = 0; k < TILE_WIDTH; k += 2) {
            even += ta.v[y][k] * tb.v[k][x];
            odd += ta.v[y][k + 1] * tb.v[k + 1][x];
        }
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = even;
}
