#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Tile {
    float v[TILE_WIDTH][TILE_WIDTH];
};

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ Tile a, b;

    unsigned tx = threadIdx.x;
    unsigned ty = threadIdx.y;
    unsigned row = blockIdx.y * TILE_WIDTH + ty;
    unsigned col = blockIdx.x * TILE_WIDTH + tx;

    float dot = 0.0f;

    for (unsigned k0 = 0; k0 < K; k0 += TILE_WIDTH) {

        if (row < M && k0 + tx < K) {
            a.v[ty][tx] = A[row * K + k0 + tx];
        } else {
            a.v[ty][tx] = 0.0f;
        }

        if (k0 + ty < K && col < N) {
            b.v[ty][tx] = B[(k0 + ty) * N + col];
        } else {
            b.v[ty][tx] = 0.0f;
        }

        __syncthreads();

        // only as many products as this tile really has
        unsigned count = k0 + TILE_WIDTH < K ? TILE_WIDTH : K % TILE_WIDTH;
        for (unsigned k = 0; k < count; ++k) {
            dot += a.v[ty][k] * b.v[k][tx];
        }

        __syncthreads();
    }

    if (row < M && col < N) {
        C[row * N + col] = dot;
    }
}
