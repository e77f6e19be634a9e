#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float pool[2 * TILE_WIDTH * TILE_WIDTH];
    float *tileA = pool;
    float *tileB = pool + TILE_WIDTH;

    const int lane = threadIdx.x, line = threadIdx.y;
    const int r = blockIdx.y * TILE_WIDTH + line;
    const int c = blockIdx.x * TILE_WIDTH + lane;
    float *putA = tileA + line * TILE_WIDTH + lane;
    float *putB = tileB + line * TILE_WIDTH + lane;
    float s = 0.0f;

    for (int done = 0; done < K; done += TILE_WIDTH) {
        *putA = (r < M && done + lane < K) ? A[r * K + done + lane] : 0.0f;
        *putB = (c < N && done + line < K) ? B[(done + line) * N + c] : 0.0f;
        __syncthreads();

        const float *pa = tileA + line * TILE_WIDTH;
        const float *pb = tileB + lane;
        for (int n = TILE_WIDTH; n > 0; --n) {
            s += *pa * *pb;
            ++pa;
            pb += TILE_WIDTH;
        }
        __syncthreads();
    }

    if (r < M && c < N)
        C[r * N + c] = s;
}
