#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

typedef float tile_t[TILE_WIDTH][TILE_WIDTH];

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ tile_t ta;
    __shared__ tile_t tb;

    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned i = blockIdx.y * TILE_WIDTH + y;
    const unsigned j = blockIdx.x * TILE_WIDTH + x;
    const unsigned m = M, n = N, depth = K;

    double sum = 0.0;       // a bit more exact
    for (unsigned d = 0; d < depth; d += TILE_WIDTH) {
        ta[y][x] = (i < m && d + x < depth) ? A[i * depth + d + x] : 0.0f;
        tb[y][x] = (j < n && d + y < depth) ? B[(d + y) * n + j] : 0.0f;
        __syncthreads();

        float part = 0.0f;
        for (unsigned k = 0; k < TILE_WIDTH; ++k)
            part += ta[y][k] * tb[k][x];
        sum += part;
    }

    if (i < m || j < n)
        C[i * n + j] = (float)sum;
}
