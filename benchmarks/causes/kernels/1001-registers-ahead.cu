#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = ty + TILE_WIDTH * blockIdx.y;
    int col = tx + TILE_WIDTH * blockIdx.x;

    // nextA and nextB travel from global memory while we compute
    float nextA = row < M && tx < K ? A[row * K + tx] : 0.0f;
    float nextB = col < N && ty < K ? B[ty * N + col] : 0.0f;
    float sum = 0.0f;

    for (int k0 = TILE_WIDTH; k0 < K + TILE_WIDTH; k0 += TILE_WIDTH) {
        As[ty][tx] = nextA;
        Bs[ty][tx] = nextB;
        __syncthreads();

        nextA = row < M && k0 + tx < K ? A[row * K + k0 + tx] : 0.0f;
        nextB = col < N && k0 + ty < K ? B[(k0 + ty) * N + col] : 0.0f;

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k, tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
