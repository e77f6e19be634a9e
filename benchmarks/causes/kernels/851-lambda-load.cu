#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float At[TILE_WIDTH][TILE_WIDTH + 1];
    __shared__ float Bt[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int r = blockIdx.y * TILE_WIDTH + ty;
    const int c = blockIdx.x * TILE_WIDTH + tx;

    auto loadA = [&](int k) { return (r < M && k < K) ? A[r * K + k] : 0.0f; };
    auto loadB = [&](int k) { return (c < N && k < K) ? B[k * N + c] : 0.0f; };

    float sum = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        At[tx][ty] = loadA(k0 + tx);
        Bt[ty][tx] = loadB(k0 + ty);
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k) {
            float a = At[ty][k];
            float b = Bt[k][tx];
            sum += a * b;
        }
    }

    if (r < M && c < N)
        C[r * N + c] = sum;
}
