#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Tile {
    float v[TILE_WIDTH][TILE_WIDTH];
};

struct Matrix {
    const float *data;
    int rows, cols;
};

// every thread brings the element of its own place, (r0, c0) is the corner
__device__ void fill(Tile t, Matrix m, int r0, int c0)
{
    int r = r0 + threadIdx.y;
    int c = c0 + threadIdx.x;
    float x = 0.0f;
    if (r < m.rows && c < m.cols)
        x = m.data[r * m.cols + c];
    t.v[threadIdx.y][threadIdx.x] = x;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ Tile left, right;

    Matrix a = {A, M, K};
    Matrix b = {B, K, N};
    int r0 = blockIdx.y * TILE_WIDTH;
    int c0 = blockIdx.x * TILE_WIDTH;
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        fill(left, a, r0, k0);
        fill(right, b, k0, c0);
        __syncthreads();
        for (int i = 0; i < TILE_WIDTH; i++)
            sum += left.v[threadIdx.y][i] * right.v[i][threadIdx.x];
        __syncthreads();
    }

    int r = r0 + threadIdx.y, c = c0 + threadIdx.x;
    if (r < M && c < N)
        C[r * N + c] = sum;
}
