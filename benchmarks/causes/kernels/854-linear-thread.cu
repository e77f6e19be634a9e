#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sa[TILE_WIDTH * TILE_WIDTH];
    __shared__ float sb[TILE_WIDTH * TILE_WIDTH];

    const int id = threadIdx.y * TILE_WIDTH + threadIdx.x;
    const int lr = id / TILE_WIDTH;
    const int lc = id % TILE_WIDTH;
    const int i = blockIdx.y * TILE_WIDTH + lr;
    const int j = blockIdx.x * TILE_WIDTH + lc;

    float dot = 0.f;
    int k = 0;
    for (;;) {
        float va = 0.f, vb = 0.f;
        if (i < N && k + lc < K) va = A[i * K + (k + lc)];
        if (j < N && k + lr < K) vb = B[(k + lr) * N + j];
        sa[id] = va;
        sb[id] = vb;
        __syncwarp();

        for (int t = 0; t < TILE_WIDTH; ++t)
            dot = dot + sa[lr * TILE_WIDTH + t] * sb[t * TILE_WIDTH + lc];

        k += TILE_WIDTH;
        if (k >= K) break;
        __syncthreads();
    }

    if (i < M && j < N)
        C[i * N + j] = dot;
}
