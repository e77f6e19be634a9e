#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// ضرب ماتریس با کاشی - بدون if در حلقه
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int satr = blockIdx.y * TILE_WIDTH + ty;    // سطر
    int sotun = blockIdx.x * TILE_WIDTH + tx;   // ستون
    int n_phase = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    float jam = 0.0f;

    for (int p = 0; p < n_phase; ++p) {
        int ka = p * TILE_WIDTH + tx;
        int kb = p * TILE_WIDTH + ty;
        // clamp the index, then choose value or zero
        float va = A[min(satr, M - 1) * K + min(ka, K - 1)];
        float vb = B[min(kb, K) * N + min(sotun, N - 1)];
        As[ty][tx] = (satr < M && ka < K) ? va : 0.0f;
        Bs[ty][tx] = (kb < K && sotun < N) ? vb : 0.0f;
        __syncthreads();

#pragma unroll
        for (int k = 0; k < TILE_WIDTH; ++k)
            jam += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (satr < M && sotun < N)
        C[satr * N + sotun] = jam;
}
