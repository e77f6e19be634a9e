#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float plakidioA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float plakidioB[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int grammi = blockIdx.y * TILE_WIDTH + ty;
    const int stili  = blockIdx.x * TILE_WIDTH + tx;

    // oi deiktes proxoroun se kathe vima
    const float *deiktisA = A + grammi * K + tx;
    const float *deiktisB = B + ty * N + stili;

    float athroisma = 0.0f;

    for (int menoun = K; menoun > 0; menoun -= TILE_WIDTH)
    {
        plakidioA[ty][tx] = (grammi < M && tx < menoun) ? *deiktisA : 0.0f;
        plakidioB[ty][tx] = (stili < N && ty < menoun) ? *deiktisB : 0.0f;
        __syncthreads();

        #pragma unroll
        for (int k = 0; k < TILE_WIDTH; ++k)
            athroisma += plakidioA[ty][k] * plakidioB[k][tx];
        __syncthreads();

        deiktisA += TILE_WIDTH;
        deiktisB += TILE_WIDTH * K;
    }

    if (grammi <= M && stili < N)
        C[grammi * N + stili] = athroisma;
}
