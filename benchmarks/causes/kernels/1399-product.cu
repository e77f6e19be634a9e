#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// software pipelining: the next elements wait in registers
__global__ void __launch_bounds__(TILE_WIDTH * TILE_WIDTH)
matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    const float *pa = A + row * K + tx;
    const float *pb = B + ty * N + col;
    float ra = (row < M && tx < K) ? *pa : 0.0f;
    float rb = (col < N && ty < K) ? *pb : 0.0f;

    float sum = 0.0f;
    int next = TILE_WIDTH;
    do {
        As[ty][tx] = ra;
        Bs[ty][tx] = rb;
        __syncthreads();

        pa += TILE_WIDTH;
        pb += TILE_WIDTH;
        ra = (row < M && next + tx < K) ? *pa : 0.0f;
        rb = (col < N && next + ty < K) ? *pb : 0.0f;

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();

        next += TILE_WIDTH;
    } while (next - TILE_WIDTH < K);

    if (row < M && col < N)
        C[row * N + col] = sum;
}
