#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// tiles are stored as 1-D arrays
__global__ void matmul_tiled(const float* A, const float* B, float* C, int M, int K, int N) {
    __shared__ float tileA[TILE_WIDTH * TILE_WIDTH];
    __shared__ float tileB[TILE_WIDTH * TILE_WIDTH];

    int lx = threadIdx.x;
    int ly = threadIdx.y;
    int gx = blockIdx.x * blockDim.x + lx;
    int gy = blockIdx.y * blockDim.y + ly;
    int me = ly * TILE_WIDTH + lx;

    float result = 0;
    int numTiles = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    for (int t = 0; t < numTiles; t++) {
        int aCol = t * TILE_WIDTH + lx;
        int bRow = t * TILE_WIDTH + ly;

        if (gy < M && aCol < K)
            tileA[me] = A[gy * K + aCol];
        else
            tileA[me] = 0;

        if (bRow < K && gx < N)
            tileB[me] = B[bRow * N + gx];

        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; i++) {
            float a = tileA[ly * TILE_WIDTH + i];
            float b = tileB[lx * TILE_WIDTH + i];
            result += a * b;
        }

        __syncthreads();
    }

    if (gy < M && gx < N) {
        C[gy * N + gx] = result;
    }
}
