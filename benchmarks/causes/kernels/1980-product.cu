#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__device__ bool inside(int r, int c, int rows, int cols) { return r < rows && c < cols; }

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float mA[TILE_WIDTH][TILE_WIDTH];
    float mB[TILE_WIDTH][TILE_WIDTH];

    int lc = threadIdx.x;
    int lr = threadIdx.y;
    int r = blockIdx.y * TILE_WIDTH + lr;
    int c = blockIdx.x * TILE_WIDTH + lc;

    float value = 0.0f;

    for (int done = 0; done < K; done += TILE_WIDTH) {
        if (inside(r, done + lc, M, K))
            mA[lr][lc] = A[r * K + done + lc];
        else
            mA[lr][lc] = 0.0f;

        if (inside(done + lr, c, K, N))
            mB[lr][lc] = B[(done + lr) * N + c];
        else
            mB[lr][lc] = 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            value += mA[lr][k] * mB[k][lc];
        __syncthreads();
    }

    if (inside(r, c, M, N))
        C[r * K + c] = value;
}
