#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

template <int SHYR>
struct Plytka {
    float *dani;
    __device__ float &at(int r, int c) { return dani[r * SHYR + c]; }
};

__device__ float vzyaty(const float *src, int rows, int cols, int r, int c)
{
    return (r < rows && c < cols) ? src[r * cols + c] : 0.0f;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float pool[2 * TILE_WIDTH * TILE_WIDTH];

    Plytka<TILE_WIDTH> pa = { pool };
    Plytka<TILE_WIDTH> pb = { pool + TILE_WIDTH };

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int ryad = blockIdx.y * TILE_WIDTH + ty;
    const int stovp = blockIdx.x * TILE_WIDTH + tx;
    float suma = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        pa.at(ty, tx) = vzyaty(A, M, K, ryad, k0 + tx);
        pb.at(ty, tx) = vzyaty(B, N, K, k0 + ty, stovp);
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            suma += pa.at(ty, k) * pb.at(k, tx);
        __syncthreads();
    }

    if (ryad < M && stovp < N)
        C[ryad * N + stovp] = suma;
}
