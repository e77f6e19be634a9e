#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define PITCH (TILE_WIDTH + 1)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sa[TILE_WIDTH * PITCH];
    __shared__ float sb[TILE_WIDTH * PITCH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * blockDim.y + ty;
    int col = blockIdx.x * blockDim.x + tx;
    int slot = ty * PITCH + tx;

    float acc = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        sa[slot] = (row < M && k0 + tx < K) ? A[row * K + k0 + tx] : 0.0f;
        sb[slot] = (k0 + ty < K && col < N) ? B[(k0 + ty) * N + col] : 0.0f;
        __syncthreads();

        int ia = ty * PITCH;
        int ib = tx;
        for (int k = 0; k < TILE_WIDTH; k++) {
            acc += sa[ia] * sb[ib];
            ia += 1;
            ib += TILE_WIDTH;
        }
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = acc;
}
