#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float At[TILE_WIDTH][TILE_WIDTH + 1];   // transposed
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    int full = K / TILE_WIDTH;      // complete tiles
    int rest = K % TILE_WIDTH;      // what is left over
    float sum = 0.0f;

    for (int t = 0; t < full; t++) {
        int k0 = t * TILE_WIDTH;
        At[tx][ty] = row < M ? A[row * K + k0 + tx] : 0.0f;
        Bs[ty][tx] = col < N ? B[(k0 + ty) * N + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; k++)
            sum += At[ty][k] * Bs[k][tx]; // full
        __syncthreads();
    }

    if (rest > 0) {
        int k0 = full;
        At[tx][ty] = (row < M && tx < rest) ? A[row * K + k0 + tx] : 0.0f;
        Bs[ty][tx] = (col < N && ty < rest) ? B[(k0 + ty) * N + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < rest; k++)
            sum += At[k][ty] * Bs[k][tx];
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
