// A stretch goal: a block of 16 × 16 threads computes 64 × 64 cells, 4 × 4 of them a thread, in registers
#define TILE 64
#define STEP 16
#define CELLS 4

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[STEP][TILE + 1];
    __shared__ float Bs[STEP][TILE];
    int tx = threadIdx.x, ty = threadIdx.y, thread = ty * 16 + tx;
    int top = blockIdx.y * TILE, left = blockIdx.x * TILE;
    float sums[CELLS][CELLS] = {};
    for (int start = 0; start < K; start += STEP) {
        for (int i = thread; i < TILE * STEP; i += 256) {
            int a_row = i / STEP, a_col = i % STEP;
            As[a_col][a_row] = (top + a_row < M && start + a_col < K) ? A[(top + a_row) * K + start + a_col] : 0.0f;
            int b_row = i / TILE, b_col = i % TILE;
            Bs[b_row][b_col] = (start + b_row < K && left + b_col < N) ? B[(start + b_row) * N + left + b_col] : 0.0f;
        }
        __syncthreads();
        for (int k = 0; k < STEP; ++k) {
            float a[CELLS], b[CELLS];
            for (int i = 0; i < CELLS; ++i) {
                a[i] = As[k][ty + 16 * i];
                b[i] = Bs[k][tx + 16 * i];
            }
            for (int i = 0; i < CELLS; ++i)
                for (int j = 0; j < CELLS; ++j)
                    sums[i][j] += a[i] * b[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < CELLS; ++i)
        for (int j = 0; j < CELLS; ++j) {
            int row = top + ty + 16 * i, col = left + tx + 16 * j;
            if (row < M && col < N)
                C[row * N + col] = sums[i][j];
        }
}
