#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N) {
    __shared__ float sa[TILE_WIDTH][TILE_WIDTH];
    __shared__ float sb[TILE_WIDTH][TILE_WIDTH];

    unsigned int x = threadIdx.x, y = threadIdx.y;
    int r = blockIdx.y * TILE_WIDTH + y;
    int c = blockIdx.x * TILE_WIDTH + x;

    if (r >= M || c >= N)
        return;

    float result = 0.f;
    for (int start = 0; start < K; start += TILE_WIDTH) {
        // load
        sa[y][x] = 0.f;
        sb[y][x] = 0.f;
        if (r < M && start + (int)x < K)
            sa[y][x] = A[r * K + start + x];
        if (c < N && start + (int)y < K)
            sb[y][x] = B[(start + y) * N + c];
        __syncthreads();

        // multiply
        for (int q = 0; q < TILE_WIDTH; q++)
            result = result + sa[y][q] * sb[q][x];
        __syncthreads();
    }

    C[r * N + c] = result;
}
