#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Matrix {
    const float *data;
    int rows;
    int cols;
    __device__ float get(int r, int c) const
    {
        return r < rows && c < cols ? data[r * cols + c] : 0.0f;
    }
};

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const Matrix a = {A, M, K};
    const Matrix b = {B, K, N};

    const int lx = threadIdx.x;
    const int ly = threadIdx.y;
    const int gx = blockIdx.x * TILE_WIDTH + lx;
    const int gy = blockIdx.y * TILE_WIDTH + ly;

    float sum = 0.0f;
    for (int t = 0; t * TILE_WIDTH < K; ++t) {
        As[ly][lx] = a.get(gy, t * TILE_WIDTH + lx);
        Bs[ly][lx] = b.get(gx, t * TILE_WIDTH + ly);
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ly][k] * Bs[k][lx];
        __syncthreads();
    }

    if (gy < M && gx < N)
        C[gy * N + gx] = sum;
}
