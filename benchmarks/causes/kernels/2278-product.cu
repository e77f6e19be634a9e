#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Mat {
    const float *p;
    int rows, cols;

    __device__ float at(int r, int c) const
    {
        if (r >= rows || c >= cols) return 0.0f;
        return p[r * cols + c];
    }
};

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    Mat a = {A, M, K};
    Mat b = {B, M, N};

    int tx = threadIdx.x, ty = threadIdx.y;
    int r = blockIdx.y * TILE_WIDTH + ty;
    int c = blockIdx.x * TILE_WIDTH + tx;
    float out = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        As[ty][tx] = a.at(r, k0 + tx);
        Bs[ty][tx] = b.at(k0 + ty, c);
        __syncthreads();
        for (int i = 0; i < TILE_WIDTH; i++)
            out += As[ty][i] * Bs[i][tx];
        __syncthreads();
    }

    if (r < M && c < N)
        C[r * N + c] = out;
}
