#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float ds_A[TILE_WIDTH][TILE_WIDTH];
    __shared__ float ds_B[TILE_WIDTH][TILE_WIDTH];
    __shared__ int rowBase, colBase, numTiles;

    // the first thread works out what is the same for all
    if (threadIdx.x + threadIdx.y == 0) {
        rowBase = blockIdx.y * TILE_WIDTH;
        colBase = blockIdx.x * TILE_WIDTH;
        numTiles = K / TILE_WIDTH;
        if (numTiles * TILE_WIDTH < K)
            numTiles++;
    }

    int Row = rowBase + threadIdx.y;
    int Col = colBase + threadIdx.x;
    float Pvalue = 0;

    for (int m = 0; m < numTiles; ++m) {
        int kA = m * TILE_WIDTH + threadIdx.x;
        int kB = m * TILE_WIDTH + threadIdx.y;
        if (Row < M && kA < K) {
            ds_A[threadIdx.y][threadIdx.x] = A[Row * K + kA];
        } else {
            ds_A[threadIdx.y][threadIdx.x] = 0;
        }
        if (Col < N && kB < K) {
            ds_B[threadIdx.y][threadIdx.x] = B[kB * N + Col];
        } else {
            ds_B[threadIdx.y][threadIdx.x] = 0;
        }
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k) {
            Pvalue += ds_A[threadIdx.y][k] * ds_B[k][threadIdx.x];
        }
        __syncthreads();
    }

    if (Row < M && Col < N) {
        C[Row * N + Col] = Pvalue;
    }
}
