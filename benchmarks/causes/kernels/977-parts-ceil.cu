#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Matrix {
    const float *data;
    int rows, cols;

    __device__ float get(int r, int c) const {
        if (r < rows && c < cols)
            return data[r * cols + c];
        return 0.0f;
    }
};

__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    Matrix a = {A, M, K}, b = {B, K, N};
    int r = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int c = blockIdx.x * TILE_WIDTH + threadIdx.x;
    float s = 0.0f;
    for (int k = 0; k < K; k++)
        s += a.get(r, k) * b.get(k, c);
    if (r < M && c < N)
        C[r * N + c] = s;
}

__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float left[TILE_WIDTH][TILE_WIDTH], right[TILE_WIDTH][TILE_WIDTH];
    Matrix a = {A, M, K}, b = {B, K, N};
    int i = threadIdx.y, j = threadIdx.x;
    int r = blockIdx.y * TILE_WIDTH + i;
    int c = blockIdx.x * TILE_WIDTH + j;

    int rounds = (int)ceilf(K / TILE_WIDTH);
    float s = 0.0f;
    while (rounds-- > 0) {
        left[i][j] = a.get(r, rounds * TILE_WIDTH + j);
        right[i][j] = b.get(rounds * TILE_WIDTH + i, c);
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; k++)
            s += left[i][k] * right[k][j];
        __syncthreads();
    }

    if (r < M && c < N)
        C[r * N + c] = s;
}
