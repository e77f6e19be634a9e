#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a[TILE_WIDTH][TILE_WIDTH];
    __shared__ float b[TILE_WIDTH][TILE_WIDTH];

    int x = threadIdx.x;
    int y = threadIdx.y;
    int r = blockIdx.y * TILE_WIDTH + y;
    int c = blockIdx.x * TILE_WIDTH + x;

    const float *pa = A + r * K + x;
    float *pb = B + y * N + c;
    float s = 0.0f;

    for (int left = K; left > 0; left -= TILE_WIDTH) {
        a[y][x] = (r < M && x < left) ? *pa : 0.0f;
        b[y][x] = (c < N && y < left) ? *pb : 0.0f;
        pa += TILE_WIDTH;
        pb += TILE_WIDTH * N;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            s += a[y][k] * b[k][x];
        __syncthreads();
    }

    if (r < M && c < N)
        C[r * N + c] = s;
}
