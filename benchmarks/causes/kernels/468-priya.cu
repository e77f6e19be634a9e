#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

constexpr int TW = TILE_WIDTH;

struct View {            // ek row-major matrix
    const float *data;
    int rows, cols;
    __device__ bool has(int r, int c) const { return r < rows && c < cols; }
    __device__ float at(int r, int c) const { return data[r * cols + c]; }
};

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sa[TW][TW];
    __shared__ float sb[TW][TW];

    const View a{A, M, K}, b{B, K, N};
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y + TW * ty;
    const int col = blockIdx.x * TW + tx;

    float total = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TW) {
        sa[ty][tx] = a.has(row, k0 + tx) ? a.at(row, k0 + tx) : 0.0f;
        sb[ty][tx] = b.has(k0 + ty, col) ? 0.0f : b.at(k0 + ty, col);
        __syncthreads();   // sab load kar lein

        for (int k = 0; k < TW; ++k)
            total += sa[ty][k] * sb[k][tx];
        __syncthreads();   // sab padh lein
    }

    if (row < M && col < N)
        C[row * N + col] = total;
}
