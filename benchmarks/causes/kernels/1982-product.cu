#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float left[TILE_WIDTH][TILE_WIDTH];
    __shared__ float right[TILE_WIDTH][TILE_WIDTH];

    int tid = threadIdx.y * blockDim.x + threadIdx.x;
    int tr = tid / TILE_WIDTH;
    int tc = tid % TILE_WIDTH;

    int row = blockIdx.y * TILE_WIDTH + tr;
    int col = blockIdx.x * TILE_WIDTH + tc;

    float even = 0.0f;
    float odd;

    int count = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    for (int t = 0; t < count; t++) {
        int lc = t * TILE_WIDTH + tc;
        int rr = t * TILE_WIDTH + tr;

        left[tr][tc]  = row < M && lc < K ? A[row * K + lc] : 0.0f;
        right[tr][tc] = rr < K && col < N ? B[rr * N + col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k += 2) {
            even += left[k][tr] * right[k][tc];
            odd  += left[tr][k + 1] * right[k + 1][tc];
        }
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = even + odd;
}
