/* Homework 3 -- matmul with shared memory */
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH], Bs[TILE_WIDTH][TILE_WIDTH];

    int j = threadIdx.x + blockIdx.x * blockDim.x;
    int i = threadIdx.y + blockIdx.y * blockDim.y;

    // threads outside of C are done
    if (i >= M || j >= N)
        return;

    float s = 0.0f;

    for (int ph = 0; ph * TILE_WIDTH < K; ph++) {
        int ka = ph * TILE_WIDTH + threadIdx.x;
        int kb = ph * TILE_WIDTH + threadIdx.y;

        if (i < M && ka < K) {
            As[threadIdx.y][threadIdx.x] = A[i * K + ka];
        } else {
            As[threadIdx.y][threadIdx.x] = 0.0f;
        }
        if (kb < K && j < N) {
            Bs[threadIdx.y][threadIdx.x] = B[kb * N + j];
        } else {
            Bs[threadIdx.y][threadIdx.x] = 0.0f;
        }
        __syncthreads();

        for (int q = 0; q < TILE_WIDTH; q++) {
            s += As[threadIdx.y][q] * Bs[q][threadIdx.x];
        }
        __syncthreads();
    }

    C[i * N + j] = s;
}
