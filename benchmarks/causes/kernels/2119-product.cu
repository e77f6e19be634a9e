#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    constexpr int T = TILE_WIDTH;
    __shared__ float subA[T][T];
    __shared__ float subB[T][T + 1];

    int c = threadIdx.x, r = threadIdx.y;
    int gr = blockIdx.y * T + r;
    int gc = blockIdx.x * T + c;

    float total = 0.0f;
    float part = 0.0f;

    for (int s = 0; s < (K + T - 1) / T; ++s) {
        int ac = s * T + c;
        int br = s * T + r;
        subA[r][c] = gr < M && ac < K ? A[gr * K + ac] : 0.0f;
        subB[r][c] = br < K && gc < N ? B[br * N + gc] : 0.0f;
        __syncthreads();

        for (int k = 0; k < T; ++k)
            part += subA[r][k] * subB[k][c];
        total += part;
        __syncthreads();
    }

    if (gr < M && gc < N) C[gr * N + gc] = total;
}
