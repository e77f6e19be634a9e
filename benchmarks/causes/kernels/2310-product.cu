#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float M1[TILE_WIDTH][TILE_WIDTH];
    __shared__ float M2[TILE_WIDTH][TILE_WIDTH];
    int i = threadIdx.y + blockIdx.y * blockDim.y;
    int j = threadIdx.x + blockIdx.x * blockDim.x;
    int li = threadIdx.y;
    int lj = threadIdx.x;
    float out = 0.f;
    int m = 0;
    for (; m < (K + TILE_WIDTH - 1) / TILE_WIDTH; m++) {
        if (i < M && m * TILE_WIDTH + lj < K) {
            M1[li][lj] = A[i * K + (m * TILE_WIDTH + lj)];
        } else {
            M1[li][lj] = 0.f;
        }
        if (j < N && m * TILE_WIDTH + li < K) {
            M2[li][lj] = B[(m * TILE_WIDTH + li) * N + j];
        } else {
            M2[li][lj] = 0.f;
        }
        __syncthreads();
        for (int e = 0; e < 16; e++) {
            out += M1[li][e] * M2[e][lj];
        }
        __syncthreads();
    }
    if (i < M && j < N) {
        C[i * N + j] = out;
    }
}
