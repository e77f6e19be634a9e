#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define T TILE_WIDTH

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    // my output element
    const unsigned r = blockIdx.y * T + threadIdx.y;
    const unsigned c = blockIdx.x * T + threadIdx.x;
    const bool inside = (r < M && c < N);
    if (!inside)
        return;

    __shared__ float sA[T][T];
    __shared__ float sB[T][T];

    float dot = 0.0f;
    for (int t = 0; t < (K + T - 1) / T; ++t) {
        const unsigned kA = t * T + threadIdx.x;
        const unsigned kB = t * T + threadIdx.y;

        float a = 0.0f;
        float b = 0.0f;
        if (r < M && kA < K) a = A[r * K + kA];
        if (c < N && kB < K) b = B[kB * N + c];
        sA[threadIdx.y][threadIdx.x] = a;
        sB[threadIdx.y][threadIdx.x] = b;
        __syncthreads();

        for (int e = 0; e < T; ++e)
            dot = fmaf(sA[threadIdx.y][e], sB[e][threadIdx.x], dot);
        __syncthreads();
    }

    if (inside)
        C[r * N + c] = dot;
}
