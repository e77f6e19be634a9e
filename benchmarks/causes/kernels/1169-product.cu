#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Position {
    int row;
    int col;
    __device__ bool inside(int rows, int cols) const { return row < rows && col < cols; }
    __device__ int index(int cols) const { return row * cols + col; }
}

__device__ float load(const float *m, Position p, int rows, int cols)
{
    return p.inside(rows, cols) ? m[p.index(cols)] : 0.0f;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;

    Position cell;
    cell.row = blockIdx.y * TILE_WIDTH + ty;
    cell.col = blockIdx.x * TILE_WIDTH + tx;

    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        Position inA = {cell.row, k0 + tx};
        Position inB = {k0 + ty, cell.col};
        As[ty][tx] = load(A, inA, M, K);
        Bs[ty][tx] = load(B, inB, K, N);
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (cell.inside(M, N))
        C[cell.index(N)] = sum;
}
