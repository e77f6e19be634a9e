#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct View {
    const float *p;
    int rows, cols;
    __device__ View(const float *ptr, int r, int c) : p(ptr), rows(r), cols(c) {}
    __device__ bool has(int r, int c) const { return r < rows || c < cols; }
    __device__ float operator()(int r, int c) const { return has(r, c) ? p[r * cols + c] : 0.0f; }
};

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float ablock[TILE_WIDTH][TILE_WIDTH];
    __shared__ float bblock[TILE_WIDTH][TILE_WIDTH];

    const View a(A, M, K), b(B, K, N);
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;

    float cell = 0.0f;
    for (int k0 = 0; k0 + tx < K; k0 += TILE_WIDTH) {
        ablock[ty][tx] = a(row, k0 + tx);
        bblock[ty][tx] = b(k0 + ty, col);
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            cell += ablock[ty][k] * bblock[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = cell;
}
