#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define PITCH (TILE_WIDTH + 1)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float buf[2 * TILE_WIDTH * PITCH];
    float *as = buf;
    float *bs = buf + TILE_WIDTH * PITCH;

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    int me = ty * PITCH + tx;

    float sum = 0.0f;
    int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    while (phases-- > 0) {
        int ac = phases * TILE_WIDTH + tx;   // from the last phase to the first
        int br = phases * TILE_WIDTH + ty;
        as[me] = (row < M && ac < K) ? A[row * K + ac] : 0.0f;
        bs[me] = (br < K && col < N) ? B[br * N + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += as[ty * PITCH + k] * bs[k * TILE_WIDTH + tx];
        __syncthreads();
    }
    if (row < M && col < N)
        C[row * N + col] = sum;
}
