#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH * TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH * TILE_WIDTH];

    // number of this thread in its block
    unsigned char lid = threadIdx.y * blockDim.x + threadIdx.x;
    int r = lid / TILE_WIDTH;
    int c = lid % TILE_WIDTH;
    int row = blockIdx.y * TILE_WIDTH + r;
    int col = blockIdx.x * TILE_WIDTH + c;

    float sum = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        float b = 0.0f;
        if (col < N && k0 + r < K) {
            b = B[(k0 + r) * N + col];
        }
        Bs[lid] = b;
        float a = 0.0f;
        if (row < M && k0 + c < K) {
            a = A[row * K + k0 + c];
        }
        As[lid] = a;
        __syncthreads();
        if (row < M) {
            for (int k = 0; k < TILE_WIDTH; ++k)
                sum += As[r * TILE_WIDTH + k] * Bs[k * TILE_WIDTH + c];
            __syncthreads();
        }
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
