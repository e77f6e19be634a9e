#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a_s[TILE_WIDTH][TILE_WIDTH];
    __shared__ float b_s[TILE_WIDTH][TILE_WIDTH];

    int x = threadIdx.x, y = threadIdx.y;
    int m = blockIdx.y * TILE_WIDTH + y;
    int n = blockIdx.x * TILE_WIDTH + x;

    // walk both matrices with pointers
    const float *pa = A + (size_t)m * K + x;
    const float *pb = B + (size_t)y * N + n;

    float res = 0.f;
    int left = K;              // columns of A (rows of B) still to do

    while (left > 0) {
        a_s[y][x] = (m < M && x < left) ? *pa : 0.f;
        b_s[y][x] = (n < N && y < left) ? *pb : 0.f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            res += a_s[y][k] * b_s[k][x];
        __syncthreads();

        pa += TILE_WIDTH;
        pb += TILE_WIDTH;
        left -= TILE_WIDTH;
    }

    if (m < M && n < N)
        C[(size_t)m * N + n] = res;
}
