#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    const int breedte = blockDim.x;
    __shared__ float tegelA[breedte][breedte];
    __shared__ float tegelB[breedte][breedte];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int rij = blockIdx.y * breedte + ty;
    int kol = blockIdx.x * breedte + tx;
    float som = 0.0f;

    for (int start = 0; start < K; start += breedte) {
        int ka = start + tx;
        int kb = start + ty;
        tegelA[ty][tx] = (rij < M && ka < K) ? A[rij * K + ka] : 0.0f;
        tegelB[ty][tx] = (kb < K && kol < N) ? B[kb * N + kol] : 0.0f;
        __syncthreads();
        for (int k = 0; k < breedte; ++k)
            som += tegelA[ty][k] * tegelB[k][tx];
        __syncthreads();
    }

    if (rij < M && kol < N)
        C[rij * N + kol] = som;
}
