#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// A comes in as float4, B one float at a time.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;
    const bool wide = (K & 1) == 0 && ((size_t)A & 15) == 0;

    float acc = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        if (tx < TILE_WIDTH / 4) {
            const int kk = k0 + 4 * tx;
            float4 v = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
            if (row < M && kk < K) {
                const float *src = A + (size_t)row * K + kk;
                if (wide) {
                    v = *reinterpret_cast<const float4 *>(src);
                } else {
                    v.x = src[0];
                    if (kk + 1 < K) v.y = src[1];
                    if (kk + 2 < K) v.z = src[2];
                    if (kk + 3 < K) v.w = src[3];
                }
            }
            As[ty][4 * tx + 0] = v.x;
            As[ty][4 * tx + 1] = v.y;
            As[ty][4 * tx + 2] = v.z;
            As[ty][4 * tx + 3] = v.w;
        }
        Bs[ty][tx] = (k0 + ty < K && col < N) ? B[(size_t)(k0 + ty) * N + col] : 0.0f;
        __syncthreads();

#pragma unroll
        for (int k = 0; k < TILE_WIDTH; ++k)
            acc = fmaf(As[ty][k], Bs[k][tx], acc);
        __syncthreads();
    }

    if (row < M && col < N)
        C[(size_t)row * N + col] = acc;
}
