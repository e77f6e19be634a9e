#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// double buffering: one barrier for each phase
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[2][TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[2][TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    As[0][ty][tx] = (row < M && tx < K) ? A[row * K + tx] : 0.0f;
    Bs[0][ty][tx] = (ty < K && col < N) ? B[ty * N + col] : 0.0f;
    __syncthreads();

    float sum = 0.0f;
    int cur = 0;
    for (int p = 1; p <= phases; ++p) {
        int nxt = cur ^ 1;
        if (p < phases) {
            int ka = p * TILE_WIDTH + tx;
            int kb = p * TILE_WIDTH + ty;
            As[nxt][ty][tx] = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
            Bs[cur][ty][tx] = (kb < K && col < N) ? B[kb * N + col] : 0.0f;
        }
        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[cur][ty][k] * Bs[cur][k][tx];
        __syncthreads();
        cur = nxt;
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
