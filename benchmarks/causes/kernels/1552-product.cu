#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float At[TILE_WIDTH][TILE_WIDTH + 1];    // transposed: At[k][row]
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float acc = 0.0f;

    // from the last tile down to the first
    for (int p = (K - 1) / TILE_WIDTH; p > 0; p--) {
        int ka = p * TILE_WIDTH + tx;
        int kb = p * TILE_WIDTH + ty;
        int posA = row * K + ka;
        short posB = kb * N + col;

        if (row < M && ka < K)
            At[tx][ty] = A[posA];
        else
            At[tx][ty] = 0.0f;
        if (kb < K && col < N)
            Bs[ty][tx] = B[posB];
        else
            Bs[ty][tx] = 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            acc += At[k][ty] * Bs[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = acc;
}
