#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__device__ __forceinline__ bool inside(int r, int c, int h, int w)
{
    return r < h && c < w;
}

__device__ __forceinline__ int pick(const float *m, int r, int c, int h, int w)
{
    return inside(r, c, h, w) ? m[r * w + c] : 0;
}

__device__ __forceinline__ void put(float *m, int r, int c, int h, int w, float v)
{
    if (inside(r, c, h, w))
        m[r * w + c] = v;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float p[TILE_WIDTH][TILE_WIDTH];
    __shared__ float q[TILE_WIDTH][TILE_WIDTH];

    int r = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int c = blockIdx.x * TILE_WIDTH + threadIdx.x;
    float v = 0;

    for (int z = 0; z < K; z += TILE_WIDTH) {
        p[threadIdx.y][threadIdx.x] = pick(A, r, z + threadIdx.x, M, K);
        q[threadIdx.y][threadIdx.x] = pick(B, z + threadIdx.y, c, K, N);
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            v += p[threadIdx.y][k] * q[k][threadIdx.x];
        __syncthreads();
    }

    put(C, r, c, M, N, v);
}
