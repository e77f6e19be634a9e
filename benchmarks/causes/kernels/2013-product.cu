#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH * TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH * TILE_WIDTH];

    // flat position in the tile
    int me = threadIdx.y * TILE_WIDTH + threadIdx.x;

    int r = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int c = blockIdx.x * TILE_WIDTH + threadIdx.x;
    float acc = 0.f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        int ka = k0 + threadIdx.x;
        int kb = k0 + threadIdx.y;

        As[me] = 0.f;
        Bs[me] = 0.f;
        if (r < M && ka < K) As[me] = A[r * K + ka];
        if (kb < K && c < N) Bs[me] = B[kb * K + c];

        __syncthreads();
        for (int i = 0; i < TILE_WIDTH; i++) {
            float a = As[threadIdx.y * TILE_WIDTH + i];
            float b = Bs[i * TILE_WIDTH + threadIdx.x];
            acc += a * b;
        }
        __syncthreads();
    }

    if (r < M && c < N)
        C[r * N + c] = acc;
}
