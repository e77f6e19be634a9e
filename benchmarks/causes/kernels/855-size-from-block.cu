#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    int T = blockDim.x;
    __shared__ float tileA[T][T], tileB[T][T];

    int u = threadIdx.x, v = threadIdx.y;
    int R = T * blockIdx.y + v;
    int S = T * blockIdx.x + u;
    double sum = 0.0;

    for (int phase = 0, k = 0; k < K; ++phase, k = phase * T) {
        float fromA = 0.0f;
        float fromB = 0.0f;
        if (!(R >= M || k + u >= K))
            fromA = A[R * K + k + u];
        if (!(S >= N || k + v >= K))
            fromB = B[(k + v) * N + S];
        tileA[v][u] = fromA;
        tileB[v][u] = fromB;
        __syncthreads();

        int i = 0;
        while (i < T) {
            sum += tileA[v][i] * tileB[i][u];
            i++;
        }
        __syncthreads();
    }

    if (!(R >= M || S >= N))
        C[R * N + S] = (float)sum;
}
