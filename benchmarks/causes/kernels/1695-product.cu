#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tile_a[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tile_b[TILE_WIDTH][TILE_WIDTH];

    int thread_row = threadIdx.y;
    int thread_col = threadIdx.x;
    int out_row = blockIdx.y * TILE_WIDTH + thread_row;
    int out_col = blockIdx.x * TILE_WIDTH + thread_col;
    int num_phases = K / TILE_WIDTH;
    if (K % TILE_WIDTH)
        num_phases++;

    float acc;

    for (int phase = 0; phase != num_phases; ++phase) {
        int k_a = phase * TILE_WIDTH + thread_col;
        int k_b = phase * TILE_WIDTH + thread_row;

        float *pa = &tile_a[thread_row][thread_col];
        float *pb = &tile_b[thread_row][thread_col];
        *pa = (out_row < M && k_a < K) ? __ldg(&A[out_row * K + k_a]) : 0.0f;
        *pb = (k_b < K && out_col < N) ? __ldg(&B[k_b * N + out_col]) : 0.0f;
        __syncthreads();

        for (int k = 0; k <= TILE_WIDTH; k++)
            acc += tile_a[thread_row][k] * tile_b[k][thread_col];
        __syncthreads();
    }

    if (out_row < M && out_col < N)
        C[out_row * N + out_col] = acc;
}
