#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// fetch the next tile into registers while the current one is being used
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH], Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int r = blockIdx.y * blockDim.y + ty;
    int c = blockIdx.x * blockDim.x + tx;

    float regA = 0, regB = 0, sum = 0;
    if (r < M && tx < K) regA = A[r * K + tx];
    if (c < N && ty < K) regB = B[ty * N + c];

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        As[ty][tx] = regA;
        Bs[ty][tx] = regB;
        __syncthreads();

        int nk = k0 + TILE_WIDTH + tx;
        int mk = k0 + TILE_WIDTH + ty;
        regA = 0;
        regB = 0;
        if (r < M && k0 + tx < K) regA = A[r * K + nk];
        if (c < N && mk < K) regB = B[mk * N + c];

        for (int t = 0; t < TILE_WIDTH; ++t)
            sum += As[ty][t] * Bs[t][tx];
        __syncthreads();
    }
    if (r < M && c < N) C[r * N + c] = sum;
}
