#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Pos { int row, col; };

__device__ __forceinline__ Pos where()
{
    Pos p;
    p.row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    p.col = blockIdx.x * TILE_WIDTH + threadIdx.x;
    return p;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const Pos me = where();
    const int tx = threadIdx.x, ty = threadIdx.y;
    float s0 = 0, s1 = 0, s2 = 0, s3 = 0;

    for (int base = 0; base < K; base += TILE_WIDTH) {
        As[ty][tx] = (me.row < M && base + tx < K) ? A[me.row * K + (base + tx)] : 0;
        Bs[ty][tx] = (me.col < N && base + ty < K) ? B[(base + ty) * N + me.col] : 0;
        __syncthreads();

        // four partial sums
        for (int k = 0; k < 16; k += 4) {
            s0 += As[ty][k]     * Bs[k][tx];
            s1 += As[ty][k + 1] * Bs[k + 1][tx];
            s2 += As[ty][k + 2] * Bs[k + 2][tx];
            s3 += As[ty][k + 3] * Bs[k + 3][tx];
        }
        __syncthreads();
    }

    if (me.row < M && me.col < N)
        C[me.row * N + me.col] = (s0 + s1) + (s2 + s3);
}
