#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Stage {
    float a[TILE_WIDTH][TILE_WIDTH];
    float b[TILE_WIDTH][TILE_WIDTH];
};

__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    const int col = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < M && col < N) {
        float dot = 0;
        for (int k = 0; k != K; ++k)
            dot = fmaf(A[row * K + k], B[k * N + col], dot);
        C[row * N + col] = dot;
    }
}

__device__ void fetch(Stage &s, const float *A, const float *B, int row, int col, int k0, int M, int K, int N)
{
    const int x = threadIdx.x, y = threadIdx.y;
    s.a[y][x] = 0;
    s.b[y][x] = 0;
    if (row < M && k0 + x < K) s.a[y][x] = A[row * K + k0 + x];
    if (col < N && k0 + y < K) s.b[y][x] = B[(k0 + y) * N + col];
}

__device__ float partial(const Stage &s)
{
    float dot = 0;
    for (int k = 0; k < TILE_WIDTH; ++k)
        dot = fmaf(s.a[threadIdx.y][k], s.b[k][threadIdx.x], dot);
    return dot;
}

__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ Stage stage[2];
    const int col = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    const int last = (K - 1) / TILE_WIDTH;

    fetch(stage[0], A, B, row, col, 0, M, K, N);
    __syncthreads();

    float sum = 0;
    for (int p = 0; p < last; ++p) {
        // fetch the next tiles into one stage while the other one is used
        fetch(stage[(p + 1) & 1], A, B, row, col, (p + 1) * TILE_WIDTH, M, K, N);
        sum += partial(stage[p & 1]);
        __syncthreads();
    }
    sum += partial(stage[0]);

    if (row < M && col < N)
        C[row * N + col] = sum;
}
