#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

template <typename V>
struct View {
    const V *p;
    int rows, cols;
    __device__ View(const V *q, int h, int w) : p(q), rows(h), cols(w) {}
    __device__ V operator()(int r, int c) const
    {
        return (r < rows && c < cols) ? p[r * cols + c] : V(0);
    }
};

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float at[TILE_WIDTH][TILE_WIDTH];
    __shared__ float bt[TILE_WIDTH][TILE_WIDTH];
    View<float> va(A, M, K);
    View<float> vb(B, N, K);
    const int i = threadIdx.y, j = threadIdx.x;
    const int gi = blockIdx.y * TILE_WIDTH + i;
    const int gj = blockIdx.x * TILE_WIDTH + j;
    float out = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        at[i][j] = va(gi, k0 + j);
        bt[i][j] = vb(k0 + i, gj);
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k) out += at[i][k] * bt[k][j];
        __syncthreads();
    }
    if (gi < M && gj < N) C[gi * N + gj] = out;
}
