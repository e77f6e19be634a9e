#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Matrix
{
    const float *data;
    int h;
    int w;

    __device__ float get(int y, int x) const
    {
        if (y >= h || x >= w)
            return 0.0f;
        return data[y * h + x];
    }
};

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float left[TILE_WIDTH][TILE_WIDTH];
    __shared__ float right[TILE_WIDTH][TILE_WIDTH];

    Matrix a = {A, M, K};
    Matrix b = {B, K, N};

    int tx = threadIdx.x, ty = threadIdx.y;
    int y = blockIdx.y * TILE_WIDTH + ty;
    int x = blockIdx.x * TILE_WIDTH + tx;
    float sum = 0.0f;

    for (int k = 0; k < K; k += TILE_WIDTH)
    {
        left[ty][tx] = a.get(y, k + tx);
        right[ty][tx] = b.get(k + ty, x);
        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; i++)
            sum += left[ty][i] * right[i][tx];
        __syncwarp();
    }

    if (y < M && x < N)
        C[y * N + x] = sum;
}
