#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

template <int T>
struct Tile {
    float cell[T][T];

    __device__ void load(const float *m, int top, int left, int rows, int cols)
    {
        int r = top + threadIdx.y;
        int c = left + threadIdx.x;
        bool inside = r < rows && c < cols;
        cell[threadIdx.y][threadIdx.x] = inside ? m[r * cols + c] : 0.0f;
    }
};

template <int T>
__device__ void multiply_add(float &acc, const Tile<T> &a, const Tile<T> &b)
{
#pragma unroll
    for (int k = 0; k < T; ++k)
        acc += a.cell[threadIdx.y][k] * b.cell[k][threadIdx.x];
}

template <int T>
__device__ void matmul(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ Tile<T> a;
    __shared__ Tile<T> b;

    const int top = blockIdx.y * T;
    const int left = blockIdx.x * T;
    float acc = 0.0f;

    for (int k0 = 0; k0 < K; k0 += T) {
        a.load(A, top, k0, M, K);
        b.load(B, k0, left, K, N);
        multiply_add<T>(acc, a, b);
        __syncthreads();
    }

    const int row = top + threadIdx.y;
    const int col = left + threadIdx.x;
    if (row < M && col < N)
        C[row * N + col] = acc;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    matmul<TILE_WIDTH>(A, B, C, M, K, N);
}
