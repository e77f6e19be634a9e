#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Tiles {
    float a[TILE_WIDTH][TILE_WIDTH];
    float b[TILE_WIDTH][TILE_WIDTH];
};

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ Tiles s;

    int x = threadIdx.x;
    int y = threadIdx.y;
    int gx = blockIdx.x * TILE_WIDTH + x;
    int gy = blockIdx.y * TILE_WIDTH + y;

    double sum = 0.0;   // double, to be exact
    for (int t = 0; t < (K + TILE_WIDTH - 1) / TILE_WIDTH; ++t) {
        int ax = t * TILE_WIDTH + x;
        int by = t * TILE_WIDTH + y;
        s.a[y][x] = (gy < M && ax < K) ? A[gy * K + ax] : 0.0f;
        s.b[y][x] = (by < K && gx < N) ? B[by * N + gx] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += (double)s.a[y][k] * s.b[x][k];
        __syncthreads();
    }

    if (gy < M && gx < N)
        C[gy * N + gx] += (float)sum;
}
