#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define SZ (TILE_WIDTH * TILE_WIDTH)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    // one buffer for both tiles, like with extern shared memory
    __shared__ float buf[2 * SZ];
    float *As = buf;
    float *Bs = buf + TILE_WIDTH;

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int t = ty * TILE_WIDTH + tx;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float sum = 0.0f;

    for (int p = 0; p <= (K - 1) / TILE_WIDTH; p++) {
        int ac = p * TILE_WIDTH + tx;
        int br = p * TILE_WIDTH + ty;

        As[t] = (row < M && ac < K) ? A[row * K + ac] : 0.0f;
        Bs[t] = (br < K && col < N) ? B[br * N + col] : 0.0f;
        __syncthreads();

        float *pa = As + ty * TILE_WIDTH;
        float *pb = Bs + tx;
        for (int k = 0; k < TILE_WIDTH; k++) {
            sum += *pa * *pb;
            pa++;
            pb += TILE_WIDTH;
        }
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
