#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float balatA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float balatB[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int saff = blockIdx.y * TILE_WIDTH + ty;
    const int amud = blockIdx.x * TILE_WIDTH + tx;

    float majmu = 0.0f;

    auto ijma = [=](int k) {
        majmu += balatA[ty][k] * balatB[k][tx];
    };

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        balatA[ty][tx] = (saff < M && k0 + tx < K) ? A[saff * K + k0 + tx] : 0.0f;
        balatB[ty][tx] = (amud < N && k0 + ty < K) ? B[(k0 + ty) * N + amud] : 0.0f;
        __syncthreads();

        #pragma unroll
        for (int k = 0; k < TILE_WIDTH; ++k)
            ijma(k);

        __syncthreads();
    }

    if (saff < M && amud < N)
        C[saff * N + amud] = majmu;
}
