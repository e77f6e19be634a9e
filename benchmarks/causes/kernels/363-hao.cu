// step 1: clear the tiles so that out of range elements count as zero
// step 2: copy what is inside
// step 3: multiply
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tile_a[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tile_b[TILE_WIDTH][TILE_WIDTH];

    int local_row = threadIdx.y;
    int local_col = threadIdx.x;
    int global_row = blockIdx.y * TILE_WIDTH + local_row;
    int global_col = blockIdx.x * TILE_WIDTH + local_col;

    float total = 0.0f;
    int number_of_tiles = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    tile_a[local_row][local_col] = 0.0f;
    tile_b[local_row][local_col] = 0.0f;
    for (int tile_index = 0; tile_index < number_of_tiles; tile_index++) {
        int a_index = tile_index * TILE_WIDTH + local_col;
        int b_index = tile_index * TILE_WIDTH + local_row;

        if (global_row < M && a_index < K) {
            tile_a[local_row][local_col] = A[global_row * K + a_index];
        }
        if (b_index < K && global_col < N) {
            tile_b[local_row][local_col] = B[b_index * N + global_col];
        }
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++) {
            float a_value = tile_a[local_row][k];
            float b_value = tile_b[k][local_col];
            total = total + a_value * b_value;
        }
        __syncthreads();
    }

    if (global_row < M && global_col < N) {
        C[global_row * N + global_col] = total;
    }
}
