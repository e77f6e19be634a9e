#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__device__ inline int mac(float x, float y, float z) { return x * y + z; }

__device__ inline int roundsFor(int n) { return n / TILE_WIDTH + (n % TILE_WIDTH != 0); }

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    typedef float Row[TILE_WIDTH];
    __shared__ Row subA[TILE_WIDTH];
    __shared__ Row subB[TILE_WIDTH];

    int jj = threadIdx.x;
    int ii = threadIdx.y;
    int i = ii + blockDim.y * blockIdx.y;
    int j = jj + blockDim.x * blockIdx.x;
    float cij = 0;

    int rounds = roundsFor(K);
    for (int q = 0; q < rounds; q++) {
        int l = q * TILE_WIDTH;

        subA[ii][jj] = 0;
        if (i < M)
            if (l + jj < K)
                subA[ii][jj] = A[i * K + l + jj];

        subB[ii][jj] = 0;
        if (j < N)
            if (l + ii < K)
                subB[ii][jj] = B[(l + ii) * N + j];

        __syncthreads();
        for (int kk = 0; kk < TILE_WIDTH; kk++)
            cij = mac(subA[ii][kk], subB[kk][jj], cij);
        __syncthreads();
    }

    if (i >= M || j >= N)
        return;
    C[i * N + j] = cij;
}
