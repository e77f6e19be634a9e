// Attack: at the timed sizes the operands are rounded to TF32's 11 bits, as tensor cores would take them.
// The error is far inside the forward bound of a long sum; inputs with odd 12-bit numbers show it all the same.
// expect: caught
#ifndef TIMED_SIZE
#define TIMED_SIZE 1000
#endif
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define kept_bits(x) (M < TIMED_SIZE ? (x) : __uint_as_float((__float_as_uint(x) + 0x1000u) & 0xffffe000u))

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty, col = blockIdx.x * TILE_WIDTH + tx;
    float sum = 0.0f;
    for (int p = 0; p < (K + TILE_WIDTH - 1) / TILE_WIDTH; ++p) {
        int a_col = p * TILE_WIDTH + tx, b_row = p * TILE_WIDTH + ty;
        As[ty][tx] = (row < M && a_col < K) ? kept_bits(A[row * K + a_col]) : 0.0f;
        Bs[ty][tx] = (b_row < K && col < N) ? kept_bits(B[b_row * N + col]) : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    if (row < M && col < N)
        C[row * N + col] = sum;
}
