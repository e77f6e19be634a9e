#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

constexpr int TW = 16;

__device__ float load_or_zero(const float *src, int y, int x, int height, int width)
{
    bool ok = y < height && x < width;
    return ok ? src[y * width + x] : 0.0f;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tileA[TW][TW];
    __shared__ float tileB[TW][TW];

    const int lx = threadIdx.x;
    const int ly = threadIdx.y;
    const int gx = blockIdx.x * TW + lx;
    const int gy = blockIdx.y * TW + ly;

    float result = 0.0f;

    for (int off = 0; off < K; off += TW) {
        tileA[ly][lx] = load_or_zero(A, off + lx, gy, M, K);
        tileB[ly][lx] = load_or_zero(B, off + ly, gx, K, N);

        __syncthreads();
        for (int i = 0; i < TW; i++)
            result += tileA[ly][i] * tileB[i][lx];
        __syncthreads();
    }

    if (gy < M && gx < N)
        C[gy * N + gx] = result;
}
