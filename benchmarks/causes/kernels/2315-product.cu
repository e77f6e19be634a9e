#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Tiles {
    float a[TILE_WIDTH][TILE_WIDTH];
    float b[TILE_WIDTH][TILE_WIDTH];
};

__device__ float multiply(const Tiles *t, int y, int x)
{
    float s = 0.0f;
    for (int k = 0; k < TILE_WIDTH; ++k)
        s += t->a[y][k] * t->b[k][x];
    return s;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ Tiles sh;

    int y = threadIdx.y, x = threadIdx.x;
    int gy = blockIdx.y * TILE_WIDTH + y;
    int gx = blockIdx.x * TILE_WIDTH + x;

    float sum = 0.0f;
    for (int p = 0; p * TILE_WIDTH < K; ++p) {
        int ka = p * TILE_WIDTH + x;
        int kb = p * TILE_WIDTH + y;
        sh.a[y][x] = (gy < M && ka < K) ? A[gy * K + ka] : 0.0f;
        sh.b[y][x] = (kb < K && gx < N) ? B[kb * N + gx] : 0.0f;
        __syncthreads();
        sum += multiply(sh, y, x);
        __syncthreads();
    }

    if (gy < M && gx < N)
        C[gy * N + gx] = sum;
}
