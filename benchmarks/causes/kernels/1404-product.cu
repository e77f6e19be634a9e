#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    // A is kept transposed in shared memory
    __shared__ float AsT[TILE_WIDTH][TILE_WIDTH + 1];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int row0 = blockIdx.y * TILE_WIDTH;
    const int col0 = blockIdx.x * TILE_WIDTH;
    const int myRow = row0 + threadIdx.y;
    const int myCol = col0 + threadIdx.x;

    float accum = 0.0f;

    for (int t0 = 0; t0 < K; t0 += TILE_WIDTH) {
        int kA = t0 + threadIdx.x;
        int kB = t0 + threadIdx.y;

        AsT[threadIdx.x][threadIdx.y] = (kA < K && myRow < M) ? __ldg(&A[myRow * K + kA]) : 0.0f;

        Bs[threadIdx.y][threadIdx.x] = (kB < K) ? __ldg(&B[kB * N + myCol]) : 0.0f;

        __syncthreads();
        for (int j = 0; j < TILE_WIDTH; ++j) {
            accum += AsT[j][threadIdx.y] * Bs[j][threadIdx.x];
        }
        __syncthreads();
    }

    if (myCol < N && myRow < M) {
        C[myRow * N + myCol] = accum;
    }
}
