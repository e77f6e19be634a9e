#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

enum { W = TILE_WIDTH, AREA = TILE_WIDTH * TILE_WIDTH };

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    // one buffer, the first half for A and the second for B
    __shared__ float smem[2 * AREA];
    float *As = smem;
    float *Bs = smem + W;

    int tid = threadIdx.y * W + threadIdx.x;
    int r = tid / W;
    int c = tid % W;
    int row = blockIdx.y * W + r;
    int col = blockIdx.x * W + c;

    float sum = 0.0f;
    for (int t = 0; t < (K + W - 1) / W; ++t) {
        int ka = t * W + c;
        int kb = t * W + r;
        As[tid] = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
        Bs[tid] = (kb < K && col < N) ? B[kb * N + col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < W; ++k)
            sum += As[r * W + k] * Bs[k * W + c];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * M + col] = sum;
}
