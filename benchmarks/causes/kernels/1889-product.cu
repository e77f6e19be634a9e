#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define LOAD(cond, p) ((cond) ? (p) : 0.0f)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float left[TILE_WIDTH][TILE_WIDTH];
    __shared__ float top[TILE_WIDTH][TILE_WIDTH];

    int c = threadIdx.x;
    int r = threadIdx.y;
    int gc = blockIdx.x * TILE_WIDTH + c;
    int gr = blockIdx.y * TILE_WIDTH + r;
    int last = (K + TILE_WIDTH - 1) / TILE_WIDTH - 1;

    float out = 0.0f;

    // from the last tile to the first
    for (int t = last; t >= 0; --t) {
        int kc = t * TILE_WIDTH + c;
        int kr = t * TILE_WIDTH + r;

        left[r][c] = LOAD(gr < M && kc < K, A[gr * K + kc]);
        top[r][c] = LOAD(kr < K, B[kr * N + gc]);
        __syncthreads();

        for (int k = TILE_WIDTH - 1; k > 0; --k)
            out += left[r][k] * top[k][c];
        __syncthreads();
    }

    if (gr < M && gc < N)
        C[gr * N + gc] = out;
}
