#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

static __device__ float get(const float *m, int y, int x, int h, int w)
{
    if (y >= h) return 0.0f;
    if (x >= w) return 0.0f;
    return __ldg(m + y * w + x);
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    typedef float tile_t[TILE_WIDTH][TILE_WIDTH];
    __shared__ tile_t tileA;
    __shared__ tile_t tileB;

    const int2 local = make_int2(threadIdx.x, threadIdx.y);
    const int2 pos = make_int2(blockIdx.x * TILE_WIDTH + local.x, blockIdx.y * TILE_WIDTH + local.y);

    float acc = 0.0f;
    int done = 0;
    do {
        tileA[local.y][local.x] = get(A, pos.y, done + local.x, M, K);
        __syncthreads();
        tileB[local.y][local.x] = get(B, done + local.y, pos.x, K, N);

        #pragma unroll
        for (int k = 0; k < TILE_WIDTH; ++k)
            acc = fmaf(acc, tileA[local.y][k], tileB[k][local.x]);

        __syncthreads();
        done += TILE_WIDTH;
    } while (done < K);

    if (pos.y < M && pos.x < N)
        C[pos.y * N + pos.x] = acc;
}
