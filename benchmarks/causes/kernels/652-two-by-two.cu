#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define R 2                       // R x R cells for each thread that computes
#define SIDE (TILE_WIDTH / R)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int top = blockIdx.y * TILE_WIDTH;
    const int left = blockIdx.x * TILE_WIDTH;
    const bool worker = tx < SIDE && ty < SIDE;

    float acc[R][R] = {};

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        As[ty][tx] = (top + ty < M && k0 + tx < K) ? A[(top + ty) * K + k0 + tx] : 0.f;
        Bs[ty][tx] = (k0 + ty < K && left + tx < N) ? B[(k0 + ty) * N + left + tx] : 0.f;
        __syncthreads();

        if (worker) {
            for (int k = 0; k < TILE_WIDTH; ++k) {
                float a[R], b[R];
                for (int i = 0; i < R; ++i) {
                    a[i] = As[ty * R + i][k];
                    b[i] = Bs[k][tx * R + i];
                }
                for (int i = 0; i < R; ++i)
                    for (int j = 0; j < R; ++j)
                        acc[i][j] += a[i] * b[j];
            }
        }
        __syncthreads();
    }

    if (!worker)
        return;

    const int row = top + ty * R;
    const int col = left + tx * R;
    for (int i = 0; i < R; ++i)
        for (int j = 0; j < R; ++j)
            if (row < M && col < N)
                C[(row + i) * N + col + j] = acc[i][j];
}
