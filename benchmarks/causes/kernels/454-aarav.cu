#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

/* Aarav: har phase mein ek tile A ka aur ek tile B ka */
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tileA[TILE_WIDTH * TILE_WIDTH];
    __shared__ float tileB[TILE_WIDTH * TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int me = ty * TILE_WIDTH + tx;      /* tile mein meri jagah */
    int r = blockIdx.y * blockDim.y + ty;
    int c = blockIdx.x * blockDim.x + tx;

    /* kitne phases chahiye, upar round karo */
    int numPhases = (int)ceilf(K / TILE_WIDTH);
    float ans = 0.0f;
    int ph, k;

    for (ph = 0; ph < numPhases; ph++) {
        int ac = ph * TILE_WIDTH + tx;
        int br = ph * TILE_WIDTH + ty;

        tileA[me] = 0.0f;
        tileB[me] = 0.0f;
        if (r < M && ac < K)
            tileA[me] = A[r * K + ac];
        if (br < K && c < N)
            tileB[me] = B[br * N + c];
        __syncthreads();

        for (k = 0; k < TILE_WIDTH; k++)
            ans += tileA[ty * TILE_WIDTH + k] * tileB[k * TILE_WIDTH + tx];
        __syncthreads();
    }

    /* sirf woh thread likhe jiska cell C mein hai */
    if (r < M && c < N)
        C[r * N + c] = ans;
}
