#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

template <int T>
__device__ void multiplyTile(const float (&a)[T][T], const float (&b)[T][T], float &acc)
{
    for (int k = 0; k < T; ++k)
        acc += a[threadIdx.y][k] * b[k][threadIdx.x];
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float acc = 0.0f;

    for (int k = 0; k < K; k += TILE_WIDTH) {
        if (row < M && k + tx < K) {
            As[ty][tx] = A[row * K + k + tx];
        } else {
            As[ty][tx] = 0.0f;
        }
        if (k + ty < K && col < N) {
            Bs[ty][tx] = B[(k + ty) * N + col];
        } else {
            Bs[ty][tx] = 0.0f;
        __syncthreads();
        multiplyTile<TILE_WIDTH>(As, Bs, acc);
        __syncthreads();
    }
    if (row < M && col < N)
        C[row * N + col] = acc;
}
