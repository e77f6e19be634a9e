#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a_s[TILE_WIDTH][TILE_WIDTH];
    __shared__ float b_s[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int y = blockIdx.y * TILE_WIDTH + ty;
    const int x = blockIdx.x * TILE_WIDTH + tx;

    // these two walk along K
    const float *pa = A + (size_t)y * K + tx;
    const float *pb = B + (size_t)ty * N + x;

    float res = 0.0f;
    for (int left = K; left > 0; left -= TILE_WIDTH) {
        a_s[ty][tx] = (y < M && tx < left) ? *pa : 0.0f;
        b_s[ty][tx] = (x < N && ty < left) ? *pb : 0.0f;
        pa += TILE_WIDTH;
        pb += N;
        __syncthreads();

        for (int k = 0; k != TILE_WIDTH; ++k)
            res += a_s[ty][k] * b_s[k][tx];
        __syncthreads();
    }

    if (y < M && x < N)
        *(C + (size_t)y * N + x) = res;
}
