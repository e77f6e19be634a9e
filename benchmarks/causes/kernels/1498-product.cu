#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float * __restrict__ A, const float * __restrict__ B,
                             float * __restrict__ C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;

    float sum = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        if (row < M && k0 + tx < K)
            As[ty][tx] = A[row * K + k0 + tx];
        if (col < N && k0 + ty < K)
            Bs[ty][tx] = B[(k0 + ty) * N + col];
        __syncthreads();

        // no zeros needed: stop where the matrices stop
        int last = K - k0 < TILE_WIDTH ? K - k0 : TILE_WIDTH;
        if (row < M && col < N)
            for (int k = 0; k <= last; ++k)
                sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
