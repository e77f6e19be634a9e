// Two buffers, one barrier a phase
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[2][TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[2][TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    float sum = 0.0f;
    As[0][ty][tx] = (row < M && tx < K) ? A[row * K + tx] : 0.0f;
    Bs[0][ty][tx] = (ty < K && col < N) ? B[ty * N + col] : 0.0f;
    __syncthreads();
    for (int p = 0; p < phases; ++p) {
        int now = p & 1, next = now ^ 1;
        if (p + 1 < phases) {
            int a_col = (p + 1) * TILE_WIDTH + tx, b_row = (p + 1) * TILE_WIDTH + ty;
            As[next][ty][tx] = (row < M && a_col < K) ? A[row * K + a_col] : 0.0f;
            Bs[next][ty][tx] = (b_row < K && col < N) ? B[b_row * N + col] : 0.0f;
        }
        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[now][ty][k] * Bs[now][k][tx];
        __syncthreads();
    }
    if (row < M && col < N)
        C[row * N + col] = sum;
}
