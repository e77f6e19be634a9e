#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float At[TILE_WIDTH][TILE_WIDTH + 1];
    __shared__ float Bt[TILE_WIDTH][TILE_WIDTH + 1];

    const int lx = threadIdx.x;
    const int ly = threadIdx.y;
    const int gy = blockIdx.y * TILE_WIDTH + ly;
    const int gx = blockIdx.x * TILE_WIDTH + lx;

    float r = 0.0f;
    for (int step = 0, k0 = 0; k0 < K; ++step, k0 = step * TILE_WIDTH) {
        const float va = (gy < M && k0 + lx < K) ? A[gy * K + k0 + lx] : 0.0f;
        const float vb = (gx < N && k0 + ly < K) ? B[(k0 + ly) * N + gx] : 0.0f;
        At[ly][lx] = va;
        Bt[lx][ly] = vb;

        #pragma unroll 8
        for (int k = 0; k < TILE_WIDTH; ++k) {
            r += At[ly][k] * Bt[k][lx];
        }
        __syncthreads();
    }

    if (gy < M && gx < N)
        C[gy * N + gx] = r;
}
