// Pointers instead of indices, __restrict__, size_t, const tiles by macro
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH], Bs[TILE_WIDTH][TILE_WIDTH];
    const unsigned tx = threadIdx.x, ty = threadIdx.y;
    const size_t row = (size_t)blockIdx.y * blockDim.y + ty, col = (size_t)blockIdx.x * blockDim.x + tx;
    const float *a = A + row * K + tx;
    const float *b = B + (size_t)ty * N + col;
    float sum = 0.f;
    for (int left = K; left > 0; left -= TILE_WIDTH) {
        As[ty][tx] = row < M && (int)tx < left ? *a : 0.f;
        Bs[ty][tx] = col < N && (int)ty < left ? *b : 0.f;
        a += TILE_WIDTH;
        b += (size_t)TILE_WIDTH * N;
        __syncthreads();
        for (unsigned k = 0; k < TILE_WIDTH; ++k)
            sum = fmaf(As[ty][k], Bs[k][tx], sum);
        __syncthreads();
    }
    if (row < M && col < N)
        C[row * N + col] = sum;
}
