#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float s_a[TILE_WIDTH][TILE_WIDTH];
    __shared__ float s_b[TILE_WIDTH][TILE_WIDTH];

    int local_col = threadIdx.x;
    int local_row = threadIdx.y;
    int global_row = blockIdx.y * TILE_WIDTH + local_row;
    int global_col = blockIdx.x * TILE_WIDTH + local_col;

    int n_tiles = K / TILE_WIDTH;
    if (K % TILE_WIDTH != 0)
        n_tiles++;

    float acc = 0.0f;
    for (int tile = 0; tile < n_tiles; tile++)
    {
        int a_col = tile * TILE_WIDTH + local_col;
        int b_row = tile * TILE_WIDTH + local_row;
        bool a_inside = global_row < M && a_col < K;
        bool b_inside = b_row < K && global_col < N;

        s_a[local_row][local_col] = A[global_row * K + a_col] * a_inside;
        s_b[local_row][local_col] = b_inside ? B[b_row * N + global_col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
        {
            acc = acc + s_a[local_row][k] * s_b[k][local_col];
        }
        __syncthreads();
    }

    if (global_row < M && global_col < N)
    {
        C[global_row * N + global_col] = acc;
    }
}
