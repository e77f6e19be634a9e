#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct View {
    const float *data;
    int rows;
    int cols;
};

__device__ float at(const View &v, int i, int j)
{
    if (i >= v.rows || j >= v.cols)
        return 0.0f;
    return v.data[i * v.cols + j];
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float left[TILE_WIDTH][TILE_WIDTH];
    __shared__ float right[TILE_WIDTH][TILE_WIDTH];

    View a = {A, M, K};
    View b = {B, N, K};

    int lx = threadIdx.x;
    int ly = threadIdx.y;
    int i = blockIdx.y * blockDim.y + ly;
    int j = blockIdx.x * blockDim.x + lx;

    float dot = 0.0f;
    int count = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    for (int t = 0; t != count; ++t) {
        left[ly][lx]  = at(a, i, t * TILE_WIDTH + lx);
        right[ly][lx] = at(b, t * TILE_WIDTH + ly, j);
        __syncthreads();

        for (int q = 0; q < TILE_WIDTH; ++q)
            dot += left[ly][q] * right[q][lx];
        __syncthreads();
    }

    if (i < M && j < N)
        C[i * N + j] = dot;
}
