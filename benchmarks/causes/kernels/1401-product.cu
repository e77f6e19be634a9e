#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define PITCH (TILE_WIDTH + 1)   /* against bank conflicts */

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sa[TILE_WIDTH * PITCH];
    __shared__ float sb[TILE_WIDTH * PITCH];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int r = blockIdx.y * TILE_WIDTH + ty, c = blockIdx.x * TILE_WIDTH + tx;
    float s = 0.0f;

    for (int p = 0, np = (K + TILE_WIDTH - 1) / TILE_WIDTH; p < np; ++p) {
        const int ka = p * TILE_WIDTH + tx, kb = p * TILE_WIDTH + ty;
        float va = 0.0f, vb = 0.0f;
        if (r < M && ka < K) va = A[(size_t)r * K + ka];
        if (kb < K && c < N) vb = B[(size_t)kb * N + c];
        sa[ty * PITCH + tx] = va;
        sb[ty * PITCH + tx] = vb;
        __syncthreads();

        #pragma unroll 8
        for (int k = 0; k < TILE_WIDTH; ++k)
            s += sa[ty * PITCH + k] * sb[k * TILE_WIDTH + tx];
        __syncthreads();
    }

    if (r < M && c < N) C[(size_t)r * N + c] = s;
}
