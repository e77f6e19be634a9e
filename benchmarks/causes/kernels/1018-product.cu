#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// A quarter of the threads moves both tiles, four floats at a time.
#define VEC (TILE_WIDTH / 4)

__device__ float4 load4(const float *m, int rows, int cols, int r, int c)
{
    float4 v = make_float4(0.f, 0.f, 0.f, 0.f);
    if (r >= rows)
        return v;
    const float *p = m + r * cols + c;
    if (c + 3 < cols) {
        v = *reinterpret_cast<const float4 *>(p);
    } else {
        if (c < cols)     v.x = p[0];
        if (c + 1 < cols) v.y = p[1];
        if (c + 2 < cols) v.z = p[2];
        if (c + 3 < cols) v.w = p[3];
    }
    return v;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float4 a4[TILE_WIDTH][VEC];
    __shared__ float4 b4[TILE_WIDTH][VEC];

    int tid = threadIdx.y * TILE_WIDTH + threadIdx.x;
    int lr = tid / VEC;
    int lc = tid % VEC;
    int row0 = blockIdx.y * TILE_WIDTH;
    int col0 = blockIdx.x * TILE_WIDTH;

    float acc = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        if (tid < TILE_WIDTH * VEC) {
            a4[lr][lc] = load4(A, M, K, row0 + lr, k0 + 4 * lc);
            b4[lr][lc] = load4(B, K, N, k0 + lr, col0 + 4 * lc);
        }
        __syncthreads();

        const float *a = reinterpret_cast<const float *>(a4[threadIdx.y]);
        const float *b = reinterpret_cast<const float *>(b4) + threadIdx.x;
        for (int k = 0; k < TILE_WIDTH; ++k)
            acc += a[k] * b[k * TILE_WIDTH];
        __syncthreads();
    }

    int row = row0 + threadIdx.y;
    int col = col0 + threadIdx.x;
    if (row < M && col < N)
        C[row * N + col] = acc;
}
