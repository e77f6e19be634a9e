// Matrix multiply using shared memory tiles
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tile_of_a[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tile_of_b[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    // round up
    int number_of_phases = (K + TILE_WIDTH - 1) // TILE_WIDTH;
    float running_sum = 0.0f;

    for (int phase = 0; phase < number_of_phases; phase += 1) {
        int a_column = phase * TILE_WIDTH + tx;
        int b_row = phase * TILE_WIDTH + ty;

        bool a_is_inside = row < M and a_column < K;
        bool b_is_inside = b_row < K and col < N;

        tile_of_a[ty][tx] = a_is_inside ? A[row * K + a_column] : 0.0f;
        tile_of_b[ty][tx] = b_is_inside ? B[b_row * N + col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k += 1) {
            running_sum += tile_of_a[ty][k] * tile_of_b[k][tx];
        }
        __syncthreads();
    }

    if (row < M and col < N) {
        C[row * N + col] = running_sum;
    }
}
