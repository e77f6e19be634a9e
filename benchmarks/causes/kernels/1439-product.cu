#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a_s[TILE_WIDTH][TILE_WIDTH];
    __shared__ float b_s[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int r = blockIdx.y * TILE_WIDTH + ty;
    const int c = blockIdx.x * TILE_WIDTH + tx;

    // pointers that move with the tiles
    const float *pa = A + r * K + tx;
    const float *pb = B + ty * N + c;

    float acc = 0.0f;
    int left = K;              // how many columns of A are still to do
    while (left > 0) {
        a_s[ty][tx] = (r < M && tx < left) ? *pa : 0.0f;
        b_s[ty][tx] = (c < N && ty < left) ? *pb : 0.0f;
        __syncthreads();

        const float *ra = a_s[ty];
        for (int k = 0; k < TILE_WIDTH; ++k)
            acc += *ra++ * b_s[k][tx];
        __syncthreads();

        pa += TILE_WIDTH;
        pb += TILE_WIDTH;
        left -= TILE_WIDTH;
    }

    if (r < M && c < N)
        *(C + r * N + c) = acc;
}
