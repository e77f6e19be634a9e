#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    // the next elements wait in registers
    float nextA = (row < M && tx < K) ? A[row * K + tx] : 0.0f;
    float nextB = (ty < K && col < N) ? B[ty * N + col] : 0.0f;
    float out = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        As[ty][tx] = nextA;
        Bs[ty][tx] = nextB;
        __syncthreads();

        int ac = k0 + tx;
        int br = k0 + TILE_WIDTH + ty;
        nextA = (row < M && ac < K) ? A[row * K + ac] : 0.0f;
        nextB = (br < K && col < N) ? B[br * N + col] : 0.0f;

        for (int k = 0; k < TILE_WIDTH; ++k)
            out += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = out;
}
