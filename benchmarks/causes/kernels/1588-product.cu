#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float rowsOfA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float colsOfB[TILE_WIDTH][TILE_WIDTH + 1];   // transposed and padded

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * blockDim.y + ty;
    int col = blockIdx.x * blockDim.x + tx;

    float s = 0;
    int nTiles = K / TILE_WIDTH;
    if (K % TILE_WIDTH != 0)
        nTiles++;

    int t = 0;
    while (t < nTiles) {
        int k = t * TILE_WIDTH;

        if (row < M && (k + tx) < K) {
            rowsOfA[ty][tx] = A[row * K + (k + tx)];
        } else {
            rowsOfA[ty][tx] = 0;
        }
        if ((k + ty) < K && col < N) {
            colsOfB[tx][ty] = B[(k + ty) * N + col];
        } else {
            colsOfB[tx][ty] = 0;
        }
        __syncthreads();

        for (int q = 0; q < TILE_WIDTH; q++) {
            s += rowsOfA[ty][q] * colsOfB[q][tx];
        }
        __syncthreads();
        t++;
    }

    if (row < M) {
        if (col < N) {
            C[row * N + col] = s;
        }
    }
}
