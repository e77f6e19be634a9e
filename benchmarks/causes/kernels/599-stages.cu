#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

template <int T>
struct Stage {
    float a[T][T];
    float b[T][T];
};

template <int T>
__device__ void fill(Stage<T> &st, const float *A, const float *B, int M, int K, int N, int step)
{
    int ty = threadIdx.y, tx = threadIdx.x;
    int row = blockIdx.y * T + ty;
    int col = blockIdx.x * T + tx;
    int ka = step * T + tx;
    int kb = step * T + ty;
    st.a[ty][tx] = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
    st.b[ty][tx] = (kb < K && col < N) ? B[kb * N + col] : 0.0f;
}

// two stages: while we compute with one, the next is being loaded
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ Stage<TILE_WIDTH> stages[2];

    const int steps = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    float acc = 0.0f;
    int cur = 0;

    fill(stages[cur], A, B, M, K, N, 0);
    __syncthreads();

    for (int s = 0; s < steps; ++s) {
        if (s + 1 < steps)
            fill(stages[!cur], A, B, M, K, N, s + 1);

        const Stage<TILE_WIDTH> &now = stages[cur];
        for (int k = 0; k < TILE_WIDTH; ++k)
            acc += now.a[threadIdx.y][k] * now.b[k][threadIdx.x];

        __syncthreads();
        cur = ~cur;
    }

    int row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int col = blockIdx.x * TILE_WIDTH + threadIdx.x;
    if (row < M && col < N)
        C[row * N + col] = acc;
}
