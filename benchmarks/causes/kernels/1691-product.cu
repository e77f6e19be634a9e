#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockIdx.y * blockDim.y + ty;
    const int col = blockIdx.x * blockDim.x + tx;

    float *Arow = A + row * K;       // this thread's row of A
    const float *Bcol = B + col;           // this thread's column of B

    float s0 = 0.0f, s1 = 0.0f;
    const int rounds = K / TILE_WIDTH + (K % TILE_WIDTH != 0);

    for (int r = 0; r < rounds; r++) {
        const int ka = r * TILE_WIDTH + tx;
        const int kb = r * TILE_WIDTH + ty;
        As[ty][tx] = (row < M && ka < K) ? Arow[ka] : 0.0f;
        Bs[ty][tx] = (col < N && kb < K) ? Bcol[kb * N] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; k += 2) {
            s0 += As[ty][k] * Bs[k][tx];
            s1 += As[ty][k + 1] * Bs[k + 1][tx];
        }
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = s0 + s1;
}
