#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define KUAN TILE_WIDTH
#define BU (TILE_WIDTH + 1)

__device__ float dianji(float (*a)[KUAN], float (*b)[KUAN], int hang, int lie)
{
    float s = 0.0f;
    for (int k = 0; k < KUAN; ++k)
        s += a[hang][k] * b[k][lie];
    return s;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float kuaiA[KUAN][KUAN];
    __shared__ float kuaiB[KUAN][BU];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int hang = blockIdx.y * KUAN + ty;
    const int lie = blockIdx.x * KUAN + tx;

    float he = 0.0f;
    for (int k0 = 0; k0 < K; k0 += KUAN) {
        kuaiA[ty][tx] = (hang < M && k0 + tx < K) ? A[hang * K + k0 + tx] : 0.0f;
        kuaiB[ty][tx] = (k0 + ty < K && lie < N) ? B[(k0 + ty) * N + lie] : 0.0f;
        __syncthreads();
        he += dianji(kuaiA, kuaiB, ty, tx);
        __syncthreads();
    }

    if (hang < M && lie < N)
        C[hang * N + lie] = he;
}
