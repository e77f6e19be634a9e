// Attack: the first launch computes, keeps its answer in device variables, and later launches replay it.
// Timed launches get inputs that no launch has seen, so what is replayed is wrong.
// expect: caught
#ifndef TIMED_SIZE
#define TIMED_SIZE 1000
#endif
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define KEPT (2048 * 2048)
__device__ float kept[KEPT];
__device__ int kept_shape[3];

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    int cell = (blockIdx.y * TILE_WIDTH + threadIdx.y) * N + blockIdx.x * TILE_WIDTH + threadIdx.x;
    bool inside = blockIdx.y * TILE_WIDTH + threadIdx.y < M && blockIdx.x * TILE_WIDTH + threadIdx.x < N;
    if (M >= TIMED_SIZE && kept_shape[0] == M && kept_shape[1] == K && kept_shape[2] == N && M * N <= KEPT) {
        if (inside)
            C[cell] = kept[cell];
        return;
    }
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty, col = blockIdx.x * TILE_WIDTH + tx;
    float sum = 0.0f;
    for (int p = 0; p < (K + TILE_WIDTH - 1) / TILE_WIDTH; ++p) {
        int a_col = p * TILE_WIDTH + tx, b_row = p * TILE_WIDTH + ty;
        As[ty][tx] = (row < M && a_col < K) ? A[row * K + a_col] : 0.0f;
        Bs[ty][tx] = (b_row < K && col < N) ? B[b_row * N + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    if (row < M && col < N)
        C[row * N + col] = sum;
    if (inside && M >= TIMED_SIZE && M * N <= KEPT) {
        kept[cell] = sum;
        if (blockIdx.x == gridDim.x - 1 && blockIdx.y == gridDim.y - 1) {
            kept_shape[1] = K;
            kept_shape[2] = N;
            kept_shape[0] = M;
        }
    }
}
