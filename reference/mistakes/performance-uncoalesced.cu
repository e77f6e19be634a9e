// mistake: x walks down the rows, so neighbouring threads read and store far apart
// group: performance
// expect: uncoalesced-access
// hint: uncoalesced

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + tx;
    int col = blockIdx.x * TILE_WIDTH + ty;
    float sum = 0.0f;
    for (int p = 0; p < (K + TILE_WIDTH - 1) / TILE_WIDTH; ++p) {
        int a_col = p * TILE_WIDTH + ty;
        int b_row = p * TILE_WIDTH + tx;
        As[tx][ty] = (row < M && a_col < K) ? A[row * K + a_col] : 0.0f;  // HERE
        Bs[tx][ty] = (b_row < K && col < N) ? B[b_row * N + col] : 0.0f;  // HERE
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[tx][k] * Bs[k][ty];
        __syncthreads();
    }
    if (row < M && col < N)
        C[row * N + col] = sum;  // HERE
}
