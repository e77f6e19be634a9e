#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    bool mine = row < M && col < N;
    float sum = 0.0f;

    for (int done = 0; done < K; done += TILE_WIDTH) {
        // no zeros needed: the inner loop ends where K ends
        if (row < M && done + tx < K)
            As[ty][tx] = A[row * K + done + tx];
        if (col < N && done + ty < K)
            Bs[ty][tx] = B[(done + ty) * N + col];
        __syncthreads();

        int width = min(TILE_WIDTH, K);
        if (mine)
            for (int k = 0; k < width; ++k)
                sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (mine)
        C[row * N + col] = sum;
}
