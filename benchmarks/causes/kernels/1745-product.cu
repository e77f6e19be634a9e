#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    constexpr int S = TILE_WIDTH;
    __shared__ float sm[2][S][S];   // sm[0]: A, sm[1]: B

    const int u = threadIdx.x;
    const int v = threadIdx.y;
    const int i = S * blockIdx.y + v;
    const int j = S * blockIdx.x + u;

    float acc = 0.0f;
    for (int p = 0; ; ++p)
    {
        if (p * S + u >= K)
            break;

        const int ka = p * S + u;
        const int kb = p * S + v;
        sm[0][v][u] = (i < M && ka < K) ? A[i * K + ka] : 0.0f;
        sm[1][v][u] = (j < N && kb < K) ? B[kb * N + j] : 0.0f;
        __syncthreads();

        for (int k = 0; k < S; ++k)
            acc += sm[0][v][k] * sm[1][k][u];
        __syncthreads();
    }

    if (i < M && j < N)
        C[i * M + j] = acc;
}
