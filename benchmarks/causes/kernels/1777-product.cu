#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define PITCH (TILE_WIDTH + 1)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float ta[TILE_WIDTH * PITCH];
    __shared__ float tb[TILE_WIDTH * PITCH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int y = blockIdx.y * TILE_WIDTH + ty;
    const int x = blockIdx.x * TILE_WIDTH + tx;
    const int slot = ty * PITCH + tx;

    float s = 0.0f;
    for (int base = 0; base < K; base += TILE_WIDTH) {
        ta[slot] = (y < M && base + tx < K) ? A[y * K + base + tx] : 0.0f;
        tb[slot] = (base + ty < K && x < N) ? B[(base + ty) * N + x] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            s += ta[ty * PITCH + k] * tb[k * TILE_WIDTH + tx];
        __syncthreads();
    }
    if (y < M && x < N) C[y * N + x] = s;
}
