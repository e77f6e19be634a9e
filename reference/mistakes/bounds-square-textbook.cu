// mistake: The textbook's square kernel: right where the size is a multiple of the tile, no guards, phases rounded down
// group: boundaries
// expect: out-of-bounds wrong-result
// hint: floor-division load-a-outside load-b-outside store-guard-missing

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float sum = 0.0f;
    for (int p = 0; p < K / TILE_WIDTH; ++p) {  // HERE
        int a_col = p * TILE_WIDTH + tx;
        int b_row = p * TILE_WIDTH + ty;
        As[ty][tx] = A[row * K + a_col];  // HERE
        Bs[ty][tx] = B[b_row * N + col];  // HERE
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    C[row * N + col] = sum;  // HERE
}
