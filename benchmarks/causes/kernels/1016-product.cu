#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    // one buffer, A's tile in the first half and B's in the second
    extern __shared__ float smem[];
    float *sA = smem;
    float *sB = smem + TILE_WIDTH * TILE_WIDTH;

    int tid = threadIdx.y * blockDim.x + threadIdx.x;
    int ty = tid / TILE_WIDTH;
    int tx = tid % TILE_WIDTH;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float acc = 0.0f;

    for (int t = 0; t < K; t += TILE_WIDTH) {
        sA[tid] = row < M && t + tx < K ? A[row * K + t + tx] : 0.0f;
        sB[tid] = col < N && t + ty < K ? B[(t + ty) * N + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; k++)
            acc += sA[ty * TILE_WIDTH + k] * sB[k * TILE_WIDTH + tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = acc;
}
