#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Cell {
    int row, col;
};

struct Tiles {
    float a[TILE_WIDTH][TILE_WIDTH];
    float b[TILE_WIDTH][TILE_WIDTH];
};

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ Tiles s;

    Cell in = { (int)threadIdx.y, (int)threadIdx.x };
    Cell corner = { (int)blockIdx.x * TILE_WIDTH, (int)blockIdx.y * TILE_WIDTH };
    Cell out = { corner.row + in.row, corner.col + in.col };
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        // the threads of row 0 fetch a column of A's tile each, those of row 1 a column of B's
        if (in.row == 0) {
            for (int i = 0; i <= TILE_WIDTH; ++i) {
                bool ok = corner.row + i < M && k0 + in.col < K;
                s.a[i][in.col] = ok ? A[(corner.row + i) * K + k0 + in.col] : 0.0f;
            }
        } else if (in.row == 1) {
            for (int i = 0; i < TILE_WIDTH; ++i) {
                bool ok = k0 + i < K && out.col < N;
                s.b[i][in.col] = ok ? B[(k0 + i) * N + out.col] : 0.0f;
            }
        }
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += s.a[in.row][k] * s.b[k][in.col];
        __syncthreads();
    }

    if (out.row < M && out.col < N)
        C[out.row * N + out.col] = sum;
}
