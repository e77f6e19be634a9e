#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// zidisha mstari wa kigae A na safu ya kigae B
__device__ float zidisha(float (*kigaeA)[TILE_WIDTH], float (*kigaeB)[TILE_WIDTH], int y, int x)
{
    float jibu = 0.0f;
    for (int i = 0; i < TILE_WIDTH; i++)
        jibu += kigaeA[y][i] * kigaeB[i][x];
    return jibu;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float kigaeA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float kigaeB[TILE_WIDTH][TILE_WIDTH];

    int x = threadIdx.x;
    int y = threadIdx.y;
    int mstari = y + blockIdx.y * blockDim.y;
    int safu   = x + blockIdx.x * blockDim.x;

    float jumla = 0.0f;

    int hatua = K / TILE_WIDTH;
    if (K % TILE_WIDTH != 0) hatua++;

    for (int h = 0; h < hatua; h++) {
        int kA = x + h * TILE_WIDTH;
        int kB = y + h * TILE_WIDTH;

        if (mstari < M && kA < K) kigaeA[y][x] = A[kA + mstari * K];
        else                      kigaeA[y][x] = 0.0f;
        if (kB < K && safu < N)   kigaeB[y][x] = B[safu + kB * N];
        else                      kigaeB[y][x] = 0.0f;
        __syncthreads();

        float jumla = zidisha(kigaeA, kigaeB, y, x);
        __syncthreads();
    }

    if (mstari < M && safu < N)
        C[safu + mstari * N] = jumla;
}
