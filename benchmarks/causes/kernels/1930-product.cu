#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    const int width = blockDim.x;
    __shared__ float Mds[width][width];
    __shared__ float Nds[width][width];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * width + ty;
    int col = blockIdx.x * width + tx;

    float sum = 0.0f;
    int nPhases = (K + width - 1) / width;
    for (int ph = nPhases - 1; ph >= 0; --ph) {     // order does not matter
        int ka = ph * width + tx;
        int kb = ph * width + ty;
        Mds[ty][tx] = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
        Nds[ty][tx] = (kb < K && col < N) ? B[kb * N + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < width; ++k)
            sum += Mds[ty][k] * Nds[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
