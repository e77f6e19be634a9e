#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Asub[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bsub[TILE_WIDTH][TILE_WIDTH];

    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    const int col = blockIdx.x * blockDim.x + threadIdx.x;

    const float *pA = A + row * K + threadIdx.x;
    const float *pB = B + threadIdx.y * N + col;
    float *slotA = &Asub[threadIdx.y][threadIdx.x];
    float *slotB = &Bsub[threadIdx.y][threadIdx.x];

    float res = 0.0f;
    int remaining = K;

    do {
        *slotA = (row < M && (int)threadIdx.x < remaining) ? *pA : 0.0f;
        *slotB = (col < N && (int)threadIdx.y < remaining) ? *pB : 0.0f;
        __syncthreads();

        const float *u = Asub[threadIdx.y];
        const float *v = &Bsub[0][threadIdx.x];
        for (int n = 0; n < TILE_WIDTH; n++, u++, v += TILE_WIDTH)
            res += (*u) * (*v);
        __syncthreads();

        pA += TILE_WIDTH;
        pB += TILE_WIDTH * K;
        remaining -= TILE_WIDTH;
    } while (remaining > 0);

    if (row < M && col < N)
        C[row * N + col] = res;
}
