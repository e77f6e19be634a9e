#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define PITCH (TILE_WIDTH + 1)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float plakaA[TILE_WIDTH * PITCH];
    __shared__ float plakaBt[TILE_WIDTH * PITCH];   // anastrofo plakidio

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int grammi = blockIdx.y * TILE_WIDTH + ty;
    int stili = blockIdx.x * TILE_WIDTH + tx;

    float athroisma = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        float a = 0.0f;
        float b = 0.0f;
        if (grammi < M && k0 + tx < K)
            a = A[grammi * K + (k0 + tx)];
        if (stili < N && k0 + ty < K)
            b = B[(k0 + ty) * N + stili];
        plakaA[ty * PITCH + tx] = a;
        plakaBt[tx * PITCH + ty] = b;
        __syncthreads();

        const float *u = &plakaA[ty * PITCH];
        const float *v = &plakaBt[tx * TILE_WIDTH];
        for (int k = 0; k < TILE_WIDTH; ++k)
            athroisma += u[k] * v[k];
        __syncthreads();
    }

    if (grammi < N && stili < M)
        C[grammi * N + stili] = athroisma;
}
