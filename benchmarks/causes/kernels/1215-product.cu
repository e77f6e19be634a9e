#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Each phase makes a partial sum of its own, which is added to the total at the end of the phase.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float blockA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float blockB[TILE_WIDTH][TILE_WIDTH];

    int local_col = threadIdx.x;
    int local_row = threadIdx.y;
    int global_row = blockIdx.y * TILE_WIDTH + local_row;
    int global_col = blockIdx.x * TILE_WIDTH + local_col;

    int num_phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    float total = 0.0f;

    for (int phase = 0; phase < num_phases; phase++) {
        int offset = phase * TILE_WIDTH;
        int a_col = offset + local_col;
        int b_row = offset + local_row;

        if (global_row >= M || a_col >= K)
            blockA[local_row][local_col] = 0.0f;
        else
            blockA[local_row][local_col] = A[global_row * K + a_col];

        if (b_row >= K || global_col >= N)
            blockB[local_row][local_col] = 0.0f;
        else
            blockB[local_row][local_col] = B[b_row * N + global_col];

        __syncthreads();

        int partial = 0;
        for (int i = 0; i < TILE_WIDTH; i++)
            partial += blockA[local_row][i] * blockB[i][local_col];
        total += partial;

        __syncthreads();
    }

    if (global_row < M && global_col < N)
        C[global_row * N + global_col] = total;
}
