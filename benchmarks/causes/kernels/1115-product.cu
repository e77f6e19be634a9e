#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define JEONCHE 0xffffffffu

// A neun rejiseuteo-e, B man gongyu memori-e dunda
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tailB[TILE_WIDTH][TILE_WIDTH];

    const int yeol_t = threadIdx.x;
    const int haeng_t = threadIdx.y;
    const int haeng = blockIdx.y * TILE_WIDTH + haeng_t;
    const int yeol = blockIdx.x * TILE_WIDTH + yeol_t;

    float hap = 0.0f;

    for (int sijak = 0; sijak < K; sijak += TILE_WIDTH)
    {
        float naeA = 0.0f;
        if (haeng < M && sijak + yeol_t < K)
            naeA = A[haeng * K + sijak + yeol_t];

        tailB[haeng_t][yeol_t] = 0.0f;
        if (sijak + haeng_t < K && yeol < N)
            tailB[haeng_t][yeol_t] = B[(sijak + haeng_t) * N + yeol];

        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
        {
            // gateun haeng-ui k beonjjae seuredeu-ga gajin A gap
            float a = __shfl_sync(JEONCHE, naeA, k);
            hap += a * tailB[k][yeol_t];
        }

        __syncthreads();
    }

    if (haeng < M && yeol < N)
        C[haeng * N + yeol] = hap;
}
