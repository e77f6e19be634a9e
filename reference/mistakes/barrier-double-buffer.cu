// mistake: Double buffering with one barrier too few: the buffer in use is refilled
// group: barriers
// expect: data-race
// hint: second-barrier-missing first-barrier-missing shared-race

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[2][TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[2][TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    float sum = 0.0f;
    As[0][ty][tx] = (row < M && tx < K) ? A[row * K + tx] : 0.0f;
    Bs[0][ty][tx] = (ty < K && col < N) ? B[ty * N + col] : 0.0f;
    __syncthreads();
    for (int p = 0; p < phases; ++p) {
        int next = p + 1;
        if (next < phases) {
            int a_col = next * TILE_WIDTH + tx;
            int b_row = next * TILE_WIDTH + ty;
            As[next % 2][ty][tx] = (row < M && a_col < K) ? A[row * K + a_col] : 0.0f;
            Bs[next % 2][ty][tx] = (b_row < K && col < N) ? B[b_row * N + col] : 0.0f;
        }
        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[p % 2][ty][k] * Bs[p % 2][k][tx];  // HERE
    }
    if (row < M && col < N)
        C[row * N + col] = sum;
}
