#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Mat {
    const float *d;
    int h, w;
    __device__ float get(int i, int j) const
    {
        return (i < h && j < w) ? d[i * w + j] : 0.f;
    }
};

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float ta[TILE_WIDTH][TILE_WIDTH], tb[TILE_WIDTH][TILE_WIDTH];

    const Mat a = {A, M, K};
    const Mat b = {B, N, K};

    const int x = threadIdx.x, y = threadIdx.y;
    const int i = blockIdx.y * TILE_WIDTH + y;
    const int j = blockIdx.x * TILE_WIDTH + x;

    float acc = 0.f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        ta[y][x] = a.get(i, k0 + x);
        tb[y][x] = b.get(k0 + y, j);
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; k++)
            acc += ta[y][k] * tb[k][x];
        __syncthreads();
    }

    if (i < M && j < N) C[i * N + j] = acc;
}
